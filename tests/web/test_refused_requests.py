"""Refused requests: which status, how long a sentence, and amounts that nobody can have."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from starlette.testclient import WebSocketDenialResponse

from tests.web.served_app import ApiClient, ServedApp

HUGE = 10**30
LONG = "x" * 5_000


@pytest.fixture(scope="module")
def pat(served: ServedApp) -> ApiClient:
    served.staff("flo").ask("POST", "/api/tables", name="main", house="cardroom-25")
    return served.staff("pat")


@pytest.mark.parametrize(
    ("command", "where"),
    [
        ({"type": "Sit", "player": "pat", "seat": 1, "chips": HUGE}, "chips"),
        ({"type": "Sit", "player": "pat", "seat": 1, "chips": -HUGE}, "chips"),
        ({"type": "Join", "player": "pat", "chips": 10**13 + 1}, "chips"),
        ({"type": "AddChips", "player": "pat", "chips": 2**63}, "chips"),
        ({"type": "Wager", "player": "pat", "wagers": {"ante": 500, "trips": HUGE}}, "wagers"),
        ({"type": "BackSeat", "player": "pat", "seat": 1, "wagers": {"ante": HUGE}}, "wagers"),
        ({"type": "TakeBank", "player": "pat", "amount": HUGE}, "amount"),
        ({"type": "Approve", "by": "pat", "amount": HUGE}, "amount"),
        ({"type": "SetLimits", "by": "pat", "minimum": 500, "maximum": HUGE}, "maximum"),
        ({"type": "SetLimits", "by": "pat", "minimum": HUGE, "maximum": HUGE}, "minimum"),
    ],
)
def test_an_amount_that_nobody_can_have_is_refused_by_http_and_socket(
    pat: ApiClient, command: dict[str, Any], where: str
) -> None:
    refusal = pat.order("main", command, 422)
    assert (refusal["code"], refusal["where"]) == ("money/range", where)
    assert refusal["sentence"] == "an amount is above $0.00 and at most $100,000,000,000"
    with pat.socket("main") as socket:
        order = {"type": "order", "key": pat.key(), "command": command}
        socket.send_text(msgspec.json.encode(order).decode())
        while (message := pat.receive(socket))["type"] != "refusal":
            pass
    assert (message["refusal"]["code"], message["refusal"]["where"]) == ("money/range", where)


def test_an_amount_that_nobody_can_have_is_not_even_considered(pat: ApiClient) -> None:
    command = {"type": "Sit", "player": "pat", "seat": 1, "chips": HUGE}
    refusal = pat.ask("POST", "/api/tables/main/try", 422, command=command)
    assert refusal["code"] == "money/range"


def test_only_what_the_path_names_is_missing(pat: ApiClient) -> None:
    """404 is for a resource; what is wrong in the body of a request is 422."""
    order = {"type": "Sit", "player": "pat", "seat": 1, "chips": 0}
    assert pat.order("main", order, 422)["code"] == "chips/none"
    assert pat.order("main", {**order, "chips": 5, "seat": 9}, 422)["code"] == "seat/unknown"
    assert pat.order("nowhere", order, 404)["code"] == "table/unknown"
    flo = pat.served.staff("flo")
    void = {"type": "VoidRound", "by": "flo", "reason": "exposed-card"}
    assert flo.order("main", void, 422)["code"] == "round/none"
    assert pat.ask("GET", "/api/houses/nowhere/rules", 404)["code"] == "house/unknown"
    opening = pat.ask("POST", "/api/tables", 422, name="x", house="nowhere")
    assert opening["code"] == "house/unknown"
    approval = "/api/tables/main/corrections/7"
    assert flo.ask("POST", approval, 404, amount=5, key="k")["code"] == "correction/none"


def test_a_sentence_about_json_begins_like_one(pat: ApiClient) -> None:
    path, client = "/api/tables/main/orders", pat.served.client
    for body, reason in ((b"{]", "JSON is malformed: "), (b"{", "input data was truncated")):
        refusal = client.post(path, content=body, headers=pat.headers).json()
        assert refusal["sentence"].startswith(f"this is not a valid request: {reason}")


@pytest.mark.parametrize(
    "opening",
    [
        {"house": "cardroom-25", "settings": {LONG: 1}},
        {"house": "cardroom-25", "settings": {"limits": {LONG: 1}}},
        {"house": "cardroom-25", "settings": {"limits": {"chip": LONG}}},
        {"rulebook": f'extends = "{LONG}"'},
        {"rulebook": "\n".join(f"{LONG[:100]}{number} = 1" for number in range(90))},
        {"rulebook": f"[{LONG}]\n{LONG} = [{LONG!r}]"},
    ],
)
def test_a_refusal_does_not_repeat_the_request(pat: ApiClient, opening: dict[str, Any]) -> None:
    refusal = pat.ask("POST", "/api/tables", 422, name="mine", **opening)
    assert len(refusal["sentence"]) <= 400
    assert len(refusal["where"]) <= 120


@pytest.mark.parametrize("path", ["/ws/", "/ws", "/ws/main/more", "/elsewhere"])
def test_a_socket_where_there_is_none_is_refused_with_a_code(pat: ApiClient, path: str) -> None:
    client = pat.served.client
    with pytest.raises(WebSocketDenialResponse) as denied, client.websocket_connect(path):
        raise AssertionError("the socket is open")
    assert (denied.value.status_code, denied.value.json()["code"]) == (404, "route/unknown")
