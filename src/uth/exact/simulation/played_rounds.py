"""What the kernels of the environments read and fill in, for programs that learn."""

from __future__ import annotations

import numpy as np

from uth.core.cards import DECK
from uth.core.money import Cents
from uth.exact.banking.batch_settlement import SeatAmounts, class_nets
from uth.exact.banking.ended_wagers import Wagers
from uth.exact.kernels.environments.round_steps import DEALT, Lookup, Nets, Outputs, Rounds
from uth.exact.solver.evaluator import evaluator
from uth.rulebook.model import Rulebook

SEEN = DEALT - 2
"""How many cards a player sees at the end: all but the dealer's."""


def new_rounds(count: int) -> Rounds:
    """Rounds that are not dealt yet; their generators have no state."""
    return (
        np.zeros(count, np.uint64),
        np.tile(np.arange(len(DECK), dtype=np.uint8), (count, 1)),
        np.zeros(count, np.int64),
    )


def new_outputs(count: int, actions: int) -> Outputs:
    return (
        np.empty((count, SEEN), np.int8),
        np.empty((count, actions), np.int8),
        np.empty(count, np.int64),
        np.empty(count, np.bool_),
        np.empty((count, SEEN), np.int8),
    )


def strength_lookup() -> Lookup:
    tables = evaluator()
    return tables.numbers, tables.offsets, tables.table, tables.flush, tables.category


def settlement_tables(house: Rulebook, wagers: Wagers, fee: Cents) -> Nets:
    """The tables by which the kernel settles: what each class of ending nets, less the fee."""
    amounts = SeatAmounts(house, wagers)
    nets = class_nets(house, amounts) - fee
    return (amounts.rows, *amounts.holding_lines, nets.reshape(-1, len(amounts.lines.odds)))
