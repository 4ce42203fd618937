"""Reload and connection loss in every phase: what comes back is what was there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Route, expect

from tests.browser.casino import FLOOR, Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.patience import becomes
from tests.browser.screen import Screen
from uth.core.hands import Category, rank_hand
from uth.floor.fairness.seeded_draw import commitment_of
from uth.floor.fairness.shuffle import RoundName, deck_of
from uth.floor.tables.orders import Order
from uth.rulebook.canonical import digest
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table.dealing import deal

Trouble = Callable[[Screen, Casino, Visit], None]


def reload(screen: Screen, casino: Casino, visit: Visit) -> None:
    screen.page.reload()


def cut(screen: Screen, casino: Casino, visit: Visit) -> None:
    """The line goes dead, the page says so; then it is back."""
    visit.will_lose_connections()
    screen.page.context.set_offline(True)
    casino.disconnected()
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


def _rich(table: str) -> bytes:
    """A seed whose first deck gives seat 2 four of a kind: Trips for $25 waits for the floor.

    It is committed to like any other, so that it comes out of the journal again.
    """
    rules = load_house("cardroom-25")
    name = RoundName(table, 1, rules.id, digest(rules))
    for number in count(1):
        seed = number.to_bytes(32, "big")
        deck = deck_of(commitment_of(name, seed.hex()), seed.hex(), {})
        dealt = deal(rules.dealing.procedure, deck, (2, 5))
        if rank_hand((*dealt.seats[2], *dealt.board)).category is Category.FOUR_OF_A_KIND:
            return seed
    raise AssertionError("every deck is dull")


def approve_all(casino: Casino, table: str) -> None:
    """One after the other: the dealer asks for the next when the one before is paid."""
    while True:
        casino.at_rest(table)
        found = casino.ask(lambda: casino.table_writer(table).table)
        if not found.approval_pending:
            return
        casino.perform(Order(table, FLOOR, c.Approve(FLOOR, found.due[0].paid)))


@pytest.mark.parametrize("trouble", [reload, cut, power], ids=lambda found: found.__name__)
def test_every_phase_survives(casino: Casino, visit: Visit, trouble: Trouble) -> None:
    """Trouble in each phase of one round; the round ends as if nothing had been."""
    name = f"loss-{trouble.__name__}"
    table = casino.open(name, "cardroom-25", seed=_rich(name))
    screen = Screen(visit(f"/table/{table}"))
    player = screen.sit(2)
    other = Caller(casino)
    other.sit(table, 5, 100_000)

    def survive() -> None:
        screen.follow(casino, table)
        before = screen.laid()
        trouble(screen, casino, visit)
        screen.follow(casino, table)
        becomes(screen.laid, before)

    screen.by("chip-2500").check()
    screen.put("ante", "trips")
    screen.place()
    expect(screen.by("placed")).to_be_visible()
    survive()
    other.order(table, "Wager", wagers={"ante": 2_500, "blind": 2_500})
    screen.phase("preflop")
    survive()
    for phase, action, theirs in (
        ("preflop", "check", "4x"),
        ("flop", "check", ""),
        ("river", "1x", ""),
    ):
        screen.phase(phase)
        if theirs:
            other.order(table, "Act", action=theirs)
            expect(screen.by("seat-5").locator(".tucked-blind")).to_be_visible()
        survive()
        screen.act(action)
    expect(screen.by("approval")).to_be_visible()
    expect(screen.by("hand-2")).to_contain_text("four of a kind")
    survive()
    expect(screen.by("approval")).to_be_visible()
    approve_all(casino, table)
    screen.phase("betting")
    expect(screen.felt).to_have_attribute("data-round", "2")
    screen.follow(casino, table)
    assert screen.chips(2) == casino.chips(table, player)


def test_a_decision_sent_while_the_line_is_dead_happens_once(casino: Casino, visit: Visit) -> None:
    table = casino.open("loss-order", "light-and-wonder")
    screen = Screen(visit(f"/table/{table}"))
    screen.sit(1)
    screen.put("ante")
    screen.place()
    screen.phase("preflop")
    visit.will_lose_connections()
    screen.page.context.set_offline(True)
    casino.disconnected()
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


def test_no_answer_does_not_make_another_guest(casino: Casino, visit: Visit) -> None:
    """Whoever sits stays who he is when the house does not say at once who that was."""
    table = casino.open("loss-name", "light-and-wonder")
    screen = Screen(visit(f"/table/{table}"))
    player = screen.sit(1)
    visit.will_lose_connections()
    left = [2]

    def unanswered(route: Route) -> None:
        left[0] -= 1
        if left[0] >= 0:
            route.abort("connectionreset")
        else:
            route.continue_()

    screen.page.route("**/api/session", unanswered)
    screen.page.reload()
    expect(screen.by("seat-1")).to_have_attribute("data-player", player)
    assert screen.own_seat() == 1
    assert left[0] < 0
    left[0] = 1
    with screen.page.expect_event("requestfailed", lambda one: one.url.endswith("/api/session")):
        screen.by("leave").click()
    expect(screen.by("house-california")).to_be_visible()
    expect(screen.page.get_by_role("banner")).to_contain_text("Guest")
