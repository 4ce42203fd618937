"""The client: sessions, houses, refusals, a whole round, and orders that happen once."""

from __future__ import annotations

import asyncio
import itertools
import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

import uth
from tests.guard.scanned_server import ScannedServer
from tests.patience import PATIENCE
from tests.web.served_app import PASSWORD
from uth.client import (
    AsyncClient,
    AsyncTable,
    Call,
    Client,
    RemoteTable,
    ServerRefusal,
    calls,
    exchange,
)
from uth.core.refusal import Refusal
from uth.table import commands as c
from uth.table import events as e

NUMBERS = itertools.count(1)


def practice_table(client: Client, **options: Any) -> RemoteTable:
    name = f"t{next(NUMBERS)}"
    return client.open_table(name, "light-and-wonder", timed=False, pace=0, **options)


def play_round(table: RemoteTable) -> list[e.Event]:
    """Wager, check, and fold at the end; returns all events that were seen."""
    events: list[e.Event] = []
    while True:
        update = table.next_update(PATIENCE)
        events += update.events
        seat = table.seat
        if update.receipt is not None:
            return events
        if table.may:
            answer = table.act("check" if "check" in table.may else "fold")
            assert table.last is not None
            assert table.last.version >= answer.version
        elif seat and update.view.phase == "betting" and not seat.wagers:
            table.wager(ante=1_000, blind=1_000)


def test_others_at_the_table_do_not_make_decisions_stale(server: ScannedServer) -> None:
    """Updates that arrive during an order are read later, but decisions follow the latest one."""
    with Client(server.address) as client:
        client.enter_as_guest()
        with practice_table(client, bots=4) as table:
            table.sit(6, chips=50_000)
            for _ in range(4):
                assert e.Settled in map(type, play_round(table))
            table.leave()
        client.close_table(table.name)
        with pytest.raises(ServerRefusal, match="table/"):
            table.see()


def test_sessions(server: ScannedServer) -> None:
    with Client(server.address) as client:
        signed_in = client.sign_in("pat", PASSWORD)
        assert (signed_in.name, signed_in.role) == ("pat", "player")
        assert client.account().name == client.name == "pat"
        client.sign_out()
        with pytest.raises(Refusal) as error:
            client.account()
        assert error.value.code == "session/none"


def test_a_refusal_is_the_same_as_in_the_library(server: ScannedServer) -> None:
    with Client(server.address) as client, pytest.raises(uth.Refusal) as error:
        client.sign_in("pat", "wrong password")
    refusal = error.value
    assert isinstance(refusal, ServerRefusal)
    assert refusal.code == "sign_in/refused"
    assert refusal.status == 401
    assert str(refusal).startswith("sign_in/refused: ")


def test_refusals_come_in_the_clients_language(server: ScannedServer) -> None:
    with Client(server.address, language="es") as client:
        client.enter_as_guest()
        with pytest.raises(Refusal) as error:
            client.table("nowhere").see()
    assert error.value.code == "table/unknown"
    assert "mesa" in error.value.sentence


def test_houses_and_tables(guest: Client) -> None:
    assert [house.id for house in guest.houses()] == list(uth.HOUSES)
    assert guest.house_rules("hollywood-pa").card.id == "hollywood-pa"
    table = practice_table(guest, listed=True)
    assert table.name in [listed.name for listed in guest.tables()]
    assert repr(table) == f"RemoteTable('{table.name}')"


@pytest.mark.slow
def test_a_round_from_the_seat_to_the_replay(guest: Client) -> None:
    guest.take_play_money(50_000)
    with practice_table(guest) as table:
        table.sit(2, chips=40_000)
        events = play_round(table)
        assert {type(event) for event in events} >= {e.WagersPlaced, e.BetsClosed, e.RoundClosed}
        table.leave()
    [hand] = guest.history()
    assert (hand.table, hand.round) == (table.name, 1)
    replay = guest.replay(table.name, 1)
    assert isinstance(replay.events[-1], e.RoundClosed)
    assert uth.replay(guest.notation(table.name, 1))
    assert guest.receipt(table.name, 1).table == table.name
    statement = guest.statement()
    assert statement.bought == 150_000
    assert statement.at_cage == guest.account().at_cage


