"""What a player-dealer earns before and after the collection, by table action (CA-11, CB-4)."""

from __future__ import annotations

from fractions import Fraction

from uth.core.money import Cents, print_dollars
from uth.reports.par import Json
from uth.rulebook.entries import pay_readers
from uth.rulebook.model import Collection, Rulebook
from uth.rulebook.store import data
from uth.table.collection import banker_fee, player_fee


def banking(house: Rulebook, plain: Fraction, whole: Fraction, stakes: dict[str, Cents]) -> Json:
    """The banker's side of one to five seats; `plain` and `whole` are what one seat wins in cents.

    Without bonus wagers a seat stakes Ante and Blind; `stakes` has the bonus wagers of the other.
    """
    ante = stakes["base"]
    squares = {"plain": (2 * ante, -plain), "whole": (ante + sum(stakes.values()), -whole)}
    seats = range(1, house.layout.places)
    collection = house.collection
    return {
        "collection": collection.in_force,
        "schedule": collection.schedule,
        "rows": [
            {"wagers": wagers, **_round(collection, count, staked, earned)}
            for wagers, (staked, earned) in squares.items()
            for count in seats
        ],
        "schedules": [
            {
                "schedule": number,
                "in_force": number == str(collection.schedule),
                "after": [
                    _round(_scheduled(collection, number), count, *squares["plain"])["after"]
                    for count in seats
                ],
            }
            for number in (data("schedules.toml") if collection.schedule is not None else ())
        ],
    }


def _scheduled(collection: Collection, number: str) -> Collection:
    bands = pay_readers.bands(data("schedules.toml")[number]["bands"])
    return collection.replace(schedule=int(number), action=bands)


def _round(collection: Collection, seats: int, staked: Cents, earned: Fraction) -> Json:
    """One round with equal seats; shares are of the table action, Play not counted."""
    action, fee = seats * staked, banker_fee(collection, [staked] * seats)
    before = seats * earned
    return {
        "seats": seats,
        "action": print_dollars(action),
        "fee": print_dollars(fee),
        "player_fee": print_dollars(player_fee(collection, staked)),
        "earns": float(before / 100),
        "keeps": float((before - fee) / 100),
        "before": float(before / action),
        "after": float((before - fee) / action),
    }
