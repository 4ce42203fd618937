"""Signing in and up over HTTP: cookies, session fixation, lock-out, rate limits, the log."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest

from tests.floor.sources import Clock
from tests.guard.scanned_server import UNLIMITED, ScannedServer
from tests.ledger.memory import MemoryStore
from tests.web.served_app import PASSWORD
from uth.floor.clock import MINUTE
from uth.web.gate import Rates

HTTPS = {"x-forwarded-proto": "https"}
"""The header by which a proxy on this machine reports https."""


def _run(work: Any, **options: Any) -> None:
    async def go() -> None:
        clock = Clock()
        server = ScannedServer(MemoryStore(clock), clock=clock, **options)
        async with (
            server.open() as house,
            httpx2.AsyncClient(base_url=house.address, timeout=None) as http,
        ):
            await work(server, http, clock)
        assert server.log.lines

    asyncio.run(go())


def _credentials(name: str, password: str = PASSWORD) -> dict[str, str]:
    return {"name": name, "password": password}


@pytest.mark.parametrize("path", ["/api/guest", "/api/sign-in"])
def test_a_cookie_is_for_this_site_alone(path: str) -> None:
    async def work(server: ScannedServer, http: httpx2.AsyncClient, clock: Clock) -> None:
        for headers, secure in (({}, False), (HTTPS, True)):
            response = await http.post(path, json=_credentials("pat"), headers=headers)
            server.words.add(response.json()["token"])
            parts = {part.strip().lower() for part in response.headers["set-cookie"].split(";")}
            assert {"httponly", "samesite=strict", "path=/"} <= parts
            assert ("secure" in parts) == secure
            assert response.headers["cache-control"] == "no-store"

    _run(work)


def test_a_planted_token_is_never_adopted() -> None:
    async def work(server: ScannedServer, http: httpx2.AsyncClient, clock: Clock) -> None:
        planted = (await http.post("/api/guest")).json()["token"]
        response = await http.post(
            "/api/sign-in", json=_credentials("pat"), headers={"cookie": f"uth_session={planted}"}
        )
        own = response.json()["token"]
        server.words.update((planted, own))
        assert own != planted
        for token, name in ((planted, "guest-"), (own, "pat")):
            me = await http.get("/api/me", headers={"authorization": f"Bearer {token}"})
            assert me.json()["name"].startswith(name)
        for token in ("x" * 43, "-", "y" * 10_000, "é" * 43):
            chosen = {b"authorization": f"Bearer {token}".encode()}
            http.cookies.clear()
            assert (await http.get("/api/me", headers=chosen)).status_code == 401

    _run(work)


def test_guessing_is_locked_out_by_address_and_name() -> None:
    async def work(server: ScannedServer, http: httpx2.AsyncClient, clock: Clock) -> None:
        async def attempt(name: str, password: str) -> tuple[int, str]:
            server.words.add(password)
            response = await http.post("/api/sign-in", json=_credentials(name, password))
            return response.status_code, response.json().get("code", "")

        known = [await attempt("pat", f"a wrong guess {n}") for n in range(8)]
        unknown = [await attempt("nobody", f"a wrong guess {n}") for n in range(8)]
        assert known == unknown, "an answer tells nobody who has an account"
        assert {code for _, code in known} == {"sign_in/refused", "sign_in/locked"}
        assert await attempt("pat", PASSWORD) == (429, "sign_in/locked")
        assert (await attempt("flo", PASSWORD))[0] == 200
        clock.pass_ms(MINUTE)
        assert (await attempt("pat", PASSWORD))[0] == 200

    _run(work)


def test_sign_ups_from_one_address_are_limited() -> None:
    async def work(server: ScannedServer, http: httpx2.AsyncClient, clock: Clock) -> None:
        async def sign_up(number: int) -> int:
            body = {**_credentials(f"new {number}"), "role": "player"}
            return (await http.post("/api/users", json=body)).status_code

        assert [await sign_up(n) for n in range(12)] == [200] * 10 + [429] * 2
        clock.pass_ms(MINUTE)
        assert [await sign_up(20 + n) for n in range(2)] == [200, 429]
        adm = await server.staff("adm")
        for number in range(15):
            body = _credentials(f"made {number}")
            assert (await adm.ask("POST", "/api/users", role="player", **body)).status_code == 200

    _run(work, rates=Rates(UNLIMITED.session, UNLIMITED.address))


def test_guests_from_one_address_are_limited() -> None:
    async def work(server: ScannedServer, http: httpx2.AsyncClient, clock: Clock) -> None:
        codes = [(await http.post("/api/guest")).status_code for _ in range(45)]
        assert codes == [200] * 40 + [429] * 5

    _run(work, rates=Rates())


def test_of_two_sign_ups_under_one_name_one_succeeds() -> None:
    """At the same moment, with different passwords: the second can't take over the account."""

    async def work(server: ScannedServer, http: httpx2.AsyncClient, clock: Clock) -> None:
        for number in range(10):
            bodies = [
                {**_credentials(f"twin {number}", f"{word} horse battery"), "role": "player"}
                for word in ("correct", "another", "further")
            ]
            answers = await asyncio.gather(*(http.post("/api/users", json=b) for b in bodies))
            codes = sorted(answer.status_code for answer in answers)
            assert codes == [200, 422, 422]
            assert {a.json()["code"] for a in answers if a.status_code != 200} == {"name/taken"}
            good = [
                await http.post("/api/sign-in", json=_credentials(b["name"], b["password"]))
                for b in bodies
            ]
            assert [g.status_code == 200 for g in good] == [a.status_code == 200 for a in answers]

    _run(work, rates=Rates(UNLIMITED.session, UNLIMITED.address, UNLIMITED.address))


def test_unknown_paths_are_refused_like_any_request() -> None:
    async def work(server: ScannedServer, http: httpx2.AsyncClient, clock: Clock) -> None:
        for method, path, status in (
            ("GET", "/nowhere", 404),
            ("GET", "/api/tables/x/y/z", 404),
            ("DELETE", "/api/tables", 405),
            ("POST", "/health", 405),
        ):
            response = await http.request(method, path)
            assert response.status_code == status
            assert response.json()["code"].startswith("route/")
            assert response.headers["x-content-type-options"] == "nosniff"

    _run(work)
