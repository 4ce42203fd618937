"""The API: permissions, refusals, and the document that describes it."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.floor.sources import Clock
from tests.ledger.memory import MemoryStore
from tests.web.served_app import PASSWORD, STAFF, ApiClient, ServedApp, in_memory
from uth.ledger.sql.store import StoreFailure
from uth.web.app import ROUTES

OPEN: dict[str, Any] = {"name": "main", "house": "cardroom-25"}


def test_the_document_describes_every_route() -> None:
    with in_memory() as served:
        answer = served.client.get("/openapi.json").json()
    assert answer["openapi"] == "3.1.0"
    for route in ROUTES:
        operation = answer["paths"][route.path][route.method.lower()]
        assert operation["summary"] == route.summary
        assert ("requestBody" in operation) == (route.body is not None)
    for path in ("/health", "/ready", "/metrics"):
        operation = answer["paths"][path]["get"]
        stored = operation["responses"]["200"]["content"]
        assert served.client.get(path).headers["content-type"].split(";")[0] in stored
    assert "503" in answer["paths"]["/ready"]["get"]["responses"]
    names = {"SocketOrder", "SocketAnswer", "SocketRefusal", "Update", "RefusalMessage"}
    assert names <= answer["components"]["schemas"].keys()
    for reference in _references(answer):
        kind, name = reference.removeprefix("#/components/").split("/")
        assert name in answer["components"][kind]


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if "$ref" in value else []
        return own + [item for part in value.values() for item in _references(part)]
    if isinstance(value, list):
        return [item for part in value for item in _references(part)]
    return []


def test_health_readiness_and_metrics() -> None:
    with in_memory() as served:
        assert served.client.get("/health").text == "ok\n"
        assert served.client.get("/ready").text == "ready\n"
        served.guest()
        text = served.client.get("/metrics").text
        assert 'uth_requests_total{method="POST",route="/api/guest",status="200"} 1' in text
        assert "uth_tables 0" in text
        served.app.runner.draining = True
        assert served.client.get("/ready").status_code == 503


def test_a_server_that_can_not_write_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a full disk, until a transaction succeeds again."""
    with in_memory() as served, monkeypatch.context() as full:
        refusal = StoreFailure(OSError("database or disk is full"))
        store = served.app.runner.writer.store
        full.setattr(store, "commit_all", lambda batches: [refusal] * len(batches))
        assert served.client.post("/api/guest", json={}).json()["code"] == "store/unreachable"
        assert served.client.get("/ready").text == "nothing can be written\n"
        full.undo()
        served.guest()
        assert served.client.get("/ready").text == "ready\n"


def test_signing_in() -> None:
    with in_memory() as served:
        pat = served.staff("pat")
        answer = pat.ask("GET", "/api/me")
        may = answer.pop("may")
        assert answer == {"name": "pat", "shown": "pat", "role": "player", "at_cage": 0}
        assert (may["hand.act"], may["table.watch"]) == ("own", "any")
        assert "payout.approve" not in may
        assert pat.ask("GET", "/api/session")["me"]["name"] == "pat"
        assert served.client.cookies.get("uth_session") == pat.token
        pat.ask("POST", "/api/sign-out")
        pat.ask("GET", "/api/me", 401)
        wrong = {"name": "pat", "password": "something else"}
        answers = {served.client.post("/api/sign-in", json=wrong).status_code for _ in range(8)}
        assert answers == {401, 429}, "refused, then locked"
        nobody = served.client.post("/api/sign-in", json={**wrong, "name": "nobody"}).json()
        assert nobody["code"] == "sign_in/refused"


def test_visitors_sign_up_only_as_players() -> None:
    with in_memory() as served:
        new = {"name": "Zoe", "password": PASSWORD, "role": "player"}
        assert served.client.post("/api/users", json=new).json()["name"] == "zoe"
        again = served.client.post("/api/users", json=new)
        assert (again.status_code, again.json()["code"]) == (422, "name/taken")
        for role in ("floor", "administrator", "guest"):
            response = served.client.post("/api/users", json={**new, "name": "yan", "role": role})
            assert response.status_code == 403
        for name in ("guest-1", "the dealer", "zed (bot)"):
            response = served.client.post("/api/users", json={**new, "name": name})
            assert response.json()["code"] == "name/reserved"
        adm = served.staff("adm")
        adm.ask("POST", "/api/users", name="gil", password=PASSWORD, role="floor")
        assert "gil" in {row["name"] for row in adm.ask("GET", "/api/users")}


def _everyone(served: ServedApp) -> dict[str, ApiClient]:
    return {"guest": served.guest(), **{name: served.staff(name) for name in STAFF}}


