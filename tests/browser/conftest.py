"""Chromium as this machine has it, a house on a port of its own, and visitors in browsers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.browser.casino import Casino
from tests.browser.watch import Watch

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ("--disable-background-networking", "--disable-component-update", "--no-first-run")
PATIENCE = int(os.environ.get("UTH_PATIENCE", "60000"))
"""Milliseconds: a machine under load is slow, not wrong."""
expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    found = os.environ.get("UTH_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "no Chromium on this machine; `make test` installs it"
    return found


def launch(playwright: Playwright, *arguments: str) -> Browser:
    return playwright.chromium.launch(
        executable_path=chromium(),
        chromium_sandbox=os.geteuid() != 0,
        args=[*ARGUMENTS, *arguments],
    )


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Ends with these tests: while it is there, no other event loop runs in this process."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def casino() -> Iterator[Casino]:
    """One house for the tests of a file; each opens tables of its own."""
    house = Casino().start()
    yield house
    house.stop()


def settings(speed: str) -> str:
    """A script for visitors who have not chosen otherwise."""
    return f"""
if (location.protocol.startsWith('http') && !localStorage.getItem('uth.settings'))
  localStorage.setItem('uth.settings', JSON.stringify({{ speed: '{speed}' }}));
"""


class Visit:
    """Opens pages, each in a browser of its own: another visitor, and each is watched."""

    def __init__(self, browser: Browser, casino: Casino) -> None:
        self._browser = browser
        self._casino = casino
        self._come: list[tuple[BrowserContext, Watch]] = []

    def __call__(self, path: str = "/", *, speed: str = "instant", **options: Any) -> Page:
        """At once, nothing on the felt moves: what is told is on the screen."""
        context = self._browser.new_context(
            base_url=self._casino.address,
            viewport=options.pop("viewport", {"width": 1280, "height": 800}),
            reduced_motion=options.pop("reduced_motion", "reduce"),
            **options,
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(settings(speed))
        self._come.append((context, Watch(context, self._casino.address)))
        page = context.new_page()
        page.goto(path)
        return page

    def will_lose_connections(self) -> None:
        """What Chromium writes about lost connections is then no fault of the pages."""
        for _, watch in self._come:
            watch.losing = True

    def leave(self) -> None:
        for context, _ in self._come:
            context.close()
        for _, watch in self._come:
            watch.check()


@pytest.fixture
def visit(browser: Browser, casino: Casino) -> Iterator[Visit]:
    visitors = Visit(browser, casino)
    yield visitors
    visitors.leave()
