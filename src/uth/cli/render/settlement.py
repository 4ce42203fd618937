"""What a finished round owes, as JSON tells it: money as dollars, each row with its clause."""

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


def answer(rules: Rulebook, spots: list[Spot], settlement: Settlement) -> Json:
    """The whole answer; back-line bettors stand with the seat they backed."""
    told: Json = {
        "dealer": {
            "hand": settlement.deal.dealer.words,
            "qualifies": settlement.deal.qualifies,
        },
        "seats": [_seat_told(spot, settlement) for spot in spots],
        "order": [[row.seat, row.wager] for row in settlement.rows],
    }
    money = {
        "paid": print_dollars(settlement.paid),
        "collected": print_dollars(settlement.collected),
    }
    if rules.player_dealer:
        if in_force(rules.collection):
            squares = [
                sum(wagers.values())
                for spot in spots
                for wagers in (spot.wagers, *(backer.wagers for backer in spot.backers))
            ]
            money["fee"] = print_dollars(banker_fee(rules.collection, squares))
        told["bank"] = money
    else:
        told["house"] = money
    awards = settlement.awards
    if awards:
        told["meter"] = {
            "before": print_dollars(awards.before // UNITS),
            "paid": print_dollars(awards.paid),
            "after": print_dollars(awards.after // UNITS),
        }
    return told


def _seat_told(spot: Spot, settlement: Settlement) -> Json:
    rows = [row for row in settlement.rows if row.seat == spot.seat]
    told: Json = {
        "seat": spot.seat,
        "hand": settlement.hands[spot.seat].hand.words,
        **_rows_told([row for row in rows if not row.backer]),
    }
    if spot.backers:
        told["back_line"] = [
            {
                "name": backer.name,
                **_rows_told([row for row in rows if row.backer == backer.name]),
            }
            for backer in spot.backers
        ]
    return told


def _rows_told(rows: list[Row]) -> Json:
    net = sum(row.paid - row.taken for row in rows)
    return {"net": print_dollars(net), "wagers": [_row_told(row) for row in rows]}


def _row_told(row: Row) -> Json:
    told: Json = {
        "wager": row.wager,
        "stake": print_dollars(row.stake),
        "outcome": row.outcome,
        "paid": print_dollars(row.paid),
        "taken": print_dollars(row.taken),
        "returned": print_dollars(row.returned),
        "clause": row.clauses[0],
    }
    if row.short_by:
        told["short"], told["short_by"] = print_dollars(row.short), row.short_by
    if row.rest:
        told["rounded_down_by"] = f"{row.rest} cent"
    if row.approval:
        told["approval"] = True
    if row.source:
        told["from"] = row.source
    return told
