"""Signing in and up over HTTP: cookies, fixation, lock-out, floods of newcomers, the log."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest

from tests.floor.sources import Clock
from tests.guard.world import ANY, World
from tests.ledger.memory import MemoryStore
from tests.web.served import PASSWORD
from uth.floor.clock import MINUTE
from uth.web.app import Rates

HTTPS = {"x-forwarded-proto": "https"}
"""As a proxy on this machine tells that it was reached by https."""


def _run(work: Any, **options: Any) -> None:
    async def go() -> None:
        clock = Clock()
        world = World(MemoryStore(clock), clock=clock, **options)
        async with (
            world.open() as house,
            httpx2.AsyncClient(base_url=house.address, timeout=None) as http,
        ):
            await work(world, http, clock)
        assert world.log.lines

    asyncio.run(go())


def _credentials(name: str, password: str = PASSWORD) -> dict[str, str]:
    return {"name": name, "password": password}


@pytest.mark.parametrize("path", ["/api/guest", "/api/sign-in"])
def test_a_cookie_is_for_this_house_alone(path: str) -> None:
    async def work(world: World, http: httpx2.AsyncClient, clock: Clock) -> None:
        for headers, secure in (({}, False), (HTTPS, True)):
            found = await http.post(path, json=_credentials("pat"), headers=headers)
            world.words.add(found.json()["token"])
            parts = {part.strip().lower() for part in found.headers["set-cookie"].split(";")}
            assert {"httponly", "samesite=strict", "path=/"} <= parts
            assert ("secure" in parts) == secure
            assert found.headers["cache-control"] == "no-store"

    _run(work)


def test_a_token_that_somebody_planted_is_never_made_ones_own() -> None:
    async def work(world: World, http: httpx2.AsyncClient, clock: Clock) -> None:
        planted = (await http.post("/api/guest")).json()["token"]
        found = await http.post(
            "/api/sign-in", json=_credentials("pat"), headers={"cookie": f"uth_session={planted}"}
        )
        own = found.json()["token"]
        world.words.update((planted, own))
        assert own != planted
        for token, name in ((planted, "guest-"), (own, "pat")):
            me = await http.get("/api/me", headers={"authorization": f"Bearer {token}"})
            assert me.json()["name"].startswith(name)
        for token in ("x" * 43, "-", "y" * 10_000, "é" * 43):
            chosen = {b"authorization": f"Bearer {token}".encode()}
            http.cookies.clear()
            assert (await http.get("/api/me", headers=chosen)).status_code == 401

    _run(work)


def test_guessing_is_locked_out_by_place_and_name() -> None:
    async def work(world: World, http: httpx2.AsyncClient, clock: Clock) -> None:
        async def attempt(name: str, password: str) -> tuple[int, str]:
            world.words.add(password)
            found = await http.post("/api/sign-in", json=_credentials(name, password))
            return found.status_code, found.json().get("code", "")

        known = [await attempt("pat", f"a wrong guess {n}") for n in range(8)]
        unknown = [await attempt("nobody", f"a wrong guess {n}") for n in range(8)]
        assert known == unknown, "an answer tells nobody who has an account"
        assert {code for _, code in known} == {"sign_in/refused", "sign_in/locked"}
        assert await attempt("pat", PASSWORD) == (429, "sign_in/locked")
        assert (await attempt("flo", PASSWORD))[0] == 200
        clock.pass_ms(MINUTE)
        assert (await attempt("pat", PASSWORD))[0] == 200

    _run(work)


def test_one_place_makes_only_so_many_accounts() -> None:
    async def work(world: World, http: httpx2.AsyncClient, clock: Clock) -> None:
        async def sign_up(number: int) -> int:
            body = {**_credentials(f"new {number}"), "role": "player"}
            return (await http.post("/api/users", json=body)).status_code

        assert [await sign_up(n) for n in range(12)] == [200] * 10 + [429] * 2
        clock.pass_ms(MINUTE)
        assert [await sign_up(20 + n) for n in range(2)] == [200, 429]
        adm = await world.staff("adm")
        for number in range(15):
            body = _credentials(f"made {number}")
            assert (await adm.ask("POST", "/api/users", role="player", **body)).status_code == 200

    _run(work, rates=Rates(ANY.session, ANY.address))


def test_newcomers_are_slowed() -> None:
    async def work(world: World, http: httpx2.AsyncClient, clock: Clock) -> None:
        codes = [(await http.post("/api/guest")).status_code for _ in range(45)]
        assert codes == [200] * 40 + [429] * 5

    _run(work, rates=Rates())


def test_of_two_who_want_one_name_one_gets_it() -> None:
    """At the same moment, with different passwords: the other can't take the account over."""

    async def work(world: World, http: httpx2.AsyncClient, clock: Clock) -> None:
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

    _run(work, rates=Rates(ANY.session, ANY.address, ANY.address))


def test_ways_that_there_are_not_are_refused_like_others() -> None:
    async def work(world: World, http: httpx2.AsyncClient, clock: Clock) -> None:
        for method, path, status in (
            ("GET", "/nowhere", 404),
            ("GET", "/api/tables/x/y/z", 404),
            ("DELETE", "/api/tables", 405),
            ("POST", "/health", 405),
        ):
            found = await http.request(method, path)
            assert found.status_code == status
            assert found.json()["code"].startswith("route/")
            assert found.headers["x-content-type-options"] == "nosniff"

    _run(work)
