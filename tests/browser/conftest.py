"""Chromium as this machine has it, a house on a port of its own, and visitors in browsers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.browser.casino import Casino
from tests.browser.patience import PATIENCE_MS
from tests.browser.watch import Watch
from tests.web.served_app import SharedQueue, shared_queue

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FEATURES_OFF = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)
"""Those that Playwright switches off, as only the last flag of a name counts, and the two pages
that Chromium loads for its address bar, which take as long as a page of ours."""
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    f"--disable-features={','.join(FEATURES_OFF)}",
    "--no-first-run",
)
HERE = Path(__file__).parent
expect.set_options(timeout=PATIENCE_MS)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nothing here is quick enough for `make check`: each test opens pages in a real browser."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.slow)


def chromium() -> str:
    found = os.environ.get("UTH_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "no Chromium on this machine; `make test` installs it"
    return found


def launch(playwright: Playwright, *arguments: str) -> Browser:
    return playwright.chromium.launch(
        executable_path=chromium(),
        chromium_sandbox=os.geteuid() != 0,
        args=[*ARGUMENTS, *arguments],
        timeout=PATIENCE_MS,
    )


def come(browser: Browser, address: str, **options: Any) -> BrowserContext:
    """Another visitor: a browser of their own, in which nothing is given up early."""
    options.setdefault("service_workers", "block")  # it would hide requests from the tests
    context = browser.new_context(base_url=address, **options)
    context.set_default_timeout(PATIENCE_MS)
    return context


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Ends with these tests: while it is there, no other event loop runs in this process."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def jobs() -> Iterator[SharedQueue]:
    """One worker process for all houses: what is solved for one page is solved for the next."""
    with shared_queue() as queue:
        yield queue


@pytest.fixture(scope="module")
def casino(jobs: SharedQueue) -> Iterator[Casino]:
    """One house for the tests of a file; each opens tables of its own."""
    house = Casino(jobs=jobs).start()
    yield house
    house.close()


def settings(speed: str) -> str:
    """A script for visitors who have not chosen otherwise."""
    return f"""
if (location.protocol.startsWith('http') && !localStorage.getItem('uth.settings'))
  localStorage.setItem('uth.settings', JSON.stringify({{ speed: '{speed}' }}));
"""


class Visit:
    """Opens pages, each in a browser of its own: another visitor, and each is watched."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._come: list[tuple[BrowserContext, Watch]] = []

    def __call__(self, path: str = "/", *, speed: str = "instant", **options: Any) -> Page:
        """At once, nothing on the felt moves: what is told is on the screen."""
        context = come(
            self._browser,
            self._address,
            viewport=options.pop("viewport", {"width": 1280, "height": 800}),
            reduced_motion=options.pop("reduced_motion", "reduce"),
            **options,
        )
        context.add_init_script(settings(speed))
        self._come.append((context, Watch(context, self._address)))
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
    visitors = Visit(browser, casino.address)
    yield visitors
    visitors.leave()
