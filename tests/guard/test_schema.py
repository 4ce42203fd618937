"""The API against its own document: generated requests of every role over real connections."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import sampled_from
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from tests.floor.sources import Clock
from tests.guard.messages import Changed, Counting, open_main, slow_dealer, state
from tests.guard.world import Fault, World
from uth.web.app import ROUTES, App
from uth.web.openapi_document import document

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
ROLES = ("", "guest", "pat", "flo", "sue", "aud", "adm")
SLOW = ("/api/sign-in", "/api/users", "/api/users/change", "/api/me/password")
"""A password takes its time by design: fewer of them."""


@contextmanager
def served(world: World) -> Iterator[World]:
    """A world on a loop of its own, so that requests come from outside."""
    ready, over = threading.Event(), threading.Event()
    wrong: list[BaseException] = []

    async def live() -> None:
        async with world.open():
            await open_main(world, "cardroom-25")
            ready.set()
            while not over.is_set():
                await asyncio.sleep(0.01)

    def work() -> None:
        try:
            asyncio.run(live())
        except BaseException as error:
            wrong.append(error)
            ready.set()

    thread = threading.Thread(target=work)
    thread.start()
    ready.wait()
    try:
        yield world
    finally:
        over.set()
        thread.join()
    for error in wrong:
        raise error


def _world(**options: Any) -> World:
    clock = Clock()
    world = World(Counting(clock), slow_dealer(), clock=clock, **options)
    world.tap.scanning = False
    return world


def _tokens(world: World) -> dict[str, str]:
    people = world.app.people
    tokens = {name: people.sessions.open(name) for name in ROLES[2:]}
    return {"": "", "guest": people.guest()[0], **tokens}


class Asker:
    """Sends generated requests, and looks at the house after each."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.asked = 0
        self._session = requests.Session()
        self._tokens = _tokens(world)

    def ask(self, case: Any, role: str) -> None:
        self.asked += 1
        if "table" in (case.path_parameters or {}) and self.asked % 2:
            case.path_parameters["table"] = "main"
        if case.path == "/api/sign-out":
            self._tokens = _tokens(self.world)
        token = self._tokens[role]
        headers = {"authorization": f"Bearer {token}"} if token else {}
        before = state(self.world)
        self._session.cookies.clear()
        response = case.call(self.world.address, self._session, headers=headers)
        case.validate_response(response, CHECKS)
        if response.status_code != 200 and state(self.world) != before:
            raise Changed(f"{case.method} {case.path}: {response.status_code}")

    def close(self) -> None:
        self._session.close()


def ask_all(world: World, examples: int, only: str = "") -> int:
    """Requests by the document, right ones and wrong ones; how many there were."""
    schema = schemathesis.openapi.from_dict(document(ROUTES))
    asker = Asker(world)
    for result in schema.get_all_operations():
        operation: Any = cast(Any, result).ok()
        if only and operation.path != only:
            continue
        count = min(5, examples) if operation.path in SLOW else examples
        wrong = operation.body or any(operation.iter_parameters())
        for mode in GenerationMode if wrong else [GenerationMode.POSITIVE]:
            cases = operation.as_strategy(generation_mode=mode)

            @seed(7)
            @settings(
                max_examples=count,
                database=None,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=cases, role=sampled_from(ROLES))
            def ask(case: Any, role: str) -> None:
                asker.ask(case, role)

            before = asker.asked
            try:
                ask()
            except Unsatisfiable:  # no text is wrong where any text may stand
                assert mode is GenerationMode.NEGATIVE
            assert asker.asked > before or mode is GenerationMode.NEGATIVE
    asker.close()
    return asker.asked


@pytest.mark.slow
def test_the_api_keeps_to_its_document() -> None:
    """Every operation, by right requests and by wrong ones."""
    with served(_world()) as world:
        assert ask_all(world, 3) > 3 * len(ROUTES)


@pytest.mark.nightly
def test_the_api_keeps_to_its_document_at_length() -> None:
    with served(_world()) as world:
        assert ask_all(world, 15) > 500


@pytest.mark.slow
def test_a_fault_behind_a_tidy_status_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler stumbles, and somebody makes a refusal of it: it is counted all the same."""

    async def stumble(asked: Any) -> Any:
        raise KeyError("stumbled")

    changed = tuple(
        type(route)(route.method, route.path, stumble, route.summary, route.answer)
        if route.path == "/api/me"
        else route
        for route in ROUTES
    )
    monkeypatch.setattr("uth.web.app.ROUTES", changed)
    with pytest.raises(Fault), served(_world(alter=_tidy)) as world:
        assert ask_all(world, 2, "/api/me")


def _tidy(app: App) -> Any:
    """The application with every 500 shown as 422."""
    inner = app.build()

    async def tidy(scope: Any, receive: Any, send: Any) -> None:
        async def softly(message: Any) -> None:
            if message.get("status") == 500:
                message["status"] = 422
            await send(message)

        await inner(scope, receive, softly)

    return tidy
