"""The pages come up clean: served by the house, under its own policy, by the real command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.browser import first_load
from playwright.sync_api import Browser, expect

from tests.browser.casino import Casino
from tests.browser.conftest import Visit, come
from tests.browser.patience import PATIENCE
from tests.browser.watch import Watch


def test_the_house_opens_its_door(visit: Visit) -> None:
    page = visit()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_visitor_without_a_session_is_no_error(visit: Visit) -> None:
    page = visit("/rules", service_workers="allow")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto("/")
    expect(page.get_by_test_id("house-california")).to_be_visible()
    assert not said


@pytest.fixture
def command(tmp_path: Path) -> Iterator[str]:
    """The address of `uth serve` as people run it, on a free port; it says where it serves."""
    run = [sys.executable, "-m", "uth", "serve", "--db", str(tmp_path / "house.db")]
    with subprocess.Popen(
        [*run, "--port", "0", "--pace", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[0]
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_the_real_command_serves_the_same(browser: Browser, command: str) -> None:
    context = come(browser, command)
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
    elsewhere = "http://127.0.0.1:1"
    context = come(browser, elsewhere)
    watch = Watch(context, elsewhere)
    page = context.new_page()
    page.set_content("<h1>Elsewhere</h1>")
    with page.expect_console_message(lambda message: message.text == "spilled"):
        page.evaluate("console.error('spilled')")
    with page.expect_request("http://localhost:9/"):
        page.evaluate("fetch('http://localhost:9/').catch(() => 0)")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('tripped') })")
    context.close()
    told = "\n".join(watch.wrong)
    assert "spilled" in told
    assert "foreign: http://localhost:9/" in told
    assert "tripped" in told


def test_the_first_load_is_light(browser: Browser, casino: Casino) -> None:
    """Under 300 kB over the line, whatever the lobby asks for, without the cards."""
    plain, _, _ = first_load(browser, casino)
    assert 10_000 < plain < 300_000


@pytest.mark.parametrize(
    ("path", "lost"),
    [("/", "**/api/houses/*/rules"), ("/designer/simulation", "**/api/houses")],
)
def test_a_page_says_that_a_request_was_lost(visit: Visit, path: str, lost: str) -> None:
    page = visit("/nonsense")
    visit.will_lose_connections()
    page.route(lost, lambda route: route.abort("internetdisconnected"))
    page.goto(path)
    expect(page.locator("main").get_by_text("The server can’t be reached.")).to_be_visible()


def test_the_front_page_keeps_its_words_clear(visit: Visit) -> None:
    """No drawing lies under the words on a tablet, no button breaks its line on a phone."""
    page = visit(viewport={"width": 820, "height": 1180})
    expect(page.get_by_test_id("play-now")).to_be_visible()
    expect(page.locator(".hero .layout")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    lines = "one => getComputedStyle(one).whiteSpace"
    assert page.get_by_test_id("account").evaluate(lines) == "nowrap"


def test_an_address_that_leads_nowhere_says_so(visit: Visit) -> None:
    for path in ("/nonsense", "/%E0%A4%A", "/table/%E0%A4%A"):
        page = visit(path)
        expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
        page.get_by_role("link", name="Go to the lobby").click()
        expect(page.get_by_test_id("house-california")).to_be_visible()


def test_the_pages_follow_the_theme_of_the_system(visit: Visit) -> None:
    page = visit(color_scheme="light")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(html).to_have_attribute("data-theme", "dark")


def test_each_page_has_a_title_and_begins_at_its_top(visit: Visit) -> None:
    page = visit()
    expect(page).to_have_title("Ultimate Texas Hold'em")
    page.get_by_test_id("house-california").get_by_role("link").first.click()
    expect(page).to_have_title("Rules: California cardroom · Ultimate Texas Hold'em")
    expect(page.locator("main")).to_be_focused()
    page.get_by_role("link", name="History").click()
    expect(page).to_have_title("History · Ultimate Texas Hold'em")
    expect(page.locator("main")).to_be_focused()


def test_the_app_can_be_installed_and_says_when_it_is_offline(casino: Casino, visit: Visit) -> None:
    page = visit("/", service_workers="allow")
    manifest = page.request.get("/manifest.webmanifest").json()
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).headers["content-type"] == "image/png"
    page.evaluate("() => navigator.serviceWorker.ready")
    visit.will_lose_connections()
    page.context.set_offline(True)
    page.goto("/history")
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_test_id("play-now")).to_be_visible()
