"""Accounts over HTTP: administrators manage those of others, everybody their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.served_app import PASSWORD, ApiClient, ServedApp, in_memory, on_disk
from uth.floor.people.accounts import Account
from uth.floor.people.roles import Role
from uth.ledger.audit.audit import audit
from uth.ledger.opening import open_store

NEW = "another horse battery"


def _try(served: ServedApp, name: str, password: str) -> Any:
    response = served.client.post("/api/sign-in", json={"name": name, "password": password})
    return response.json().get("code", "")


def test_an_administrator_manages_accounts() -> None:
    with in_memory() as served:
        adm, pat = served.staff("adm"), served.staff("pat")
        assert adm.ask("POST", "/api/users/change", name="pat", role="floor")["role"] == "floor"
        pat.ask("GET", "/api/me", 401)
        adm.ask("POST", "/api/users/change", name="Pat", password=NEW)
        assert _try(served, "pat", PASSWORD) == "sign_in/refused"
        assert _try(served, "pat", NEW) == ""
        assert adm.ask("POST", "/api/users/change", name="pat", closed=True)["closed"]
        assert _try(served, "pat", NEW) == "sign_in/refused"
        assert not adm.ask("POST", "/api/users/change", name="pat", closed=False)["closed"]
        assert _try(served, "pat", NEW) == ""
        for body, code in (
            ({"name": "pat"}, "user/nothing"),
            ({"name": "pat", "password": "short"}, "password/short"),
        ):
            assert adm.ask("POST", "/api/users/change", 422, **body)["code"] == code
        adm.ask("POST", "/api/users/change", 403, name="pat", role="guest")
        unknown = adm.ask("POST", "/api/users/change", 422, name="nobody", closed=True)
        assert unknown["code"] == "name/unknown"
        own = adm.ask("POST", "/api/users/change", 403, name="adm", role="player")
        assert own["code"] == "role/own_matter"


def test_a_lock_out_is_listed_and_lifted() -> None:
    with in_memory() as served:
        adm = served.staff("adm")
        served.staff("pat")
        codes = [_try(served, "pat", "something else") for _ in range(6)]
        assert codes[-1] == _try(served, "pat", PASSWORD) == "sign_in/locked"
        assert {row["name"] for row in adm.ask("GET", "/api/users") if row["locked"]} == {"pat"}
        adm.ask("POST", "/api/users/unlock", name="pat")
        assert not [row for row in adm.ask("GET", "/api/users") if row["locked"]]
        assert _try(served, "pat", PASSWORD) == ""


def test_changing_ones_password_signs_out_elsewhere() -> None:
    with in_memory() as served:
        pat, other = served.staff("pat"), served.staff("pat")
        assert pat.ask("POST", "/api/users/sign-out", name="pat") == {"sessions": 1}
        other.ask("GET", "/api/me", 401)
        pat.ask("POST", "/api/users/sign-out", 403, name="flo")
        wrong = pat.ask("POST", "/api/me/password", 422, old="not it", new=NEW)
        assert wrong["code"] == "password/wrong"
        answer = pat.ask("POST", "/api/me/password", old=PASSWORD, new=NEW)
        pat.ask("GET", "/api/me", 401)
        assert ApiClient(served, answer["token"], "pat").ask("GET", "/api/me")["name"] == "pat"
        assert _try(served, "pat", NEW) == ""


def test_a_shut_door_refuses_newcomers_and_lets_hands_continue() -> None:
    with in_memory() as served:
        adm, flo, pat = (served.staff(name) for name in ("adm", "flo", "pat"))
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        pat.sit("main", 1, 50_000)
        report = adm.ask("POST", "/api/service/door", open=False)
        assert (report["open"], report["gauges"]["uth_seated"]) == (False, 1)
        assert served.client.post("/api/guest").json()["code"] == "service/door"
        sit = {"type": "Sit", "player": "flo", "seat": 2, "chips": 100}
        assert flo.order("main", sit, 503)["code"] == "service/door"
        pat.order("main", {"type": "Wager", "player": "pat", "wagers": {"ante": 500, "blind": 500}})
        assert adm.ask("POST", "/api/service/door", open=True)["open"]
        served.guest()


@pytest.mark.slow
def test_a_backup_passes_an_audit(tmp_path: Path) -> None:
    with on_disk(tmp_path / "house.db") as served:
        adm, flo = served.staff("adm"), served.staff("flo")
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        response = served.client.get("/api/backup", headers=adm.headers)
        assert response.headers["content-type"] == "application/vnd.sqlite3"
    copy = tmp_path / "copy.db"
    copy.write_bytes(response.content)
    store = open_store(str(copy))
    report = audit(store)
    store.close()
    assert not report.findings
    assert report.events
    with in_memory() as served:
        refused = served.staff("adm").ask("GET", "/api/backup", 422)
        assert refused["code"] == "backup/memory"


def test_nobody_sells_money_to_an_unknown_name() -> None:
    with in_memory() as served:
        flo, guest = served.staff("flo"), served.guest()
        money: dict[str, Any] = {"amount": 100, "key": flo.key()}
        wrong = flo.ask("POST", "/api/cage/buy-in", 422, player="pta", **money)
        assert wrong["code"] == "player/unknown"
        flo.ask("POST", "/api/cage/buy-in", player=guest.name, **money)


def test_limits_that_are_left_out_stay(guest: ApiClient) -> None:
    path = "/api/me/limits"
    guest.ask("POST", path, loss=5_000)
    answer = guest.ask("POST", path, minutes=60)
    none = {"wish": None, "wish_from": None}
    assert answer == {"loss": {"bound": 5_000, **none}, "minutes": {"bound": 60, **none}}
    assert guest.ask("POST", path) == answer == guest.ask("GET", path)
    answer = guest.ask("POST", path, loss=None)
    assert answer["loss"]["wish_from"] is not None, "to have no limit is asked for in as many words"
    assert answer["minutes"] == {"bound": 60, **none}
    guest.ask("POST", path, 400, loss="none")


def test_a_player_with_a_new_role_may_still_leave_their_seat() -> None:
    with in_memory() as served:
        adm, flo, pat, gus = (served.staff(name) for name in ("adm", "flo", "pat", "gus"))
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        pat.sit("main", 1, 50_000)
        gus.ask("POST", "/api/tables/main/line", chips=5_000)
        for name in ("pat", "gus"):
            adm.ask("POST", "/api/users/change", name=name, role="auditor")
        pat, gus = served.staff("pat"), served.staff("gus")
        wager = {"type": "Wager", "player": "pat", "wagers": {"ante": 500, "blind": 500}}
        assert pat.order("main", wager, 403)["code"] == "role/not_allowed"
        gus.order("main", {"type": "Leave", "player": "pat"}, 403)
        pat.order("main", {"type": "Leave", "player": "pat"})
        assert pat.ask("GET", "/api/me")["at_cage"] == 50_000
        answer = pat.order("main", {"type": "Leave", "player": "pat"}, 422)
        assert answer["code"] == "seat/not_seated"
        gus.ask("DELETE", "/api/tables/main/line")


@pytest.mark.parametrize("name", ["a/b", "/", "a\uff0fb", "\u2100", ".", "..", " \u2025 "])
def test_nobody_signs_up_under_a_name_without_an_address(served: ServedApp, name: str) -> None:
    """Also if it becomes such a name only when it is normalized."""
    body = {"name": name, "password": NEW, "role": "player"}
    for caller in (served.guest(), served.staff("adm")):
        answer = caller.ask("POST", "/api/users", 422, **body)
        assert (answer["code"], answer["where"]) == ("name/characters", "name")


def test_an_existing_account_of_such_a_name_stays_valid(served: ServedApp) -> None:
    people = served.app.people
    people.accounts.add(Account("a/b", Role.PLAYER, people.passwords.hash(NEW)))
    assert _try(served, "A/B", NEW) == ""
    adm = served.staff("adm")
    assert adm.ask("POST", "/api/users/change", name="a/b", closed=True)["closed"]
