"""Strategies as tables and files: they play what they say, and their value is exact."""

from __future__ import annotations

import hashlib
import runpy
import zlib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from uth.coach.bots import choose
from uth.core.cards import DECK
from uth.core.refusal import Refusal
from uth.exact.simulation.strategies import check_offered
from uth.exact.simulation.strategy_file import FORMAT, read_strategy, write_strategy
from uth.exact.simulation.strategy_tables import (
    StrategyTables,
    best_tables,
    empty_tables,
    simple_tables,
)
from uth.exact.simulation.strategy_value import strategy_value
from uth.exact.solver.game_rules import STANDARD

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution

STREETS = ((0, ("4x", "3x", "check")), (3, ("2x", "check")), (5, ("1x", "fold")))


@pytest.fixture(scope="module")
def best(standard: Solution, boards: Boards) -> StrategyTables:
    return best_tables(standard, boards)


@pytest.fixture(scope="module")
def simple(boards: Boards) -> StrategyTables:
    return simple_tables(STANDARD, boards)


def test_best_play_is_what_the_solver_plays(best: StrategyTables, standard: Solution) -> None:
    draw = Random(1)
    for _ in range(60):
        hole = tuple(draw.sample(DECK, 2))
        rest = [card for card in DECK if card not in hole]
        board = tuple(draw.sample(rest, 5))
        assert best.multiple(hole, ()) == standard.strategy.preflop(hole).multiple
        assert best.multiple(hole, board[:3]) == standard.strategy.flop(hole, board[:3]).multiple
        assert best.multiple(hole, board) == standard.strategy.river(hole, board).multiple


def test_the_simple_strategy_is_the_rules_of_thumb(simple: StrategyTables) -> None:
    draw = Random(2)
    for _ in range(1500):
        cards = draw.sample(DECK, 7)
        hole = tuple(cards[:2])
        for seen, actions in STREETS:
            board = tuple(cards[2 : 2 + seen])
            action = choose(hole, board, actions)
            bet = int(action[:-1]) if action.endswith("x") else 0
            assert simple.multiple(hole, board) == bet, (hole, board)


def test_whole_rows_play_as_single_spots(best: StrategyTables) -> None:
    draw = Random(3)
    rows = np.array([[card.index for card in draw.sample(DECK, 13)] for _ in range(300)], np.uint8)
    played = best.multiples(rows)
    for row, bets in zip(rows.tolist(), played.tolist(), strict=True):
        board = tuple(DECK[at] for at in row[:5])
        for seat, bet in enumerate(bets):
            hole = tuple(DECK[at] for at in row[7 + 2 * seat : 9 + 2 * seat])
            steps = (best.multiple(hole, board[:seen]) for seen in (0, 3, 5))
            assert bet == next((step for step in steps if step), 0)


def test_the_value_of_best_play_is_the_solvers(
    best: StrategyTables, standard: Solution, boards: Boards
) -> None:
    value = strategy_value(best, boards=boards)
    assert value.ev == standard.ev == Fraction(-50643648973, 2317817502000)
    assert value.outcomes == standard.outcomes
    assert value.frequencies == standard.frequencies


def test_imperfect_play_has_its_price(
    simple: StrategyTables, best: StrategyTables, boards: Boards
) -> None:
    """The published figure of the simple strategy is about 2.4 %; folding all costs two antes."""
    value = strategy_value(simple, boards=boards)
    assert value.ev == Fraction(-54758439, 2299422125)
    assert strategy_value(empty_tables(STANDARD), boards=boards).ev == -2
    worse = replace(best, preflop=best.preflop.copy(), _by_holding=[])
    worse.preflop[0] = 4
    loss = strategy_value(best, boards=boards).ev - strategy_value(worse, boards=boards).ev
    assert loss > 0


@pytest.fixture(scope="module")
def content(best: StrategyTables) -> bytes:
    return write_strategy(best, {"house": "california"})


def test_a_file_has_every_decision(best: StrategyTables, content: bytes) -> None:
    assert len(content) < 500_000
    back = read_strategy(content)
    assert back.facts == {"house": "california"}
    assert back.tables.rules == best.rules
    for name in ("preflop", "flop", "river_ranks", "river_suits"):
        assert (getattr(back.tables, name) == getattr(best, name)).all()


def signed(*parts: bytes) -> bytes:
    """A file with the right digest of whatever it has."""
    text, body = parts
    digest = hashlib.sha256(text + b"\n" + zlib.decompress(body)).hexdigest().encode()
    return b"\n".join((FORMAT, digest, text, body))


@pytest.mark.parametrize(
    "damage",
    ["format", "cut", "bit", "json", "classes", "digest", "game", "more", "odds", "options"],
)
def test_a_damaged_file_is_refused(content: bytes, damage: str) -> None:
    head, digest, text, body = content.split(b"\n", 3)
    assert signed(text, body) == content
    wrong = {
        "format": b"strategy" + content,
        "cut": content[:-200],
        "bit": content[:-9] + bytes([content[-9] ^ 1]) + content[-8:],
        "json": signed(b"{", body),
        "classes": signed(text.replace(b"1286792", b"1286791"), body),
        "digest": b"\n".join((head, digest[:-1], text, body)),
        "game": b"\n".join((head, digest, text.replace(b'"500"', b'"501"'), body)),
        "more": content + b"\0",
        "odds": signed(text.replace(b'"500"', b'"1/0"'), body),
        "options": signed(text.replace(b'"preflop":[4,3]', b'"preflop":[5,3]'), body),
    }[damage]
    with pytest.raises(Refusal) as refused:
        read_strategy(wrong, "mine.uths")
    assert refused.value.code in ("strategy/format", "strategy/damaged")
    assert refused.value.where == "mine.uths"


def test_a_bet_that_a_game_does_not_offer_is_refused(best: StrategyTables) -> None:
    game = replace(STANDARD, play=frozenset({3}))
    with pytest.raises(Refusal, match="4x"):
        check_offered(best, game, "mine.uths")


def test_the_checker_reads_the_same_decisions(
    best: StrategyTables, content: bytes, tmp_path: Path
) -> None:
    """It numbers the classes by its own code, without the program."""
    path = tmp_path / "best.uths"
    path.write_bytes(content)
    checker = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "check_strategy.py"))
    strategy, draw = checker["Strategy"](str(path)), Random(4)
    for _ in range(600):
        cards = draw.sample(DECK, 7)
        numbers = tuple(card.index for card in cards)
        hole, board = tuple(cards[:2]), tuple(cards[2:])
        assert strategy.preflop(numbers[:2]) == best.multiple(hole, ())
        assert strategy.flop(numbers[:2], numbers[2:5]) == best.multiple(hole, board[:3])
        assert strategy.river(numbers[:2], numbers[2:]) == best.multiple(hole, board)
    royal = checker["strength"]((48, 44, 40, 36, 32, 0, 5))
    assert royal == (9, 12)
