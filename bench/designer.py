"""The designer in a real Chromium: the time from a changed number to the new figures."""

from __future__ import annotations

import random
import time
from statistics import median

from playwright.sync_api import Browser, Page, expect
from tests.browser.casino import Casino

CHANGES = 9
WATCH = """
document.addEventListener('input', () => {
  const by = (name) => document.querySelector(`[data-testid=${name}]`);
  const [began, before] = [performance.now(), by('edge').dataset.exact];
  const times = (window.times = {});
  const look = () => {
    const now = performance.now() - began;
    if (!times.edge && by('edge').dataset.exact !== before) times.edge = now;
    if (times.edge && by('design-summary').dataset.busy === 'false') times.all = now;
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, { capture: true });
"""


def open_designer(browser: Browser, casino: Casino) -> tuple[Page, float]:
    """The page, and the seconds until its first figures were complete."""
    context = browser.new_context(base_url=casino.address, viewport={"width": 1280, "height": 800})
    context.add_init_script(WATCH)
    page = context.new_page()
    began = time.perf_counter()
    page.goto("/designer?house=hollywood-pa")
    expect(page.get_by_test_id("distribution")).to_be_visible()
    expect(page.locator("[data-testid=design-summary][data-busy=false]")).to_be_visible()
    return page, time.perf_counter() - began


def change(page: Page) -> tuple[float, float]:
    """Seconds from a changed Blind payout to the new edge, and to all figures."""
    page.get_by_test_id("paytable-blind-royal-flush").fill(f"{random.randrange(300, 90_000)} to 1")
    while not (times := page.evaluate("window.times")) or "all" not in times:
        time.sleep(0.02)
    return times["edge"] / 1_000, times["all"] / 1_000


def rows(browser: Browser) -> tuple[str, ...]:
    """Lines of the report, measured on a new server whose worker has not started yet."""
    casino = Casino().start()
    try:
        page, cold = open_designer(browser, casino)
        changes = [change(page) for _ in range(CHANGES)]
        page.context.close()
    finally:
        casino.close()
    edges, complete = zip(*changes, strict=True)
    return (
        f"| designer: a changed pay table's edge, median | {median(edges):.2f} s | 2 s |",
        f"| the same: risk, spread and distribution | {median(complete):.2f} s | about 2 s |",
        f"| the same, slowest of {CHANGES} | {max(complete):.2f} s | – |",
        f"| designer: all figures, its worker not yet started | {cold:.2f} s | – |",
    )
