"""Which commits wake a dealer: only those after which something may be due earlier."""

from __future__ import annotations

from tests.floor import driver
from tests.floor.room import Room
from uth.floor.dealers import waits_for_others
from uth.floor.tables.pace import Pace
from uth.table import commands as c

PACE = Pace(step=10, betting=2_000, acting=5_000)


def woken_by(room: Room, command: c.Command) -> bool:
    """Whether a command wakes the dealer; if it does not, nothing is due earlier than before."""
    before = driver.wake(room.floor, "t1")
    room.clock.now += 100
    room.do(command)
    after = driver.wake(room.floor, "t1")
    woken = not waits_for_others(room.heard[-1])
    assert woken or (before is not None and after is not None and before <= after)
    return woken


def wager(player: str) -> c.Wager:
    return c.Wager(player, {"ante": 1_500, "blind": 1_500})


def test_a_dealer_is_woken_by_the_first_and_the_last_wager_and_decision() -> None:
    room = Room("light-and-wonder", PACE)
    room.sit("Ann", "Ben", "Cal")
    assert [woken_by(room, wager(player)) for player in ("Ann", "Ben", "Cal")] == [
        True,
        False,
        True,
    ]
    room.clock.now += PACE.step
    driver.tick(room.floor)
    room.clock.now += PACE.step
    driver.tick(room.floor)
    assert room.phase() == "preflop"
    decisions = [woken_by(room, c.Act(player, "check")) for player in ("Ann", "Ben", "Cal")]
    assert decisions == [False, False, True]


def test_a_dealer_is_woken_when_only_a_disconnected_player_has_not_wagered() -> None:
    room = Room("light-and-wonder", PACE)
    room.sit("Ann", "Ben", "Cal")
    room.do(c.Disconnect("Cal"))
    assert woken_by(room, wager("Ann"))
    assert woken_by(room, wager("Ben"))


def test_a_dealer_is_woken_when_the_last_wagers_are_taken_back() -> None:
    room = Room("light-and-wonder", PACE)
    room.sit("Ann", "Ben")
    assert woken_by(room, wager("Ann"))
    assert woken_by(room, c.Wager("Ann", {}))
    assert woken_by(room, wager("Ben"))
