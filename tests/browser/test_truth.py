"""The truth about money wherever it is shown: costs, balances, names, figures that load."""

from __future__ import annotations

import json
import re
from functools import partial
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Route, expect

from tests.browser.casino import PASSWORD, Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen, dollars
from uth.floor.people.roles import Role


def test_a_mistake_that_ends_the_hand_costs_dollars(casino: Casino, visit: Visit) -> None:
    """The hand is over, and with it the Ante on the felt; the coach still knows what it was."""
    table = casino.open("costly", "light-and-wonder")
    page = visit(f"/table/{table}")
    page.evaluate(
        "localStorage.setItem('uth.settings', JSON.stringify({speed: 'instant', coach: 'before'}))"
    )
    page.reload()
    screen = Screen(page)
    screen.sit(3)
    casino.stack(table, {3: "Qs 7h"}, "Kc 4d", "Qd 9c 8d 5s 2h")
    screen.put("ante")
    screen.place()
    for phase in ("preflop", "flop"):
        screen.phase(phase)
        screen.act("check")
    screen.phase("river")
    expect(screen.by("coach").get_by_text("On the river")).to_be_visible()
    screen.act("fold")
    screen.result(1)
    verdict = screen.by("coach-verdict")
    expect(verdict).to_have_text(re.compile(r"Fold cost \d\.\d+ antes \(\$[1-9][\d.]*\); Play 1x"))


def test_the_header_has_the_balance_of_now_after_leaving(casino: Casino, visit: Visit) -> None:
    table = casino.open("header", "light-and-wonder")
    page = visit(f"/table/{table}")
    screen = Screen(page)
    player = screen.sit(1)
    in_front = screen.chips(1)
    at_cage = casino.ask(lambda: casino.app.runner.floor.books.balance(player))
    screen.by("leave").click()
    assert at_cage >= in_front > 0
    expect(page.get_by_role("banner")).to_contain_text(dollars(at_cage + in_front))


def test_names_are_known_in_any_spelling_and_unknown_ones_refused(casino: Casino) -> None:
    casino.ask(partial(casino.app.people.make, "mia", PASSWORD, Role.PLAYER))
    mia = Caller(casino, "mia")
    mia.ask("POST", "/api/me/play-money", amount=50_000, key="once")
    flo = Caller(casino, "flo")
    for name in ("mia", "MIA", " Mia "):
        path = f"/api/players/{name.replace(' ', '%20')}/statement"
        assert flo.ask("GET", path)["at_cage"] == 50_000
    for path in ("/api/players/nobody/statement", "/api/players/nobody/banker"):
        with pytest.raises(HTTPError) as refused:
            flo.ask("GET", path)
        assert json.load(refused.value)["code"] == "player/unknown"


def test_the_sheet_says_that_it_is_loading(casino: Casino, visit: Visit) -> None:
    page = visit("/rules")
    page.request.post("/api/guest")
    waiting: list[Route] = []
    page.route("**/api/me/sheet*", lambda route: waiting.append(route))
    page.goto("/history")
    expect(page.get_by_test_id("sheet-loading")).to_have_text("Judging your hands…")
    waiting[0].continue_()
    expect(page.get_by_test_id("sheet-loading")).to_have_count(0)
    expect(page.get_by_test_id("sheet")).to_contain_text("Play a hand")


def test_the_designer_never_shows_a_new_edge_beside_an_old_risk(
    casino: Casino, visit: Visit
) -> None:
    page = visit("/designer?house=light-and-wonder")
    expect(page.locator("[data-testid=design-summary][data-busy=false]")).to_be_visible()
    risk, edge = page.get_by_test_id("risk"), page.get_by_test_id("edge")
    expect(risk).to_contain_text("%")
    old_risk, old_edge = risk.inner_text(), edge.inner_text()
    waiting: list[Route] = []
    page.route("**/api/solve", lambda route: waiting.append(route))
    page.get_by_test_id("design-play-preflop").fill("3")
    expect(edge).not_to_have_text(old_edge)
    expect(risk).to_have_text("…")
    expect(page.get_by_test_id("spread")).to_have_text("…")
    for route in waiting:
        route.continue_()
    page.unroute("**/api/solve")
    expect(risk).to_contain_text("%")
    assert risk.inner_text() != old_risk


def test_a_result_is_said_without_a_second_minus(casino: Casino, visit: Visit) -> None:
    """ "You lost $20", in the slip and beside the felt; and the session's total has the sign."""
    table = casino.open("lost", "light-and-wonder")
    screen = Screen(visit(f"/table/{table}"))
    screen.sit(1)
    casino.stack(table, {1: "7c 2d"}, "Ks Kd", "Ah Qd 9h 5s 3c")
    screen.put("ante")
    screen.place()
    screen.check_to_the_end()
    expect(screen.result(1)).to_have_text("You lost $15")
    expect(screen.page.locator("#settlement")).to_have_text("You lost $15")
    expect(screen.by("session")).to_have_text("This session 1 hand −$15")
    expect(screen.by("reason")).to_have_text("The dealer wins: pair of kings against ace high.")
