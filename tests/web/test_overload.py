"""A full or overloaded floor refuses newcomers and finishes its hands."""

from __future__ import annotations

import pytest
from starlette.testclient import WebSocketDenialResponse

from tests.floor.sources import Clock
from tests.web.served_app import ApiClient, in_memory, play_round
from uth.floor.clock import SECOND
from uth.floor.overload import FEW, LATE, WINDOW, OverloadMonitor


def _check_socket_refused(client: ApiClient) -> None:
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.served.client.websocket_connect("/ws/main", headers=client.headers),
    ):
        pass
    assert (denied.value.status_code, denied.value.json()["code"]) == (503, "service/full")


def test_a_full_floor_refuses_newcomers_and_finishes_its_hands() -> None:
    with in_memory() as served:
        flo, pat, guest = served.staff("flo"), served.staff("pat"), served.guest()
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        pat.sit("main", 1, 50_000)
        served.app.runner.capacity = 0
        response = served.client.post("/api/guest")
        assert (response.status_code, response.json()["code"]) == (503, "service/full")
        assert guest.ask("POST", "/api/tables", 503, name="mine", house="california")
        _check_socket_refused(guest)
        assert play_round(pat, "main", 1)["receipt"], "a seated player plays on"


def test_nobody_is_seated_while_the_writer_is_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        pat.ask("POST", "/api/me/play-money", amount=50_000, key="m")
        monkeypatch.setattr("uth.floor.runner.MOST_WAITING", 0)
        sit = {"type": "Sit", "player": "pat", "seat": 1, "chips": 50_000}
        assert pat.order("main", sit, 503)["code"] == "service/full"


def test_overload_is_many_late_answers_recently() -> None:
    clock = Clock()
    monitor = OverloadMonitor(clock)
    for _ in range(FEW - 1):
        monitor.took(60.0)
    assert not monitor.overloaded(), "a few say nothing"
    monitor.took(60.0)
    assert monitor.overloaded()
    for _ in range(3 * FEW):
        clock.pass_ms(WINDOW * SECOND // (3 * FEW) // 2)
        monitor.took(0.1)
    assert monitor.overloaded(), "still one in four"
    monitor.took(0.1)
    assert not monitor.overloaded()
    for _ in range(FEW):
        monitor.took(LATE)
    assert monitor.overloaded()
    clock.pass_ms(WINDOW * SECOND)
    assert not monitor.overloaded(), "that was long ago"


def test_an_overloaded_floor_refuses_newcomers_and_finishes_its_hands() -> None:
    clock = Clock()
    with in_memory() as served:
        runner = served.app.runner
        flo, pat, guest = served.staff("flo"), served.staff("pat"), served.guest()
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        pat.sit("main", 1, 50_000)
        runner.overload = OverloadMonitor(clock)
        for _ in range(1_000):
            runner.answered(LATE)
        assert "uth_hurried 1" in served.client.get("/metrics").text
        assert served.client.post("/api/guest").json()["code"] == "service/full"
        sit = {"type": "Sit", "player": guest.name, "seat": 2, "chips": 50_000}
        assert guest.order("main", sit, 503)["code"] == "service/full"
        again = {"type": "Sit", "player": "pat", "seat": 1, "chips": 50_000}
        assert pat.order("main", again, 422)["code"] == "player/twice", "no newcomer"
        _check_socket_refused(guest)
        assert play_round(pat, "main", 1)["receipt"], "a seated player plays on"
        clock.pass_ms(WINDOW * SECOND)
        assert served.client.post("/api/guest").status_code == 200
        with guest.socket("main") as socket:
            assert guest.receive(socket)["type"] == "update"
