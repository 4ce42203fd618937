"""Reload and connection loss in every phase: what comes back is what was there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.casino import FLOOR, Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from uth.floor.orders import Order
from uth.table import commands as c

Trouble = Callable[[Screen, Casino, Visit], None]


def reload(screen: Screen, casino: Casino, visit: Visit) -> None:
    screen.page.reload()


def cut(screen: Screen, casino: Casino, visit: Visit) -> None:
    """The line goes dead, the page says so; then it is back."""
    visit.will_lose_connections()
    screen.page.context.set_offline(True)
    casino.cut_off()
    expect(screen.by("offline")).to_be_visible()
    screen.page.context.set_offline(False)
    expect(screen.by("offline")).to_be_hidden()


def power(screen: Screen, casino: Casino, visit: Visit) -> None:
    """The house itself goes down and comes up again from its journal."""
    visit.will_lose_connections()
    casino.stop()
    expect(screen.by("offline")).to_be_visible()
    casino.start()
    expect(screen.by("offline")).to_be_hidden()


def approve_all(casino: Casino, table: str) -> None:
    def waiting() -> int:
        found = casino.keeper(table).table
        return found.due[0].paid if found.asked else 0

    while due := casino.ask(waiting):
        casino.perform(Order(table, FLOOR, c.Approve(FLOOR, due)))


@pytest.mark.parametrize("trouble", [reload, cut, power], ids=lambda found: found.__name__)
def test_every_phase_survives(casino: Casino, visit: Visit, trouble: Trouble) -> None:
    """Trouble in each phase of one round; the round ends as if nothing had been."""
    table = casino.open(f"loss-{trouble.__name__}", "cardroom-25")
    screen = Screen(visit(f"/table/{table}"))
    name = screen.sit(2)
    other = Caller(casino)
    other.sit(table, 5, 100_000)

    def survive() -> None:
        before = screen.laid()
        trouble(screen, casino, visit)
        expect(screen.felt).to_have_attribute("data-round", str(before["round"]))
        expect(screen.felt).to_have_attribute("data-phase", str(before["phase"]))
        assert screen.laid() == before

    screen.put("ante", "ante", "trips")
    screen.place()
    expect(screen.by("placed")).to_be_visible()
    survive()
    stacked = trouble is not power  # only a committed deck comes out of the journal again
    if stacked:
        casino.stack(table, {2: "Jh Th", 5: "2c 7d"}, "2s Kd", "9h 8h 7h 2h 3d")
    other.order(table, "Wager", wagers={"ante": 2_500, "blind": 2_500})
    screen.phase("preflop")
    survive()
    for phase, action in (("preflop", "check"), ("flop", "check"), ("river", "1x")):
        screen.phase(phase)
        other.order(table, "Act", action=action)
        survive()
        screen.act(action)
    if stacked:
        expect(screen.by("approval")).to_be_visible()
        survive()
        expect(screen.by("approval")).to_be_visible()
    approve_all(casino, table)
    screen.phase("betting")
    expect(screen.felt).to_have_attribute("data-round", "2")
    assert screen.chips(2) == casino.chips(table, name)


def test_a_decision_sent_while_the_line_is_dead_happens_once(casino: Casino, visit: Visit) -> None:
    table = casino.open("loss-order", "light-and-wonder")
    screen = Screen(visit(f"/table/{table}"))
    screen.sit(1)
    screen.put("ante")
    screen.place()
    screen.phase("preflop")
    visit.will_lose_connections()
    screen.page.context.set_offline(True)
    casino.cut_off()
    expect(screen.by("offline")).to_be_visible()
    screen.act("4x")
    screen.page.context.set_offline(False)
    screen.result(1)
    play = screen.page.locator("[data-testid=settled][data-wager=play]")
    expect(play).to_have_count(1)
    expect(play).to_have_attribute("data-stake", "2000")


def test_a_table_that_is_gone_says_so(casino: Casino, visit: Visit) -> None:
    screen = Screen(visit("/table/nowhere"))
    expect(screen.by("no-table")).to_contain_text("no open table")
