"""Every page on a phone and to everybody: no sideways scrolling, nothing serious that axe finds."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.casino import Casino, table_name
from tests.browser.conftest import Visit
from tests.browser.patience import becomes
from tests.browser.screen import Screen
from tests.browser.test_circles import OTHERS, SIZES
from tests.browser.test_floor import sign_in

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
RUN = "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
WIDTHS = """() => ({
  page: document.documentElement.scrollWidth,
  window: window.innerWidth,
  out: [...document.querySelectorAll('body *')]
    .filter(one => one.getBoundingClientRect().right > window.innerWidth + 1)
    .slice(0, 5).map(one => `${one.tagName}.${one.className}`),
})"""
STILL = """() => document.getAnimations().every(
  one => one.playState !== 'running' || !one.effect.target.checkVisibility())"""
"""What is folded away never ends to move: Chromium does not tick it."""
SERIOUS = ("serious", "critical")
EACH_ONCE = (
    pytest.param("light", DESK, id="desk-light"),
    pytest.param("dark", PHONE, id="phone-dark"),
)
"""Each width and each scheme once."""
EVERY = (
    *EACH_ONCE,
    pytest.param("dark", DESK, id="desk-dark", marks=pytest.mark.nightly),
    pytest.param("light", PHONE, id="phone-light", marks=pytest.mark.nightly),
    *(
        pytest.param(
            scheme, size, id=f"{size['width']}x{size['height']}", marks=pytest.mark.nightly
        )
        for scheme, size in zip(cycle(("light", "dark")), (*SIZES[2:], *OTHERS), strict=False)
    ),
)
"""Width and scheme seldom meet in one rule: other pairs and sizes are looked at by night."""


def axe(page: Page) -> list[str]:
    """What axe calls serious or critical, each with the first element it means."""
    found: list[dict[str, Any]] = page.evaluate(RUN)
    return [
        f"{one['id']}: {one['help']} ({one['nodes'][0]['html'][:160]}; {len(one['nodes'])} times)"
        for one in found
        if one["impact"] in SERIOUS
    ]


def sideways(page: Page) -> str:
    found = page.evaluate(WIDTHS)
    if found["page"] <= found["window"]:
        return ""
    return f"{found['page']} px wide in {found['window']}: {found['out']}"


def look(page: Page, name: str) -> None:
    """What passes by, as a button that is pale while it waits, is looked at until it has passed."""
    page.wait_for_function(STILL)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    becomes(lambda: "\n".join(f"{name}: {one}" for one in (*axe(page), sideways(page)) if one), "")


@pytest.mark.parametrize(("scheme", "size"), EVERY)
def test_the_pages_of_a_guest(
    casino: Casino, visit: Visit, scheme: str, size: ViewportSize
) -> None:
    page = visit(color_scheme=scheme, viewport=size)
    expect(page.get_by_test_id("house-hollywood-pa")).to_be_visible()
    look(page, "lobby")
    table = casino.open(f"look-{scheme}-{size['width']}", "hollywood-pa")
    page.goto(f"/table/{table}")
    screen = Screen(page)
    screen.sit(3)
    screen.ready_to_bet()
    screen.put("ante", "trips", "ultimate_pairs")
    expect(screen.by("place")).not_to_have_attribute("aria-disabled", "true")
    look(page, "betting")
    screen.place()
    screen.phase("preflop")
    look(page, "deciding")
    screen.check_to_the_end()
    screen.result(1)
    look(page, "settled")
    page.goto(f"/history/{table}/1")
    expect(page.get_by_test_id("verify")).to_be_visible()
    look(page, "replay")
    page.goto("/history")
    expect(page.get_by_test_id("hand-link").first).to_be_visible()
    look(page, "history")
    page.goto("/rules/california-bad-beat")
    expect(page.get_by_role("heading", level=1)).to_contain_text("California")
    look(page, "rules")
    page.goto("/rules")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    look(page, "houses")
    page.goto("/designer?house=hollywood-pa")
    expect(page.locator("[data-testid=design-summary][data-busy=false]")).to_be_visible()
    expect(page.get_by_test_id("edge")).to_be_visible()
    for group in page.locator("details:not([open]) > summary").all()[::-1]:
        group.click()
    look(page, "designer")


@pytest.mark.parametrize(("scheme", "size"), EVERY)
def test_the_floor_console(casino: Casino, visit: Visit, scheme: str, size: ViewportSize) -> None:
    name = f"console-{scheme}-{size['width']}"
    casino.open(name, "hollywood-pa")
    page = visit("/floor", color_scheme=scheme, viewport=size)
    expect(page.get_by_test_id("staff-sign-in")).to_be_visible()
    look(page, "sign in")
    sign_in(page, "flo")
    expect(page.get_by_text(table_name(name)).first).to_be_visible()
    look(page, "console")
    page.get_by_role("button", name=f"Manage {table_name(name)}").click()
    expect(page.get_by_test_id("table-desk")).to_be_visible()
    look(page, "desk")


@pytest.mark.parametrize(("scheme", "size"), EACH_ONCE)
def test_the_other_parts_of_the_console(
    casino: Casino, visit: Visit, scheme: str, size: ViewportSize
) -> None:
    """Accounts too."""
    for name, parts in (
        ("flo", "cage shift meters hands corrections"),
        ("adm", "people service"),
    ):
        page = visit("/floor", color_scheme=scheme, viewport=size)
        sign_in(page, name)
        for part in parts.split():
            page.goto(f"/floor/{part}")
            expect(page.locator("section.panel").first).to_be_visible()
            look(page, part)
    page.goto("/account")
    expect(page.get_by_test_id("safety")).to_be_visible()
    look(page, "account of staff")
    guest = visit("/", color_scheme=scheme, viewport=size)
    guest.request.post("/api/guest")
    guest.goto("/account")
    expect(guest.get_by_test_id("set-own-limits")).to_be_visible()
    look(guest, "account")
