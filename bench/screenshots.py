"""Takes the pictures of docs/screenshots from the running product."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.browser.casino import Caller, Casino
from tests.browser.conftest import launch, settings
from tests.browser.screen import Screen
from tests.browser.test_floor import sign_in

from uth.floor.tables.pace import Pace

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
COLOURS = 256
MOST = 400_000
"""Bytes of one picture."""


def keep(page: Page, name: str) -> None:
    """A picture with few colours: small enough to live beside the text."""
    page.mouse.move(0, 0)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    path = FOLDER / f"{name}.png"
    for colours in (COLOURS, 128, 64, 32):
        picture.quantize(colours, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
            path, optimize=True
        )
        if path.stat().st_size < MOST:
            return
    raise SystemExit(f"{path.name} is larger than {MOST} bytes")


def visitor(browser: Browser, casino: Casino, scheme: str, width: int = 1280) -> Page:
    height = 844 if width < 500 else 800
    context = browser.new_context(
        base_url=casino.address,
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    context.add_init_script(settings("instant"))
    return context.new_page()


def a_round(casino: Casino, page: Page, name: str) -> Iterator[str]:
    """One round with company, stopping where there is something to see."""
    table = casino.open(name, "hollywood-pa")
    page.goto(f"/table/{table}")
    screen = Screen(page)
    screen.sit(3)
    company = {seat: Caller(casino) for seat in (1, 4, 6)}
    for seat, caller in company.items():
        caller.sit(table, seat, 200_000)
    hands = {1: "Ks 9s", 3: "Ah Qh", 4: "8c 8d", 6: "Jc Td"}
    casino.stack(table, hands, "Kd 5c", "Qd Qc 7h 2s Qs")
    wagers = {"ante": 1_500, "blind": 1_500, "trips": 500}
    screen.put("ante", "trips", "ultimate_pairs", "progressive")
    screen.place()
    for caller in company.values():
        caller.order(table, "Wager", wagers=wagers)
    screen.phase("preflop")
    for seat, caller in company.items():
        caller.order(table, "Act", action="4x" if seat == 1 else "check")
    screen.act("check")
    screen.phase("flop")
    expect(screen.by("act-2x")).not_to_have_attribute("aria-disabled", "true")
    yield "table"
    for seat, caller in company.items():
        if seat != 1:
            caller.order(table, "Act", action="2x")
    screen.act("2x")
    screen.result(1)
    yield "settled"


def take(browser: Browser, casino: Casino) -> None:
    page = visitor(browser, casino, "light")
    page.goto("/")
    expect(page.get_by_test_id("house-hollywood-pa")).to_be_visible()
    expect(page.get_by_text("calculating…")).to_have_count(0)
    keep(page, "lobby")
    for name in a_round(casino, page, "high-noon"):
        keep(page, name)
    page.goto("/history/high-noon/1")
    expect(page.get_by_test_id("replay-step")).to_be_visible()
    keep(page, "replay")
    page.goto("/history")
    expect(page.get_by_test_id("sheet-net")).to_be_visible()
    expect(page.get_by_test_id("hand-link").first).to_be_visible()
    keep(page, "history")
    page.goto("/account")
    expect(page.get_by_test_id("set-own-limits")).to_be_visible()
    keep(page, "account")
    page.goto("/rules/california-bad-beat")
    expect(page.get_by_role("heading", level=1)).to_contain_text("California")
    keep(page, "rules")
    page.goto("/designer")
    expect(page.locator("[data-testid=design-summary][data-busy=false]")).to_be_visible()
    keep(page, "designer")
    staff = visitor(browser, casino, "light")
    staff.goto("/floor")
    sign_in(staff, "flo")
    staff.get_by_role("button", name="Manage High noon").click()
    expect(staff.get_by_test_id("desk-seat-3")).to_be_visible()
    keep(staff, "floor")
    for part in ("cage", "shift", "meters", "corrections", "hands"):
        staff.goto(f"/floor/{part}")
        expect(staff.locator("section.panel").first).to_be_visible()
        staff.wait_for_load_state("networkidle")
        keep(staff, f"floor-{part}")
    phone = visitor(browser, casino, "dark", 390)
    for name in a_round(casino, phone, "on-the-road"):
        keep(phone, f"phone-{name}")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    casino = Casino(Pace(alone=False)).start()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            expect.set_options(timeout=240_000)
            take(browser, casino)
            browser.close()
    finally:
        casino.close()


if __name__ == "__main__":
    main()
