"""The API against its OpenAPI document: generated requests of every role over real connections."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import sampled_from
from msgspec.structs import replace
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from tests.floor.sources import Clock
from tests.guard.random_messages import (
    CountingStore,
    UnexpectedChange,
    open_main,
    slow_dealer,
    state,
)
from tests.guard.scanned_server import Fault, ScannedServer
from tests.patience import PATIENCE
from uth.web.app import ROUTES, App
from uth.web.documents.openapi import document

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
FORM = ("body/malformed", "query/after", "query/number", "query/text", "export/format")
"""Refusals of requests that the document must not allow."""
ROLES = ("", "guest", "pat", "flo", "sue", "aud", "adm")
SLOW = ("/api/sign-in", "/api/users", "/api/users/change", "/api/me/password")
"""Password hashing is slow by design: fewer examples."""


class RefusedFormError(AssertionError):
    """A request that the document allows was refused for its form."""


@contextmanager
def served(server: ScannedServer) -> Iterator[ScannedServer]:
    """A server on its own event loop, so that requests come from outside."""
    ready, over = threading.Event(), threading.Event()
    wrong: list[BaseException] = []

    async def live() -> None:
        async with server.open():
            await open_main(server, "cardroom-25")
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
        yield server
    finally:
        over.set()
        thread.join()
    for error in wrong:
        raise error


def _world(**options: Any) -> ScannedServer:
    clock = Clock()
    server = ScannedServer(CountingStore(clock), slow_dealer(), clock=clock, **options)
    server.middleware.scanning = False
    return server


def _tokens(server: ScannedServer) -> dict[str, str]:
    people = server.app.people
    tokens = {name: people.sessions.open(name) for name in ROLES[2:]}
    return {"": "", "guest": people.guest()[0], **tokens}


class Asker:
    """Sends generated requests and checks the server's state after each."""

    def __init__(self, server: ScannedServer) -> None:
        self.world = server
        self.asked = 0
        self._session = requests.Session()
        self._tokens = _tokens(server)

    def ask(self, case: Any, role: str, *, valid: bool) -> None:
        self.asked += 1
        if "table" in (case.path_parameters or {}) and self.asked % 2:
            case.path_parameters["table"] = "main"
        if case.path == "/api/sign-out":
            self._tokens = _tokens(self.world)
        token = self._tokens[role]
        headers = {"authorization": f"Bearer {token}"} if token else {}
        before = state(self.world)
        self._session.cookies.clear()
        response = case.call(self.world.address, self._session, headers=headers, timeout=PATIENCE)
        case.validate_response(response, CHECKS)
        if valid and response.status_code != 200:
            code = response.json().get("code", "")
            if code in FORM:
                said = f"{case.method} {case.path} {case.body}: {response.text}"
                raise RefusedFormError(said)
        if response.status_code != 200 and state(self.world) != before:
            raise UnexpectedChange(f"{case.method} {case.path}: {response.status_code}")

    def close(self) -> None:
        self._session.close()


def _bare(part: Any) -> Any:
    """A document without what is only for people: generating from it is several times as fast."""
    if isinstance(part, list):
        return [_bare(item) for item in part]
    if not isinstance(part, dict):
        return part
    texts = {"description", "examples", "example", "x-unit"}
    return {
        name: _bare(item)
        for name, item in part.items()
        if name not in texts or not isinstance(item, str | list | int)
    }


def ask_all(server: ScannedServer, examples: int, only: str = "") -> int:
    """Send valid and invalid requests generated from the document; returns their number."""
    schema = schemathesis.openapi.from_dict(_bare(document(ROUTES)))
    asker = Asker(server)
    for result in schema.get_all_operations():
        operation: Any = cast(Any, result).ok()
        if only and operation.path != only:
            continue
        count = min(5, examples) if operation.path in SLOW else examples
        wrong = operation.body or any(operation.iter_parameters())
        for mode in GenerationMode if wrong else [GenerationMode.POSITIVE]:
            cases = operation.as_strategy(generation_mode=mode)
            send = partial(asker.ask, valid=mode is GenerationMode.POSITIVE)

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
                send(case, role)  # noqa: B023 - called before the next one

            before = asker.asked
            try:
                ask()
            except Unsatisfiable:  # no text is invalid where any text is allowed
                assert mode is GenerationMode.NEGATIVE
            assert asker.asked > before or mode is GenerationMode.NEGATIVE
    asker.close()
    return asker.asked


@pytest.mark.slow
def test_the_api_conforms_to_its_document() -> None:
    """Every operation, with valid and invalid requests."""
    with served(_world()) as server:
        assert ask_all(server, 2) > 2 * len(ROUTES)


@pytest.mark.nightly
def test_the_api_conforms_to_its_document_at_length() -> None:
    with served(_world()) as server:
        assert ask_all(server, 15) > 500


@pytest.mark.slow
def test_a_fault_behind_a_regular_status_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler fails, and the failure is turned into a refusal: it is counted all the same."""

    async def stumble(context: Any) -> Any:
        raise KeyError("stumbled")

    changed = tuple(
        replace(route, handler=stumble) if route.path == "/api/me" else route for route in ROUTES
    )
    monkeypatch.setattr("uth.web.app.ROUTES", changed)
    with pytest.raises(Fault), served(_world(alter=_tidy)) as server:
        assert ask_all(server, 2, "/api/me")


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
