"""Searching Blind pay tables: every figure is that of a solved game."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from uth.exact.search.blind_grid import BlindGrid, ValueBand
from uth.exact.search.blind_planes import BlindPlane, lines_that_matter, solved_plane
from uth.exact.solver.game_rules import STANDARD, GameRules
from uth.exact.solver.solve import solve

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards

pytestmark = pytest.mark.slow

EVERYTHING = ValueBand(Fraction(-100), Fraction(100))


def odds(*words: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, words))


def grid_of(*axes: tuple[Fraction, ...]) -> BlindGrid:
    return BlindGrid(axes)


GRID = grid_of(
    odds("500"), odds("20", "50"), odds("5", "10"), odds("3"), odds("3/2", "2"), odds("0", "1")
)


def planes_of(rules: GameRules, boards: Boards) -> dict[tuple[Fraction, ...], BlindPlane]:
    bases = GRID.bases(lines_that_matter(rules, boards))
    return {base: solved_plane(replace(rules, blind=base), boards) for base in bases}


def test_only_four_of_a_kind_matters_to_play(boards: Boards) -> None:
    assert lines_that_matter(STANDARD, boards) == (False, False, True, False, False, False)


def test_every_table_of_a_grid_has_the_value_of_its_own_solution(boards: Boards) -> None:
    matters = lines_that_matter(STANDARD, boards)
    found = GRID.fitting(planes_of(STANDARD, boards), matters, EVERYTHING, None)
    assert len(found) == GRID.size == 16
    assert len(GRID.bases(matters)) == 2
    for table in (found[0], found[7], found[-1]):
        own = solve(replace(STANDARD, blind=table.blind), boards=boards)
        assert table.ev == own.ev
        assert table.deviation == pytest.approx(own.moments.deviation, rel=1e-12)
    assert [table.ev for table in found] == sorted((table.ev for table in found), reverse=True)


def test_bands_hold_their_ends_and_nothing_outside(boards: Boards) -> None:
    matters, planes = lines_that_matter(STANDARD, boards), planes_of(STANDARD, boards)
    every = GRID.fitting(planes, matters, EVERYTHING, None)
    low, high = -every[3].ev, -every[9].ev
    inside = GRID.fitting(planes, matters, ValueBand(low, high), None)
    assert [table.blind for table in inside] == [table.blind for table in every[3:10]]
    narrow = ValueBand(low + Fraction(1, 10**15), high - Fraction(1, 10**15))
    assert len(GRID.fitting(planes, matters, narrow, None)) == 5
    spread = ValueBand(Fraction(0), Fraction(every[5].deviation))
    calm = GRID.fitting(planes, matters, EVERYTHING, spread)
    assert {table.blind for table in calm} == {
        table.blind for table in every if table.deviation <= every[5].deviation
    }


def test_planes_are_numbers_and_back(boards: Boards) -> None:
    plane = solved_plane(STANDARD, boards)
    assert BlindPlane.of_parts(plane.parts) == plane
    assert plane.ev(STANDARD.blind) == solve(STANDARD, boards=boards, endings=False).ev
