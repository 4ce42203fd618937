"""No message to any role and no log line contains an unturned card."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.web.served_app import STAFF, ApiClient, in_memory, play_round
from uth.web import logs

CARD = re.compile(rb"\b[2-9TJQKA][cdhs]\b")


class Leak(AssertionError):  # noqa: N818
    """Somebody received a card that is face down for them."""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All log lines, at the finest level."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.set_up(stream, logging.DEBUG)
    logging.getLogger("httpx2").setLevel(logging.WARNING)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)


def scan(heard: list[bytes], own: str) -> int:
    """Cards in a message must be visible to its viewer: their hand, the board, a showdown.

    What the server may show is computed from the receipts, which exist only after each round.
    """
    looked = 0
    for raw in heard:
        try:
            message = msgspec.json.decode(raw)
        except msgspec.DecodeError:
            continue
        if not isinstance(message, dict) or message.get("receipt") or "view" not in message:
            continue
        looked += 1
        cards = {word.decode() for word in CARD.findall(raw)}
        allowed = set(message["view"]["board"]) | set(message["view"]["dealer"] or ())
        for seat in message["view"]["seats"]:
            if seat and seat["player"] == own:
                allowed |= set(seat["cards"] or ())
            elif seat and seat["cards"] and message["view"]["phase"] != "settling":
                raise Leak(f"{own} saw the cards of {seat['player']}")
        if message["view"]["phase"] != "settling" and message["view"]["dealer"]:
            raise Leak(f"{own} saw the dealer's cards")
        turned = {"preflop": 0, "flop": 3, "river": 5, "settling": 5}
        if len(message["view"]["board"]) != turned.get(message["view"]["phase"], 0):
            raise Leak(f"{own} saw too much of the board")
        for event in message["events"]:
            allowed |= set(event.get("cards", ()))
        if cards - allowed:
            raise Leak(f"{own} received {cards - allowed}")
    return looked


def test_no_byte_to_any_role_and_no_log_line_has_a_hidden_card(log: io.StringIO) -> None:
    with in_memory() as served:
        callers = {name: served.staff(name) for name in STAFF}
        callers["guest"] = served.guest()
        pat, flo = callers["pat"], callers["flo"]
        flo.ask("POST", "/api/tables", name="main", house="hollywood-pa")
        flo.ask("POST", "/api/tables/main/bots", count=3)
        pat.sit("main", 5, 800_000)
        for _ in range(4):
            for caller in callers.values():
                _look(caller)
            play_round(pat, "main", 5, 1_500)
        looked = sum(scan(caller.received, caller.name) for caller in callers.values())
        tokens = [caller.token for caller in callers.values()]
    assert looked > 20, "eight callers before the first round, and in each what pat has to answer"
    text = log.getvalue()
    assert '"route":"/api/tables/{table}"' in text
    assert not CARD.search(text.encode())
    assert not any(token in text for token in tokens)
    assert "correct horse" not in text


def _look(caller: ApiClient) -> None:
    """Send all requests that change nothing, whatever the answer."""
    for path in ("/api/tables", "/api/tables/main", "/api/shift", "/api/hands"):
        response = caller.served.client.get(path, headers=caller.headers)
        caller.received.append(response.content)


@pytest.mark.parametrize("field", ["seats", "dealer", "board", "events"])
def test_the_scan_finds_a_planted_leak(field: str) -> None:
    view: dict[str, Any] = {
        "phase": "preflop",
        "board": [],
        "dealer": None,
        "seats": [{"player": "pat", "cards": ["Ah", "Kh"]}, {"player": "bob", "cards": None}],
    }
    message: dict[str, Any] = {"view": view, "events": [], "receipt": None}
    assert scan([msgspec.json.encode(message)], "pat") == 1
    if field == "seats":
        view["seats"][1]["cards"] = ["2c", "3c"]
    elif field == "dealer":
        view["dealer"] = ["2c", "3c"]
    elif field == "board":
        view["board"] = ["2c", "3c", "4c"]
    else:
        message["events"] = [{"type": "DealerCall", "facts": {"notice": "the dealer has 2c"}}]
    with pytest.raises(Leak):
        scan([msgspec.json.encode(message)], "pat")
