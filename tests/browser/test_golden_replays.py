"""Every golden round in the replay of the pages: no event shows a text key."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.browser.casino import Casino
from tests.browser.conftest import Visit
from tests.table.notation.golden import NAMES, load
from uth.floor.records.hand_history import RecordedRound, Replay
from uth.rulebook.canonical import digest
from uth.table.notation import replay
from uth.table.wire import to_json

KEY = re.compile(r"\b[a-z_]+\.[A-Za-z_.]+\b|[{}]")
"""A text without its sentence, or a slot that nothing filled."""


def recorded(name: str) -> bytes:
    """A golden round as the API answers with it."""
    _, round, rules = load(name)
    events = replay(round, rules).events
    hand = RecordedRound("main", 1, 0, 1, digest(rules), False, rules.name, round)
    return to_json(Replay(hand, tuple(events), rules.settlement.order))


def test_no_event_of_a_golden_round_shows_a_key(casino: Casino, visit: Visit) -> None:
    page = visit("/history")
    answers: list[bytes] = []
    page.route(
        "**/api/tables/main/rounds/*",
        lambda route: _answer(route, answers[-1]),
    )
    page.route("**/api/tables/main/rounds/*/mysteries", lambda route: route.fulfill(json=[]))
    for number, name in enumerate(NAMES, 1):
        answers.append(recorded(name))
        page.evaluate("path => history.pushState(null, '', path)", f"/history/main/{number}")
        page.evaluate("() => dispatchEvent(new PopStateEvent('popstate'))")
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_contain_text(str(number))
        record = page.get_by_test_id("record")
        expect(record).to_be_visible()
        for text in record.get_by_role("listitem").all_inner_texts():
            assert not KEY.search(text), f"{name}: {text}"


def _answer(route: Route, body: bytes) -> None:
    route.fulfill(body=body, content_type="application/json")
