"""A house with a side bet of its own, on pages that know nothing of it.

Served from a copy of the package with the sixth house in it, with pages built from that copy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from tests.table.sixth_house import HOUSE, WAGER, copy_with_sixth_house

FRONTEND = Path(__file__).parents[2] / "frontend"
LABEL = "Hole Card Bonus"


def build_pages(folder: Path) -> None:
    """The pages, with the texts of the copied package, into that package."""
    frontend = folder / "frontend"
    built = shutil.ignore_patterns("node_modules", ".generated", "*.test.ts")
    shutil.copytree(FRONTEND, frontend, ignore=built)
    modules = frontend / "node_modules"
    modules.symlink_to((FRONTEND / "node_modules").resolve())
    vite = modules / "vite/bin/vite.js"
    run = subprocess.run(
        ["node", str(vite), "build", "--logLevel", "error"],
        cwd=frontend,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where another process serves the house."""
    folder = tmp_path_factory.mktemp("sixth")
    package = copy_with_sixth_house(folder / "src")
    build_pages(folder)
    with subprocess.Popen(
        [sys.executable, "-m", "uth", "serve", "--port=0", "--pace=0", f"--db={folder}/house.db"],
        env={**os.environ, "PYTHONPATH": str(package)},
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        yield server.stdout.readline().split()[0]
        server.terminate()


def test_a_guest_plays_the_new_side_bet(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    page = visit()
    for bet in ("Trips", LABEL):
        expect(page.get_by_test_id(f"house-{HOUSE}")).to_contain_text(bet)
    page.get_by_test_id(f"sit-down-{HOUSE}").click()
    screen = Screen(page)
    seat = screen.own_seat()
    screen.ready_to_bet()
    number = screen.round
    circle = screen.by(f"bet-{WAGER}")
    expect(circle).to_have_attribute("title", "Put chips on the Ante first")
    expect(circle).to_have_text("H")
    page.keyboard.press("a")
    page.keyboard.press("h")
    expect(circle).to_have_attribute("aria-label", f"{LABEL}, $5, not placed yet")
    paid = screen.by("pay-table-hole-card-bonus").get_by_role("row").nth(1)
    expect(paid).to_contain_text("Pair of aces against Pair of aces")
    expect(paid).to_contain_text("1,000 to 1")
    screen.place()
    screen.play_out(number)
    assert WAGER in {wager for place, wager, *_ in screen.settled() if place == seat}
    screen.result(number)
    expect(screen.by("settlement")).to_contain_text(LABEL)
    page.get_by_role("link", name="History").first.click()
    page.get_by_test_id("hand-link").first.click()
    expect(page.get_by_test_id("replay-felt")).to_contain_text(LABEL)
    row = page.locator(f"[data-testid=wager-row][data-wager={WAGER}]").first
    expect(row).to_contain_text(LABEL)
    visit.leave()
