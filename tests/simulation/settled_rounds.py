"""Rounds settled by the table itself, to hold the kernels against."""

from __future__ import annotations

from random import Random

from uth.core.cards import DECK, Card
from uth.exact.arrays import Array
from uth.exact.simulation.table_setup import SimulatedTable
from uth.rulebook.model import Rulebook
from uth.table.settling.settlement import DealtSpot, award_from, settle
from uth.table.wagers import PROGRESSIVE, bonus_wagers


def all_wagers(house: Rulebook, ante: int, draw: Random) -> dict[str, int]:
    """Ante, Blind and some of the bonus wagers that the house allows together."""
    wagers = {"ante": ante, "blind": ante}
    for wager in bonus_wagers(house):
        if draw.random() < 0.75 and wager.needs(house) in ("", *wagers):
            fixed = wager.fixed_stake(house)
            wagers[wager.name] = fixed if fixed is not None else ante * draw.choice((1, 2, 3))
    return wagers


def table_nets(table: SimulatedTable, cards: Array, multiples: Array, meter: int) -> Array:
    """What each seat wins on each wager of one round, by the real settlement."""
    import numpy as np

    deck: list[Card] = [DECK[card] for card in cards.tolist()]
    spots = [
        DealtSpot(
            seat + 1, tuple(deck[7 + 2 * seat : 9 + 2 * seat]), int(multiples[seat]), table.wagers
        )
        for seat in range(table.seats)
    ]
    board, banker = deck[:5], table.seats + 1 if table.house.player_dealer else None
    awards = None
    if PROGRESSIVE.name in table.wagers:
        awards = award_from(table.house, meter, board[:3], spots)
    settled = settle(table.house, board, tuple(deck[5:7]), spots, banker, table.bank, awards)
    nets = np.zeros((table.seats, len(table.names)), np.int64)
    for row in settled.rows:
        nets[row.seat - 1, table.names.index(row.wager)] += row.paid - row.taken
    return nets
