"""The permission matrix through the API: every route, for every role and without a session."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.guard.api_requests import (
    BY_FLOOR,
    COMMANDS,
    REQUESTS,
    TESTED_ELSEWHERE,
    ApiRequest,
    permission_of,
)
from tests.guard.clients import Client
from tests.guard.scanned_server import PATIENT, ScannedServer
from tests.web.served_app import PATIENCE, SharedQueue, shared_queue
from uth.floor.people.permissions import Permission
from uth.floor.people.roles import Role, Scope, matrix
from uth.web.app import ROUTES

pytestmark = pytest.mark.slow

NAMES = {
    Role.GUEST: "",
    Role.PLAYER: "pat",
    Role.FLOOR: "fay",
    Role.SUPERVISOR: "flo",
    Role.SURVEILLANCE: "sue",
    Role.AUDITOR: "aud",
    Role.ADMINISTRATOR: "adm",
}


@pytest.fixture(scope="module")
def jobs() -> Iterator[SharedQueue]:
    with shared_queue() as queue:
        yield queue


def test_every_route_and_every_action_is_covered() -> None:
    covered = {
        (request.method, request.route or request.path) for request in REQUESTS
    } | TESTED_ELSEWHERE
    assert covered == {(route.method, route.path) for route in ROUTES}
    special = {Permission.TABLE_MAKE, Permission.TABLE_OPEN, Permission.USERS_CREATE}
    actions = (
        {request.action for request in REQUESTS}
        | {permission_of(kind) for kind in COMMANDS}
        | special
    )
    assert actions - {None} == set(Permission)


def may(role: Role, action: Permission | None, whose: str) -> bool:
    """What the permission matrix says, read naively."""
    if action is None:
        return True
    scope = matrix().scope(role, action)
    return {
        Scope.NO: False,
        Scope.OWN: whose == "own",
        Scope.ANY: True,
        Scope.OTHERS: whose != "own",
    }[scope]


async def _play_a_round(server: ScannedServer) -> None:
    """A table of the floor where somebody has played a round."""
    gus, zoe = await server.staff("gus"), await server.enter_as_guest()
    await gus.do("POST", "/api/tables", name="theirs", house="cardroom-25")
    await zoe.do("POST", "/api/me/play-money", amount=90_000, key="m")
    await zoe.order("theirs", type="Sit", player=zoe.name, seat=1, chips=90_000)
    stakes = {"ante": 500, "blind": 500}
    await zoe.order("theirs", type="Wager", player=zoe.name, wagers=stakes)
    async with asyncio.timeout(PATIENCE):
        while server.secrets.rounds < 1:
            for action in ("check", "fold"):
                await zoe.order("theirs", type="Act", player=zoe.name, action=action)
            await asyncio.sleep(0.02)


async def _client(server: ScannedServer, role: Role | None) -> Client:
    if role is None:
        return server.nobody()
    return await (server.staff(NAMES[role]) if NAMES[role] else server.enter_as_guest())


def _filled(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        for name, text in names.items():
            value = value.replace(f"{{{name}}}", text)
        return value
    if isinstance(value, dict):
        return {key: _filled(part, names) for key, part in value.items()}
    return value


async def _ask(client: Client, request: ApiRequest) -> tuple[int, str]:
    names = {"me": client.name or "nobody", "other": "gus", "key": client.key()}
    response = await client.ask(
        request.method, _filled(request.path, names), **_filled(request.body or {}, names)
    )
    refused = response.status_code != 200
    return response.status_code, response.json()["code"] if refused else ""


@pytest.mark.parametrize("role", [*Role, None], ids=lambda role: role.value if role else "nobody")
def test_each_route_permits_what_the_matrix_says(role: Role | None, jobs: SharedQueue) -> None:
    async def go() -> None:
        server = ScannedServer(jobs=jobs)
        async with server.open():
            await _play_a_round(server)
            client = await _client(server, role)
            for request in REQUESTS:
                status, code = await _ask(client, request)
                if role is None:
                    assert status == (200 if request.open else 401), request
                elif may(role, request.action, request.whose):
                    assert status not in (401, 403), (request, code)
                else:
                    assert status == 403, (request, status, code)
                    assert code.startswith("role/"), (request, code)

    asyncio.run(go())


@pytest.mark.parametrize("role", [*Role, None], ids=lambda role: role.value if role else "nobody")
def test_each_command_is_accepted_from_whom_the_matrix_says(role: Role | None) -> None:
    async def go() -> None:
        server = ScannedServer()
        async with server.open():
            await _play_a_round(server)
            client = await _client(server, role)
            for kind, fields in COMMANDS.items():
                field = "by" if kind in BY_FLOOR else "player"
                for name in (client.name, "gus"):
                    command = {"type": kind.__name__, **fields, field: name}
                    response = await client.order("theirs", **command)
                    right = role is not None and may(role, permission_of(kind), "own")
                    if kind in BY_FLOOR and role is not None:
                        right = matrix().scope(role, permission_of(kind)) is not Scope.NO
                    if role is None:
                        assert response.status_code == 401, command
                    elif right and name == client.name:
                        assert response.status_code not in (401, 403), (command, response.text)
                    else:
                        assert response.status_code == 403, (command, response.text)

    asyncio.run(go())


def test_tables_and_accounts_are_created_as_the_matrix_says() -> None:
    async def go() -> None:
        server = ScannedServer()
        async with server.open():
            for role, first in zip(Role, "abcdefg", strict=True):
                client = await _client(server, role)
                opens = may(role, Permission.TABLE_OPEN, "nobody")
                makes = may(role, Permission.TABLE_MAKE, "own")
                codes = [
                    (
                        await client.ask(
                            "POST", "/api/tables", name=f"{role}{n}", house="cardroom-25"
                        )
                    ).status_code
                    for n in range(3)
                ]
                expected = [200, 200, 200] if opens else [200, 200, 422] if makes else [403] * 3
                assert codes == expected, role
                if makes or opens:
                    closed = await client.ask("POST", f"/api/tables/{role}0/close")
                    assert closed.status_code == 200
                    bots = await client.ask("POST", f"/api/tables/{role}1/bots", count=1)
                    assert bots.status_code == 200
                for made, second in zip(Role, "abcdefg", strict=True):
                    body = {"name": f"new {first}{second}", "password": "correct horse battery"}
                    response = await client.ask("POST", "/api/users", role=made.value, **body)
                    anything = (
                        may(role, Permission.USERS_CREATE, "nobody") and made is not Role.GUEST
                    )
                    right = anything or made is Role.PLAYER
                    assert response.status_code == (200 if right else 403), (role, made)

    asyncio.run(go())


def test_nobody_voids_a_round_that_they_back() -> None:
    """A wager on the back line makes the round the backer's own matter."""

    async def go() -> None:
        server = ScannedServer(pace=PATIENT)
        async with server.open():
            flo, gus, zoe = (
                await server.staff("flo"),
                await server.staff("gus"),
                await server.enter_as_guest(),
            )
            await flo.do("POST", "/api/tables", name="main", house="california", practice=True)
            await flo.do("POST", "/api/tables/main/bots", count=1)
            for client, sits in ((zoe, True), (flo, False)):
                money = {"amount": 200_000, "key": client.key()}
                await client.do("POST", "/api/me/play-money", **money)
                results = {"type": "Sit", "seat": 4} if sits else {"type": "Join"}
                await client.order("main", player=client.name, chips=200_000, **results)
            table_writer = server.app.runner.floor.tables.writer("main")
            async with asyncio.timeout(PATIENCE):
                while not any(seat.backing for _, seat in table_writer.table.taken()):
                    await zoe.order("main", type="DeclineBank", player=zoe.name)
                    stakes = {"ante": 500, "blind": 500}
                    await zoe.order("main", type="Wager", player=zoe.name, wagers=stakes)
                    await flo.order("main", type="BackSeat", player="flo", seat=4, wagers=stakes)
            void = {"type": "VoidRound", "reason": "exposed-card"}
            response = await flo.order("main", by="flo", **void)
            assert msgspec.json.decode(response.content)["code"] == "role/own_matter"
            response = await gus.order("main", by="gus", **void)
            assert response.status_code != 403

    asyncio.run(go())