def test_roles_permit_what_the_matrix_says() -> None:
    with in_memory() as served:
        who = _everyone(served)
        who["flo"].ask("POST", "/api/tables", **OPEN)
        money: dict[str, Any] = {"player": "pat", "amount": 5_000}
        for name, caller in who.items():
            may_floor = 200 if name in ("flo", "gus", "fay") else 403
            watch = name in ("flo", "gus", "fay", "sue", "aud")
            key = caller.key()
            caller.ask("POST", "/api/cage/buy-in", may_floor, **money, key=key)
            caller.ask("POST", "/api/tables/main/count", may_floor, counted=0, key=f"c{key}")
            caller.ask("GET", "/api/shift", 200 if watch else 403)
            caller.ask("GET", "/api/hands", 200 if watch else 403)
            caller.ask("POST", "/api/audit", 200 if name in ("aud", "adm") else 403)
            void = {"type": "VoidRound", "by": caller.name, "reason": "exposed-card"}
            caller.order("main", void, 422 if name in ("flo", "gus") else 403)
            caller.ask("GET", "/api/tables/main")
        flo = who["flo"]
        flo.ask("POST", "/api/cage/buy-in", 403, player="flo", amount=100, key="own")
        who["pat"].ask("GET", "/api/players/flo/statement", 403)
        who["pat"].ask("GET", "/api/players/pat/statement")


def test_commands_are_ones_own_and_never_the_dealers() -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", **OPEN)
        pat.sit("main", 1, 50_000)
        flo.order("main", {"type": "Leave", "player": "pat"}, 403)
        for kind in ("CloseBets", "OfferBank", "Deal", "TimeOut", "AwardJackpots"):
            refused = pat.order("main", {"type": kind, "player": "pat", "deck": []}, 400)
            assert refused["code"] == "body/malformed"
        pat.order("main", {"type": "Disconnect", "player": "pat"}, 400)


def test_a_retry_gets_the_same_answer() -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", **OPEN)
        pat.sit("main", 1, 50_000)
        body: dict[str, Any] = {
            "key": "k",
            "command": {"type": "MixSeed", "player": "pat", "seed": "lucky"},
        }
        first = pat.ask("POST", "/api/tables/main/orders", **body)
        assert pat.ask("POST", "/api/tables/main/orders", **body) == first
        other: dict[str, Any] = {"key": "k", "command": {"type": "Leave", "player": "pat"}}
        assert pat.ask("POST", "/api/tables/main/orders", 409, **other)["code"] == "key/used"


def test_requests_that_are_refused_before_they_are_read() -> None:
    with in_memory() as served:
        pat = served.staff("pat")
        headers = {**pat.headers, "origin": "https://elsewhere.example"}
        response = served.client.post("/api/sign-out", headers=headers)
        assert (response.status_code, response.json()["code"]) == (403, "role/foreign_origin")
        with pytest.raises(WebSocketDisconnect):
            served.client.websocket_connect("/ws/main", headers=headers).__enter__()
        large = b'{"name": "' + b"x" * 70_000 + b'"}'
        response = served.client.post("/api/tables", content=large, headers=pat.headers)
        assert (response.status_code, response.json()["code"]) == (413, "body/too_large")
        served.client.cookies.clear()
        assert served.client.get("/api/me").status_code == 401
        assert served.client.get("/api/session").json() == {"me": None}
        with pytest.raises(WebSocketDisconnect):
            served.client.websocket_connect("/ws/main").__enter__()
        pat.ask("GET", "/api/tables/none", 404)
        pat.ask("GET", "/api/tables/%00", 422)
        pat.ask("GET", "/api/hands?player=pat&since=soon", 422)


def test_floods_are_limited_and_large_messages_close_a_socket() -> None:
    """The clock stands still, so no allowance is refilled while a slow machine sends."""
    with ServedApp(MemoryStore(), clock=Clock()) as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", **OPEN)
        with pat.socket("main") as socket:
            pat.receive(socket)
            for _ in range(150):
                socket.send_text("{}")
            codes = {pat.receive(socket)["refusal"]["code"] for _ in range(150)}
            assert codes == {"body/malformed", "rate/too_many"}
            socket.send_text("x" * 70_000)
            with pytest.raises(WebSocketDisconnect) as closed:
                pat.receive(socket)
            assert closed.value.code == 1009


def test_a_ping_is_answered_and_counts_like_any_message() -> None:
    """So that a page notices a connection that is dead without a close."""
    with ServedApp(MemoryStore(), clock=Clock()) as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", **OPEN)
        with pat.socket("main") as socket:
            pat.receive(socket)
            for _ in range(150):
                socket.send_text('{"type":"ping"}')
            answers = [pat.receive(socket) for _ in range(150)]
            assert answers[0] == {"type": "pong"}
            refused = [answer for answer in answers if answer != answers[0]]
            assert {answer["refusal"]["code"] for answer in refused} == {"rate/too_many"}


def test_a_draining_server_refuses_orders() -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", **OPEN)
        served.app.runner.draining = True
        sit = {"type": "Sit", "player": "pat", "seat": 1, "chips": 100}
        assert pat.order("main", sit, 503)["code"] == "service/draining"
        served.app.runner.draining = False