def test_an_illegal_order_is_refused_and_the_socket_goes_on(guest: Client) -> None:
    with practice_table(guest) as table:
        with pytest.raises(Refusal) as error:
            table.act("4x")
        assert error.value.code.partition("/")[0] in ("act", "seat", "player")
        assert table.sit(1, chips=10_000).table == table.name
        assert table.next_update(PATIENCE).view.seats is not None


def cut(table: RemoteTable) -> None:
    """Cut the connection without a word to the server."""
    assert table._socket is not None
    table._socket.socket.shutdown(2)


def test_a_lost_socket_is_opened_again(guest: Client) -> None:
    with practice_table(guest) as table:
        first = table.next_update(PATIENCE)
        cut(table)
        again = table.next_update(PATIENCE)
        assert again.version >= first.version


def test_an_order_whose_answer_was_lost_happens_once(
    guest: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with practice_table(guest) as table:
        table.sit(1, chips=10_000)
        answered, wait = [], table._answer

        def lose_the_first(socket: Any, key: str) -> Any:
            answer = wait(socket, key)
            answered.append((key, answer))
            if len(answered) == 1:
                cut(table)
                socket.recv(PATIENCE)  # raises: the connection is gone
            return answer

        monkeypatch.setattr(table, "_answer", lose_the_first)
        table.order(c.AddChips(guest.name, 5_000))
        assert len(answered) == 2
        assert answered[0] == answered[1]
        seat = table.see().view.seats[0]
        assert seat is not None
        assert seat.chips == 15_000


def test_a_request_is_sent_again_with_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "FIRST_PAUSE", 0.0)
    keys: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        keys.append(json.loads(request.content)["key"])
        if len(keys) == 1:
            raise httpx2.ReadError("cut")
        if len(keys) == 2:
            refusal = {"code": "store/failed", "sentence": "not now"}
            return httpx2.Response(503, json=refusal)
        return httpx2.Response(200, json={})

    client = Client("http://server", transport=httpx2.MockTransport(answer))
    client.take_play_money(1_000)
    assert len(keys) == 3
    assert len({*keys}) == 1


def test_what_may_not_be_repeated_is_sent_once() -> None:
    sent = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        sent.append(request)
        raise httpx2.ReadError("cut")

    client = Client("http://server", transport=httpx2.MockTransport(answer))
    with pytest.raises(Refusal) as error:
        client.enter_as_guest()
    assert error.value.code == "client/unreachable"
    assert len(sent) == 1


def test_an_answer_of_something_else_is_refused() -> None:
    transport = httpx2.MockTransport(lambda _: httpx2.Response(502, text="bad gateway"))
    with pytest.raises(Refusal) as error:
        Client("http://server", transport=transport).houses()
    assert str(error.value).startswith("client/answer: ")
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, json={"houses": 5}))
    with pytest.raises(Refusal):
        Client("http://server", transport=transport).houses()


def test_a_session_that_has_ended_closes_the_socket_for_good() -> None:
    refusal = exchange.closed_for_good(1008, "session/none")
    assert refusal is not None
    assert refusal.code == "session/none"
    other = exchange.closed_for_good(1008, "something/new")
    assert other is not None
    assert "something/new" in str(other)
    assert exchange.closed_for_good(1013, "table/left") is None


def test_an_unknown_table_refuses_the_handshake(guest: Client) -> None:
    with pytest.raises(Refusal) as error:
        guest.table("nowhere").next_update(PATIENCE)
    assert error.value.code == "table/unknown"


