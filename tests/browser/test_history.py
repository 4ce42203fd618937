"""A hand of one's own: found, replayed step by step, and its shuffle verified in the browser."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.casino import Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen, dollars


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


def test_a_hand_is_replayed_and_verified(casino: Casino, visit: Visit, tmp_path: Path) -> None:
    page, net = played(casino, visit, "kept")
    page.get_by_role("link", name="History").first.click()
    expect(page.get_by_test_id("hand-net").first).to_have_text(dollars(net))
    page.get_by_test_id("hand-link").first.click()
    step = page.get_by_test_id("replay-step")
    expect(step).to_be_visible()
    last = step.inner_text()
    page.get_by_test_id("replay-first").click()
    expect(page.get_by_test_id("replay-previous")).to_be_disabled()
    while page.get_by_test_id("replay-next").is_enabled():
        page.get_by_test_id("replay-next").click()
    expect(step).to_have_text(last)
    page.get_by_test_id("verify").click()
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-good", "true")
    with page.expect_download() as saved:
        page.get_by_test_id("download-receipt").click()
    saved.value.save_as(tmp_path / "receipt.json")
    assert json.loads((tmp_path / "receipt.json").read_text())["round"] == 1


def test_a_receipt_that_was_altered_is_not_verified(casino: Casino, visit: Visit) -> None:
    """Two cards of the deck change places on the way: the browser itself notices."""
    page, _ = played(casino, visit, "altered")

    def swap(route: Route) -> None:
        receipt = route.fetch().json()
        deck = receipt["deck"]
        deck[0], deck[1] = deck[1], deck[0]
        route.fulfill(json=receipt)

    page.route("**/rounds/1/receipt", swap)
    page.goto("/history/altered/1")
    page.get_by_test_id("verify").click()
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-good", "false")
