"""`uth settle` without click: imports nothing heavy, because people run it after every round."""

from __future__ import annotations

import json
import sys

from uth.cli.checked_input import read_text
from uth.cli.round_json import parse_round
from uth.core.money import print_dollars
from uth.core.refusal import Refusal, Refusals
from uth.core.texts import hand_text, words
from uth.table.settling.settlement import award_from, settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.core.hands import Hand
    from uth.rulebook.model import Rulebook
    from uth.table.notation.model import SettlementLine
    from uth.table.settling.cashier import Row
    from uth.table.settling.settlement import DealtSpot, Settlement
    from uth.table.settling.showdown import TurnedDeal

    Json = dict[str, Any]


def settle_text(text: str, own: Rulebook | None = None) -> Json:
    """Settle a finished round given as JSON text, by a rulebook of one's own where one is given.

    The result is the JSON answer.
    """
    played = parse_round(text, own)
    rules, spots = played.rules, played.spots
    awards = None
    if played.meter is not None:
        awards = award_from(rules, played.meter, played.board[:3], spots)
    settlement = settle(
        rules, played.board, played.dealer, spots, played.banker, played.bank, awards
    )
    answer = settlement_json(rules, spots, settlement)
    if rules.approved:
        return answer
    from uth.cli.render.approval import approval_json

    return {**answer, **approval_json(rules)}


def run(path: str, own: Rulebook | None = None) -> int:
    """Print the answer, or the refusal on standard error; return the exit code."""
    try:
        answer = settle_text(read_text(path), own)
    except (Refusal, Refusals) as refusal:
        if sys.stderr:
            from uth.cli.language import refusal_text

            print(refusal_text(refusal), file=sys.stderr)
        return 2
    print(json.dumps(answer))
    return 0


def write_failure(error: OSError) -> str:
    """The refusal for output that could not be written."""
    from uth.cli.language import refusal_text

    refusal = Refusal("output/unwritable", reason=(error.strerror or str(error)).lower())
    return refusal_text(refusal)


def settlement_json(rules: Rulebook, spots: list[DealtSpot], settlement: Settlement) -> Json:
    """The whole settlement; back-line bettors are listed with the seat they backed."""
    answer: Json = {
        "dealer": _dealer_json(settlement.deal),
        "seats": [_seat_json(spot, settlement) for spot in spots],
        "order": [[row.seat, row.wager] for row in settlement.rows],
    }
    totals = {
        "paid": print_dollars(settlement.paid),
        "collected": print_dollars(settlement.collected),
    }
    if rules.player_dealer:
        if rules.collection.in_force:
            from uth.table.collection import banker_fee

            totals["fee"] = print_dollars(banker_fee(rules.collection, _stakes(spots)))
        answer["bank"] = totals
    else:
        answer["house"] = totals
    awards = settlement.awards
    if awards:
        from uth.table.meters import UNITS

        answer["meter"] = {
            "before": print_dollars(awards.before // UNITS),
            "paid": print_dollars(awards.paid),
            "after": print_dollars(awards.after // UNITS),
        }
    return answer


def _dealer_json(deal: TurnedDeal) -> Json:
    """The dealer's hand; nothing of it where the cards stay face down (CA-6.15)."""
    if deal.dealer is None:
        return {"hand": None, "qualifies": None}
    return {"hand": _hand(deal.dealer), "qualifies": deal.qualifies}


def _hand(hand: Hand) -> str:
    """In English, like all keys and values of the answer."""
    return hand_text(str(hand), words())


def _stakes(spots: list[DealtSpot]) -> list[int]:
    """What each bettor staked before the deal, back-line bettors included."""
    return [
        sum(wagers.values())
        for spot in spots
        for wagers in (spot.wagers, *(backer.wagers for backer in spot.backers))
    ]


def _seat_json(spot: DealtSpot, settlement: Settlement) -> Json:
    rows = [row for row in settlement.rows if row.seat == spot.seat]
    answer: Json = {
        "seat": spot.seat,
        "hand": _hand(settlement.hands[spot.seat].hand),
        **_rows_json([row for row in rows if not row.backer]),
    }
    if spot.backers:
        answer["back_line"] = [
            {
                "name": backer.name,
                **_rows_json([row for row in rows if row.backer == backer.name]),
            }
            for backer in spot.backers
        ]
    return answer


def _rows_json(rows: list[Row]) -> Json:
    net = sum(row.paid - row.taken for row in rows)
    return {"net": print_dollars(net), "wagers": [_row_json(row) for row in rows]}


def _row_json(row: Row) -> Json:
    answer: Json = {
        "wager": row.wager,
        "stake": print_dollars(row.stake),
        "outcome": row.outcome,
        "paid": print_dollars(row.paid),
        "taken": print_dollars(row.taken),
        "returned": print_dollars(row.returned),
        "clause": row.clauses[0],
        "clauses": list(row.clauses),
    }
    if row.source:
        answer["from"] = row.source
    return {**answer, **unusual_json(row)}


def unusual_json(row: Row | SettlementLine) -> Json:
    """What is unusual about how a wager ended."""
    answer: Json = {}
    if row.short_by:
        answer["short"], answer["short_by"] = print_dollars(row.short), row.short_by
    if row.rest:
        answer["rounded_down_by"] = f"{row.rest} cent"
    if row.approval:
        answer["approval"] = True
    return answer