def test_the_asynchronous_client(server: ScannedServer) -> None:
    async def visit() -> None:
        async with AsyncClient(server.address) as client:
            await client.enter_as_guest()
            name = f"t{next(NUMBERS)}"
            await client.ask(calls.open_table(name, "light-and-wonder", timed=False))
            await client.ask(calls.send_order(name, c.Sit(client.name, 3, 20_000)))
            async for update in client.follow(name):
                seat = update.view.seats[2]
                assert seat is not None
                assert seat.player == client.name
                break
            with pytest.raises(Refusal):
                await client.ask(Call(path="/api/tables/nowhere"))

    asyncio.run(visit())


def test_an_asynchronous_round_over_the_socket(server: ScannedServer) -> None:
    """One task follows the table while another plays; a refused order says why."""

    async def follow(table: AsyncTable, seen: list[e.Event]) -> None:
        async for update in table.follow():
            seen += update.events
            if update.receipt is not None:
                return

    async def play() -> list[e.Event]:
        seen: list[e.Event] = []
        async with AsyncClient(server.address) as client:
            await client.enter_as_guest()
            name = f"t{next(NUMBERS)}"
            options = {"timed": False, "pace": 0}
            async with await client.open_table(name, "light-and-wonder", **options) as table:
                following = asyncio.create_task(follow(table, seen))
                sit = c.Sit(client.name, 3, 20_000)
                sat = await table.order(sit, key="once")
                assert await table.order(sit, key="once") == sat
                with pytest.raises(ServerRefusal) as error:
                    await table.wager(ante=1)
                assert error.value.code.startswith("wager/")
                await asyncio.gather(table.wager(ante=1_000, blind=1_000), table.see())
                async with asyncio.timeout(PATIENCE):
                    while not (table.seat and table.seat.to_act):
                        await asyncio.sleep(0.01)
                await table.act("4x")
                await asyncio.wait_for(following, PATIENCE)
                assert table.seat is not None
                await table.leave()
        return seen

    events = asyncio.run(play())
    assert e.Acted in map(type, events)


def test_an_asynchronous_order_survives_a_lost_connection(server: ScannedServer) -> None:
    async def play() -> None:
        async with AsyncClient(server.address) as client:
            await client.enter_as_guest()
            table = await client.open_table(f"t{next(NUMBERS)}", "light-and-wonder", timed=False)
            async with table:
                await table.sit(2, 20_000)
                first, _ = await table._open()
                await first.close()
                await table.wager(ante=1_000, blind=1_000)
                assert (await table._open())[0] is not first
                while not (table.seat and table.seat.wagers):
                    await asyncio.wait_for(table.next_update(), PATIENCE)

    asyncio.run(play())


def test_every_path_of_the_client_is_a_route() -> None:
    from uth.web.app import ROUTES

    made = [
        calls.sign_in("a", "b"), calls.enter_as_guest(), calls.sign_out(), calls.account(),
        calls.take_play_money(1), calls.houses(), calls.house_rules("{house}"), calls.tables(),
        calls.open_table("t", "h"), calls.see_table("{table}"), calls.close_table("{table}"),
        calls.seat_bots("{table}", 1), calls.send_order("{table}", c.Leave("a")),
        calls.advice("{table}"), calls.history(), calls.statement("{player}"),
        calls.session_sheet(),
    ]  # fmt: skip
    routes = {(route.method, route.path) for route in ROUTES}
    for call in made:
        path = call.path.partition("?")[0].replace("%7B", "{").replace("%7D", "}")
        assert (call.method, path) in routes


def test_the_example(
    server: ScannedServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import runpy
    import sys

    path = Path(__file__).parents[2] / "examples" / "play_remote.py"
    monkeypatch.setattr(sys, "argv", ["play_remote.py", server.address, "2"])
    runpy.run_path(str(path), run_name="__main__")
    printed = capsys.readouterr().out
    assert "round 2: board " in printed
    assert "round 1 at " in printed
    assert "won or lost " in printed
