"""The answer of `uth settle`: a settlement as JSON, money in dollars, each row with its clause."""

from __future__ import annotations

from uth.core.money import print_dollars
from uth.table.collection import banker_fee, in_force
from uth.table.meters import UNITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.rulebook.model import Rulebook
    from uth.table.settlement import Row, Settlement, Spot

    Json = dict[str, Any]


def settlement_json(rules: Rulebook, spots: list[Spot], settlement: Settlement) -> Json:
    """The whole settlement; back-line bettors are listed with the seat they backed."""
    answer: Json = {
        "dealer": {
            "hand": settlement.deal.dealer.words,
            "qualifies": settlement.deal.qualifies,
        },
        "seats": [_seat_json(spot, settlement) for spot in spots],
        "order": [[row.seat, row.wager] for row in settlement.rows],
    }
    totals = {
        "paid": print_dollars(settlement.paid),
        "collected": print_dollars(settlement.collected),
    }
    if rules.player_dealer:
        if in_force(rules.collection):
            totals["fee"] = print_dollars(banker_fee(rules.collection, _stakes(spots)))
        answer["bank"] = totals
    else:
        answer["house"] = totals
    awards = settlement.awards
    if awards:
        answer["meter"] = {
            "before": print_dollars(awards.before // UNITS),
            "paid": print_dollars(awards.paid),
            "after": print_dollars(awards.after // UNITS),
        }
    return answer


def _stakes(spots: list[Spot]) -> list[int]:
    """What each bettor staked before the deal, back-line bettors included."""
    return [
        sum(wagers.values())
        for spot in spots
        for wagers in (spot.wagers, *(backer.wagers for backer in spot.backers))
    ]


def _seat_json(spot: Spot, settlement: Settlement) -> Json:
    rows = [row for row in settlement.rows if row.seat == spot.seat]
    answer: Json = {
        "seat": spot.seat,
        "hand": settlement.hands[spot.seat].hand.words,
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
    }
    if row.short_by:
        answer["short"], answer["short_by"] = print_dollars(row.short), row.short_by
    if row.rest:
        answer["rounded_down_by"] = f"{row.rest} cent"
    if row.approval:
        answer["approval"] = True
    if row.source:
        answer["from"] = row.source
    return answer
