"""The pages come up clean: served by the house, under its own policy, by the real command."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from bench.browser import first_load
from playwright.sync_api import Browser, expect

from tests.browser.casino import Casino
from tests.browser.conftest import Visit
from tests.browser.watch import Watch


def test_the_house_opens_its_door(visit: Visit) -> None:
    page = visit()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_visitor_without_a_session_is_no_error(visit: Visit) -> None:
    page = visit("/rules")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto("/")
    expect(page.get_by_test_id("house-california")).to_be_visible()
    assert not said


@pytest.fixture
def command(tmp_path: Path) -> Iterator[str]:
    """`uth serve` as people run it; it tells its port to the one who looks for it."""
    port = _free_port()
    run = [sys.executable, "-m", "uth", "serve", "--db", str(tmp_path / "house.db")]
    process = subprocess.Popen(
        [*run, "--port", str(port), "--pace", "0"], stderr=subprocess.DEVNULL
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _until_ready(address)
        yield address
    finally:
        process.terminate()
        process.wait(60)


def _free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _until_ready(address: str) -> None:
    for _ in range(600):
        try:
            with urlopen(f"{address}/ready", timeout=10):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the house does not open")


def test_the_real_command_serves_the_same(browser: Browser, command: str) -> None:
    context = browser.new_context(base_url=command)
    watch = Watch(context, command)
    page = context.new_page()
    answer = page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    context.close()
    watch.check()
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy.replace("style-src 'self' 'unsafe-inline'", "")
    assert "unsafe-eval" not in policy


def test_what_the_watch_is_for(browser: Browser, visit: Visit) -> None:
    """A page that fails, or calls elsewhere, is noticed."""
    context = browser.new_context()
    watch = Watch(context, "http://127.0.0.1:1")
    page = context.new_page()
    page.set_content("<h1>Elsewhere</h1>")
    page.evaluate("console.error('spilled')")
    page.evaluate("fetch('http://localhost:9/').catch(() => 0)")
    page.evaluate("setTimeout(() => { throw new Error('tripped') })")
    page.wait_for_timeout(0)
    page.wait_for_function("true")
    context.close()
    told = "\n".join(watch.wrong)
    assert "spilled" in told
    assert "foreign: http://localhost:9/" in told
    assert "tripped" in told


def test_the_first_load_is_light(browser: Browser, casino: Casino) -> None:
    """Under 300 kB over the line, whatever the lobby asks for, without the cards."""
    plain, _, _ = first_load(browser, casino)
    assert 10_000 < plain < 300_000


def test_an_address_that_leads_nowhere_says_so(visit: Visit) -> None:
    for path in ("/nonsense", "/%E0%A4%A", "/table/%E0%A4%A"):
        page = visit(path)
        expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
        page.get_by_role("link", name="To the lobby").click()
        expect(page.get_by_test_id("house-california")).to_be_visible()


def test_each_page_has_a_title_and_begins_at_its_top(visit: Visit) -> None:
    page = visit()
    expect(page).to_have_title("Ultimate Texas Hold'em")
    page.get_by_test_id("house-california").get_by_role("link").first.click()
    expect(page).to_have_title("Rules: california · Ultimate Texas Hold'em")
    expect(page.locator("main")).to_be_focused()
    page.get_by_role("link", name="History").click()
    expect(page).to_have_title("History · Ultimate Texas Hold'em")
    expect(page.locator("main")).to_be_focused()
