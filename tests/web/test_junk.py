"""Random bodies and messages are refused, cause no fault, and change nothing."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.web.served_app import in_memory
from uth.web.app import ROUTES

JUNK: tuple[Any, ...] = (
    None,
    0,
    -1,
    2**70,
    1.5,
    "",
    "pat",
    "main",
    [],
    {},
    True,
    "\x00",
    "é" * 300,
)


BY_LUCK = (
    "/api/sign-in", "/api/users", "/api/users/sign-out", "/api/me/limits", "/api/names",
)  # fmt: skip
NAMES = {
    "table": "main", "player": "pat", "number": "1", "round": "1",
    "meter": "link", "game": "three-card-poker",
}  # fmt: skip
"""What the parts of a path are called."""


@pytest.mark.slow
def test_junk_is_refused_and_changes_nothing() -> None:
    """Random bodies to every route and random messages to the socket cause no fault."""
    rng = random.Random(7)
    with in_memory() as served:
        served.app._gate._session_rate._rate = served.app._tables._rate._rate = _any_rate()
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        with served.store.reading() as reader:
            before = [row for row in reader.streams() if not row.stream.startswith("people/")]
        for _ in range(600):
            route = rng.choice([route for route in ROUTES if route.body is not None])
            if route.path in BY_LUCK:
                continue  # slow by design, or valid by chance
            path = route.path.format(**NAMES)
            raw = _junk(rng, route.body.__struct_fields__)
            response = served.client.request(route.method, path, content=raw, headers=pat.headers)
            assert 400 <= response.status_code < 500, (path, raw, response.text)
            assert response.json()["code"]
        with pat.socket("main") as socket:
            pat.receive(socket)
            for _ in range(600):
                socket.send_bytes(_junk(rng, ("type", "key", "command", "version")))
                assert pat.receive(socket)["type"] == "refusal"
        with served.store.reading() as reader:
            after = [row for row in reader.streams() if not row.stream.startswith("people/")]
        assert after == before
        assert "uth_faults_total 0.0" in served.client.get("/metrics").text


def _any_rate() -> Any:
    from uth.floor.people.rate_limits import Rate

    return Rate(burst=10**6, tokens=10**6)


def _junk(rng: random.Random, fields: tuple[str, ...]) -> bytes:
    if rng.random() < 0.2:
        return rng.randbytes(rng.randint(0, 40))
    command = {"type": rng.choice(["Sit", "Act", "Wager", "Deal", "order", 5])}
    command |= {name: rng.choice(JUNK) for name in ("player", "seat", "wagers", "action")}
    body = {name: rng.choice((*JUNK, command)) for name in fields if rng.random() < 0.9}
    if "type" in fields:
        body["type"] = "order"
    text = json.dumps(body).encode()
    return text[: rng.randint(1, len(text))] if rng.random() < 0.2 else text
