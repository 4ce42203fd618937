"""Runs every kernel once, so that each is compiled and cached."""

from __future__ import annotations

import sys

import numpy as np

from uth.core.cards import DECK
from uth.exact.advice import Spot, advise
from uth.exact.banking.board_bounds import BoardBounds
from uth.exact.banking.dealt_rounds import river_bets
from uth.exact.banking.worst_deal import worst_deal
from uth.exact.bets.wager_means import wager_means
from uth.exact.kernels import cache
from uth.exact.simulation.batches import simulate_batch, sum_batch
from uth.exact.simulation.strategy_tables import best_tables, empty_tables, simple_tables
from uth.exact.simulation.table_setup import SimulatedTable
from uth.exact.solver.boards import count_boards
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.outcomes import game_net
from uth.exact.solver.solve import solve
from uth.exact.spot_endings import advise_preflop
from uth.rulebook.store import load_house


def compiled_kernels() -> tuple[int, int]:
    """How many kernels are compiled, and how many there are."""
    return sum(map(cache.is_compiled, cache.KERNELS)), len(cache.KERNELS)


def compile_solver() -> None:
    """Compile what `solve` and the means of wagers need."""
    boards = count_boards()
    solution = solve(boards=boards)
    wager_means(boards, solution, solution.strategy.decisions.pays)
    best_tables(solution, boards)
    simple_tables(STANDARD, boards)


def compile_protection() -> None:
    """Compile what exposed cards, shared hands and riffles need; only the command line loads it."""
    from uth.exact.attacks.clumped_shuffle import riffle
    from uth.exact.collusion.shared_table import value_table
    from uth.exact.exposure.exposure import expose
    from uth.exact.exposure.seen_cards import PlayDeck, Seen

    short = PlayDeck(ranks=(8, 9, 10, 11, 12), suits=2)
    for seen in (Seen(dealer=1), Seen(dealer=1, since="river")):  # narrow and wide numbers
        expose(seen=seen, deck=short)
    value_table(STANDARD, [(51, 50)])
    riffle(np.arange(52).reshape(1, 52), np.random.default_rng(0))


def compile_environments() -> None:
    """Compile the rounds of `uth.gym`; only programs that learn load them."""
    from uth.exact.kernels.environments.round_steps import start_rounds, step_rounds
    from uth.exact.simulation import played_rounds

    rounds, out = played_rounds.new_rounds(1), played_rounds.new_outputs(1, 2)
    lookup = played_rounds.strength_lookup()
    nets = played_rounds.settlement_tables(
        load_house("light-and-wonder"), {"ante": 500, "blind": 500}, 0
    )
    masks, meanings = np.ones((3, 2), np.int8), np.zeros((3, 2), np.int64)
    start_rounds(rounds, masks, out, False)
    step_rounds((0, 1), np.zeros(1, np.int64), meanings, masks, rounds, lookup, nets, out)


def compile_others() -> None:
    """Compile what advice, batch evaluation, simulated rounds and the worst deal need."""
    hole = DECK[:2]
    advise(spot=Spot(hole, DECK[2:7]))
    advise(spot=Spot(hole, DECK[2:5]))
    few = Spot(hole, (), DECK[2:45], DECK[45:47])
    advise(spot=few)
    advise_preflop(STANDARD, few, game_net(STANDARD))
    cards = np.arange(7, dtype=np.uint8).reshape(1, 7)
    evaluator().strength_indices(cards)
    river_bets(STANDARD, cards)
    board_bounds = BoardBounds.free(np.arange(5, dtype=np.int64).reshape(1, 5))
    worst_deal(load_house("california"), [{"ante": 100, "blind": 100}], board_bounds)
    house = load_house("hollywood-pa")
    wagers = {"ante": 1500, "blind": 1500, "progressive": house.progressive.wager}
    table = SimulatedTable(house, wagers)
    play = empty_tables(STANDARD).multiples
    sum_batch(table, simulate_batch(table, play, seed=0, number=0, rounds=1))


PARTS = {
    "solver": compile_solver,
    "others": compile_others,
    "protection": compile_protection,
    "environments": compile_environments,
}
"""Parts that can be compiled in parallel processes, because the compiler uses one core."""


def prepare(part: str) -> None:
    """Compile a part, unless everything is in the cache."""
    compiled, all_kernels = compiled_kernels()
    if compiled < all_kernels:
        PARTS[part]()


if __name__ == "__main__":
    PARTS[sys.argv[1]]()
