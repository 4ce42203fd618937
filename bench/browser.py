"""The pages in a real Chromium: bytes transferred, response times, and frame rates."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, Response, expect, sync_playwright
from tests.browser.casino import Caller, Casino
from tests.browser.conftest import come, launch, settings
from tests.browser.screen import Screen

from bench import designer
from uth.floor.tables.pace import Pace

SLOW = 50.0
"""Milliseconds; people notice a frame that takes longer."""
LISTEN = """
window.answers = [];
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => {
      const update = JSON.parse(data);
      if (update.type !== 'update' || !update.events.some(({ type }) => type === 'Acted')) return;
      const sent = performance.now();
      const look = () => {
        const felt = document.querySelector('[data-testid=felt]');
        if (Number(felt?.dataset.version) >= update.version) answers.push(performance.now() - sent);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }
};
"""


def first_load(browser: Browser, casino: Casino) -> tuple[int, int, float]:
    """Bytes without and with card images, and milliseconds until a seat can be taken."""
    context = come(browser, casino.address)
    page = context.new_page()
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    began = time.perf_counter()
    page.goto("/")
    expect(page.get_by_test_id("sit-down-hollywood-pa")).to_be_enabled()
    milliseconds = (time.perf_counter() - began) * 1_000
    sizes = [(response.url, sum(_sizes(response))) for response in responses]
    context.close()
    plain = sum(size for url, size in sizes if not is_card(url))
    return plain, sum(size for _, size in sizes), milliseconds


def is_card(url: str) -> bool:
    """Whether a file is a card face, such as `AH-….svg` or `10S-….svg`."""
    name = url.rsplit("/", 1)[-1]
    return name.endswith(".svg") and name[:1] in "23456789TJQKA" and name[1:2] in "CDHS"


def _sizes(response: Response) -> tuple[int, int]:
    sizes = response.request.sizes()
    return sizes["responseBodySize"], sizes["responseHeadersSize"]


def seated(browser: Browser, casino: Casino, table: str, speed: str) -> tuple[Page, list[Caller]]:
    """A visitor in seat 1, with bots in three other seats."""
    context = browser.new_context(base_url=casino.address, viewport={"width": 1280, "height": 800})
    context.add_init_script(settings(speed))
    context.add_init_script(LISTEN)
    casino.open(table, "light-and-wonder")
    page = context.new_page()
    page.goto(f"/table/{table}")
    Screen(page).sit(1)
    company = [Caller(casino) for _ in range(3)]
    for seat, caller in enumerate(company, 2):
        caller.sit(table, seat, 100_000)
    return page, company


def answers(browser: Browser, casino: Casino, rounds: int) -> list[float]:
    """Milliseconds from the server's message about a decision until the screen shows it."""
    page, company = seated(browser, casino, "answers", "instant")
    screen = Screen(page)
    results: list[float] = []
    for number in range(1, rounds + 1):
        screen.ready_to_bet()
        screen.put("ante")
        screen.place()
        for caller in company:
            caller.order("answers", "Wager", wagers={"ante": 500, "blind": 500})
        screen.phase("preflop")
        for caller in company:
            caller.order("answers", "Act", action="4x")
        screen.act("4x")
        screen.result(number)
        results += page.evaluate("answers.splice(0)")
    page.context.close()
    return results


def frames(browser: Browser, casino: Casino) -> list[float]:
    """Milliseconds between frames while six hands are dealt, from the browser's trace."""
    page, company = seated(browser, casino, "frames", "real")
    screen = Screen(page)
    screen.put("ante")
    screen.place()
    expect(screen.by("placed")).to_be_visible()
    for caller in company[:-1]:
        caller.order("frames", "Wager", wagers={"ante": 500, "blind": 500})
    categories = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame"]
    browser.start_tracing(page=page, categories=[*categories, "devtools.timeline.frame"])
    company[-1].order("frames", "Wager", wagers={"ante": 500, "blind": 500})
    expect(page.locator("[data-testid=felt][data-busy=true]")).to_be_visible()
    page.evaluate("performance.mark('dealing')")
    expect(page.locator("[data-testid=felt][data-busy=false]")).to_be_visible()
    trace: dict[str, Any] = json.loads(browser.stop_tracing())
    page.context.close()
    drawn = sorted(event["ts"] for event in trace["traceEvents"] if event["name"] == "DrawFrame")
    return [(later - earlier) / 1_000 for earlier, later in pairwise(drawn)]


def measure() -> str:
    casino = Casino(Pace(step=0, betting=600_000, acting=600_000, alone=False)).start()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            first_load(browser, casino)
            loads = [first_load(browser, casino) for _ in range(5)]
            times = sorted(answers(browser, casino, 8))
            drawn = frames(browser, casino)
            designed = designer.rows(browser)
            browser.close()
    finally:
        casino.close()
    ready = median(load[2] for load in loads)
    slow = sum(1 for frame in drawn if frame > SLOW)
    late = times[int(len(times) * 0.95)]
    return "\n".join(
        (
            "## The browser",
            "",
            "| what | measured | goal |",
            "|---|---|---|",
            f"| first load without cards, compressed | {loads[-1][0] / 1_000:.0f} kB | 300 kB |",
            f"| until a seat can be taken | {ready / 1_000:.2f} s | 2 s |",
            f"| a decision's answer on the screen, median | {median(times):.0f} ms | 100 ms |",
            f"| the same, 95 of 100 | {late:.0f} ms | 100 ms |",
            f"| frames over 50 ms while dealing | {slow} of {len(drawn)} | 1 of 20 |",
            *designed,
            "",
        )
    )
