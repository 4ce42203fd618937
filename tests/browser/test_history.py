"""A hand of one's own: found, replayed step by step, and its shuffle verified in the browser."""

from __future__ import annotations

import json
import re
from itertools import zip_longest
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.casino import Casino
from tests.browser.conftest import Visit
from tests.browser.receipts import mysteries, refused, rounds
from tests.browser.screen import Screen, signed
from uth.rulebook.store import load_house


def played(casino: Casino, visit: Visit, table: str) -> tuple[Page, int]:
    """A page whose visitor has played one round; what it brought him."""
    casino.open(table, "light-and-wonder")
    page = visit(f"/table/{table}")
    screen = Screen(page)
    screen.sit(3)
    screen.put("ante", "trips")
    screen.place()
    screen.check_to_the_end()
    return page, int(screen.result(1).get_attribute("data-net") or 0)


def test_hands_are_listed_while_they_are_judged(casino: Casino, visit: Visit) -> None:
    page, net = played(casino, visit, "judged-later")
    held: list[Route] = []
    page.route("**/api/me/sheet", lambda route: held.append(route))
    page.goto("/history")
    expect(page.get_by_test_id("hand-net").first).to_have_text(signed(net))
    expect(page.get_by_test_id("sheet-loading")).to_be_visible()
    held[0].continue_()
    expect(page.get_by_test_id("sheet-net")).to_have_text(signed(net))


def test_a_hand_is_replayed_and_verified(casino: Casino, visit: Visit, tmp_path: Path) -> None:
    page, net = played(casino, visit, "kept")
    page.get_by_test_id("tab-coach").click()
    page.get_by_test_id("coach-heat").locator("summary").click()
    expect(page.get_by_test_id("hand-AA")).to_have_attribute("data-best", "4x")
    page.get_by_role("link", name="History").first.click()
    expect(page.get_by_test_id("hand-net").first).to_have_text(signed(net))
    row = page.get_by_test_id("hand-row").first
    expect(row).to_contain_text(load_house("light-and-wonder").name)
    expect(row).not_to_contain_text("light-and-wonder")
    page.get_by_test_id("hand-link").first.click()
    step = page.get_by_test_id("replay-step")
    expect(step).to_be_visible()
    last = step.inner_text()
    page.get_by_test_id("replay-first").click()
    expect(page.get_by_test_id("replay-previous")).to_be_disabled()
    while page.get_by_test_id("replay-next").is_enabled():
        page.get_by_test_id("replay-next").click()
    expect(step).to_have_text(last)
    expect(page.get_by_test_id("replay-felt")).to_have_attribute("data-cloth", "light-and-wonder")
    wagers = page.get_by_test_id("replay-seat").locator("dt")
    expect(wagers).to_have_text(["Ante", "Play", "Blind", "Trips"])
    page.get_by_test_id("verify").click()
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-good", "true")
    with page.expect_download() as saved:
        page.get_by_test_id("download-receipt").click()
    saved.value.save_as(tmp_path / "receipt.json")
    assert json.loads((tmp_path / "receipt.json").read_text())["round"] == 1


def test_a_shared_hand_asks_a_stranger_to_sign_in(visit: Visit) -> None:
    page = visit("/history/kept/1")
    expect(page.get_by_role("alert")).to_have_text("Sign in to see this hand.")


def test_a_seed_of_one_s_own_is_in_the_receipt(casino: Casino, visit: Visit) -> None:
    """It is mixed in before the bets close, and missed where a receipt leaves it out."""
    casino.open("seeded", "light-and-wonder")
    page = visit("/table/seeded")
    screen = Screen(page)
    screen.sit(3)
    screen.ready_to_bet()
    page.get_by_test_id("tab-log").click()
    page.get_by_text("Shuffle of this round").click()
    promised = screen.by("commitment").inner_text()
    page.get_by_test_id("random-seed").click()
    expect(page.get_by_test_id("seed")).to_have_value(re.compile("^[0-9a-f]{32}$"))
    page.get_by_test_id("seed").fill("seven sevens")
    page.get_by_test_id("mix-seed").click()
    expect(page.get_by_test_id("mixed")).to_have_text("Added to round 1: seven sevens")
    expect(screen.by("commitment")).to_have_text(promised)
    screen.put("ante")
    screen.place()
    screen.phase("preflop")
    expect(page.get_by_test_id("seed")).to_be_disabled()
    screen.check_to_the_end()
    screen.result(1)
    receipt = page.request.get("/api/tables/seeded/rounds/1/receipt").json()
    assert receipt["player_seeds"] == {"3": "seven sevens"}
    assert receipt["commitment"] == promised
    page.goto("/history/seeded/1")
    page.get_by_test_id("verify").click()
    given = page.locator("[data-check=given]")
    expect(given).to_have_attribute("data-good", "true")
    left_out = {**receipt, "player_seeds": {}}
    page.route("**/rounds/1/receipt", lambda route: route.fulfill(json=left_out))
    page.reload()
    page.get_by_test_id("verify").click()
    expect(given).to_have_attribute("data-good", "false")
    expect(given).to_contain_text("you gave seven sevens")


def test_what_was_altered_is_named(casino: Casino, visit: Visit) -> None:
    """One thing after the other is altered on the way; the browser names what the floor names."""
    page, _ = played(casino, visit, "altered")
    replay = page.request.get("/api/tables/altered/rounds/1").json()
    won = {"type": "MysteryWon", "player": "Ann", "seat": 3, "amount": 25_301}
    replay["events"].insert(1, won)
    first = (rounds()[0], mysteries()[0])
    vectors = [
        [told or whole for told, whole in zip(pair, first, strict=True)]
        for pair in zip_longest(rounds(), mysteries())
    ]
    page.route(re.compile(r"/rounds/\d+$"), lambda route: route.fulfill(json=replay))
    page.route("**/receipt", lambda route: route.fulfill(json=vectors[_round(route)][0]))
    page.route("**/mysteries", lambda route: route.fulfill(json=[vectors[_round(route)][1]]))
    page.goto("/rules")
    for number, pair in enumerate(vectors):
        page.evaluate(GO, f"/history/altered/{10 * number + 1}")
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"Round {10 * number + 1} ")
        for button, told in zip(("verify", "verify-mystery"), pair, strict=True):
            panel = page.locator(".panel", has=page.get_by_test_id(button))
            panel.get_by_test_id(button).click()
            wrong, verdict = refused(told), panel.get_by_test_id("verdict")
            expect(verdict).to_have_attribute("data-good", "false" if wrong else "true")
            bad = verdict.locator("[data-check][data-good=false]")
            if wrong:
                expect(bad.first).to_have_attribute("data-check", wrong)
            else:
                expect(bad).to_have_count(0)


GO = """path => {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}"""
"""Another page of the same visit, as a link goes there."""


def _round(route: Route) -> int:
    """Which vector is asked for: round 1 has the first, round 11 the second, and so on."""
    return int(route.request.url.split("/")[-2]) // 10
