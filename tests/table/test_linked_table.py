"""A table with its meters: fed wager by wager, and paid at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.table.driver import LOW_BOARD, PAIR, Game
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.table import commands as c
from uth.table import events as e
from uth.table.meters import UNITS, Hit, link
from uth.table.meters.linked_table import OwnMeters, Shares, linked_transitions
from uth.table.state import Table

HOUSE = "hollywood-pa"
MAIN, MYSTERY = 2_500_000 * UNITS, 25_000 * UNITS
ROYAL_FLOP = "Th Jh Qh 3s 4d"


class Waiting(OwnMeters):
    """Meters that can't be reached when a jackpot is claimed."""

    def award(self, table: Table, hits: tuple[Hit, ...]) -> Shares | None:
        return None


class LinkedGame(Game):
    def __init__(self, target: Cents, kind: type[OwnMeters] = OwnMeters) -> None:
        super().__init__(HOUSE)
        self.ranges: list[tuple[Cents, Cents]] = []
        self.linked = kind(self.rules, link.Meters(MAIN, MYSTERY), self._drawn(target))

    def _drawn(self, target: Cents) -> Callable[[Cents, Cents], Cents]:
        def draw(low: Cents, high: Cents) -> Cents:
            self.ranges.append((low, high))
            return target

        return draw

    def do(self, command: c.Command) -> list[e.Event]:
        steps = list(linked_transitions(self.table, command, self.rules, self.linked))
        events = [step.event for step in steps]
        self.table = steps[-1].table
        self.events += events
        return events


def test_each_wager_feeds_the_meters_and_a_mystery_is_paid_before_the_deal() -> None:
    game = LinkedGame(25_005).sit(1, 2)
    for seat in (1, 2):
        game.bet(seat, 1_500, progressive=500)
    game.close()
    assert [type(event) for event in game.events[-4:]] == [
        e.ProgressiveStaked, e.ProgressiveStaked, e.MysteryWon, e.MysteryWon,
    ]  # fmt: skip
    assert [(won.seat, won.amount) for won in game.all(e.MysteryWon)] == [(1, 25_010), (2, 25_010)]
    assert game.ranges == [(25_000, 99_990)] * 2, "another value is drawn for the second wager"
    assert game.linked.meters.main == MAIN + 200 * UNITS


def test_a_jackpot_is_paid_as_soon_as_it_is_claimed() -> None:
    game = LinkedGame(90_000).sit(1).bet(1, 1_500, progressive=500)
    game.deal({1: "Kh Ah"}, "2c 7d", ROYAL_FLOP).finish({1: "4x"})
    assert game.last(e.JackpotsAwarded).awards == ((1, 2_500_100, 0),)
    assert game.table.phase == "betting"
    assert game.linked.meters.jackpots == 1


def test_a_jackpot_waits_for_meters_that_can_not_be_reached() -> None:
    game = LinkedGame(90_000, Waiting).sit(1).bet(1, 1_500, progressive=500)
    game.deal({1: "Kh Ah"}, "2c 7d", ROYAL_FLOP).finish({1: "4x"})
    assert (game.table.phase, game.table.claims) == ("settling", (1,))
    game.do(c.AwardJackpots(((1, 5_000, 0),)))
    assert game.table.phase == "betting"


@pytest.mark.parametrize("void", [False, True])
def test_only_a_void_round_takes_its_contributions_back(void: bool) -> None:
    game = LinkedGame(90_000).sit(1).bet(1, 1_500, progressive=500)
    game.deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    if void:
        game.void()
    else:
        game.finish({1: "4x"})
    assert game.linked.meters.main == MAIN + (0 if void else 100 * UNITS)
    game.bet(1, 1_500, progressive=500).close()
    game.void()
    assert game.linked.meters.main == MAIN + (0 if void else 100 * UNITS)


def test_a_refused_command_feeds_nothing() -> None:
    game = LinkedGame(90_000).sit(1)
    with pytest.raises(Refusal, match="round/no_wagers"):
        game.close()
    assert game.linked.meters == link.Meters(MAIN, MYSTERY)


@pytest.mark.parametrize(("target", "shown"), [(25_301, "<sealed>"), (None, "None")])
def test_meters_print_without_the_hidden_value(target: int | None, shown: str) -> None:
    text = repr(link.Meters(5, 7, target))
    assert f"target={shown}" in text
    assert "25301" not in text
