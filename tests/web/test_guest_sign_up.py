"""Guests: they choose a name, sign up without losing anything, and are found by any spelling."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.served_app import PASSWORD, ApiClient, ServedApp, in_memory, play_round
from uth.ledger.audit.audit import audit


def _sign_in(served: ServedApp, name: str) -> ApiClient:
    answer = served.client.post("/api/sign-in", json={"name": name, "password": PASSWORD}).json()
    return ApiClient(served, answer["token"], answer["name"])


def _sign_up(guest: ApiClient, name: str, status: int = 200) -> Any:
    return guest.ask("POST", "/api/users", status, name=name, password=PASSWORD, role="player")


def _names(caller: ApiClient, *people: str) -> Any:
    return caller.ask("POST", "/api/names", people=people)["names"]


def test_a_guest_who_signs_up_keeps_seat_money_history_and_limits(served: ServedApp) -> None:
    guest = served.guest()
    guest.ask("POST", "/api/tables", name="own", house="light-and-wonder", timed=False)
    guest.sit("own", 2, 20_000)
    guest.ask("POST", "/api/me/limits", loss=50_000)
    play_round(guest, "own", 2)
    before = guest.ask("GET", "/api/me")
    statement = guest.ask("GET", f"/api/players/{guest.name}/statement")
    _sign_up(guest, "Nina")

    same = guest.ask("GET", "/api/me")
    assert (same["name"], same["shown"], same["role"]) == (guest.name, "Nina", "player")
    nina = _sign_in(served, "NINA")
    me = nina.ask("GET", "/api/me")
    assert (me["name"], me["at_cage"]) == (before["name"], before["at_cage"])
    seats = nina.ask("GET", "/api/tables/own")["view"]["seats"]
    assert [seat["player"] for seat in seats if seat] == [me["name"]]
    assert nina.ask("GET", f"/api/players/{me['name']}/statement") == statement
    assert len(nina.ask("GET", f"/api/hands?player={me['name']}")) == 1
    assert nina.ask("GET", "/api/me/limits")["loss"]["bound"] == 50_000
    play_round(nina, "own", 2)
    assert _names(nina, me["name"]) == {me["name"]: "Nina"}
    assert not audit(served.store).findings


def test_a_guest_has_a_number_until_they_choose_a_name(served: ServedApp) -> None:
    guest, other = served.guest(), served.guest()
    shown = guest.ask("GET", "/api/me")["shown"]
    assert shown.startswith("Guest ")
    assert shown.removeprefix("Guest ").isdigit()
    path = "/api/me/name"
    assert guest.ask("POST", path, name="Lucky Lou")["names"] == {guest.name: "Lucky Lou"}
    assert guest.ask("GET", "/api/me")["shown"] == "Lucky Lou"
    for name, code in (
        ("lucky lou", "name/taken"),
        ("flo", "name/taken"),
        ("the dealer", "name/reserved"),
        (shown, "name/reserved"),
        ("a/b", "name/characters"),
    ):
        assert other.ask("POST", path, 422, name=name)["code"] == code
    assert _sign_up(other, "LUCKY LOU", 422)["code"] == "name/taken"
    guest.ask("POST", path, name="Lou")
    other.ask("POST", path, name="Lucky Lou")
    assert _names(guest, guest.name, other.name) == {guest.name: "Lou", other.name: "Lucky Lou"}
    _sign_up(guest, "lou")
    assert guest.ask("POST", path, 403, name="Max")["code"] == "role/not_allowed"


def test_two_guests_of_one_number_are_told_apart() -> None:
    with in_memory() as served:
        names = served.app.people.names
        people = [f"guest-{number:016x}" for number in (5, 9_005, 900_005 * 9_000 + 5)]
        for person in people:
            names.number_guest(person)
        shown = [names.shown(person) for person in people]
        assert shown[:2] == ["Guest 1005", "Guest 109005"]
        assert len(set(shown)) == len(people)


def test_two_guests_who_come_at_once_get_two_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_memory() as served:
        names = served.app.people.names
        one, two = (f"guest-{number:016x}" for number in (5, 9_005))
        appends = names.appends

        def meanwhile(name: str, person: str) -> Any:
            monkeypatch.setattr(names, "appends", appends)
            batch = appends(name, person)
            names.number_guest(one)
            return batch

        monkeypatch.setattr(names, "appends", meanwhile)
        names.number_guest(two)
        assert [names.shown(one), names.shown(two)] == ["Guest 1005", "Guest 109005"]


def test_statement_recall_and_cage_find_a_player_in_any_spelling(served: ServedApp) -> None:
    flo, pat, guest = served.staff("flo"), served.staff("pat"), served.guest()
    pat.ask("POST", "/api/me/play-money", amount=12_300, key=pat.key())
    guest.ask("POST", "/api/me/name", name="Dora")
    for spelling in ("pat", "Pat", "PAT "):
        assert flo.ask("GET", f"/api/players/{spelling}/statement")["bought"] == 12_300
        assert flo.ask("GET", f"/api/players/{spelling}/banker")["player"] == "pat"
        assert flo.ask("GET", f"/api/hands?player={spelling}") == []
    assert flo.ask("GET", "/api/players/dora/statement")["at_cage"] == 100_000
    flo.ask("POST", "/api/cage/buy-in", player="PAT", amount=700, key=flo.key())
    flo.ask("POST", "/api/cage/cash-out", player="Dora", amount=100_000, key=flo.key())
    assert pat.ask("GET", "/api/me")["at_cage"] == 13_000
    assert guest.ask("GET", "/api/me")["at_cage"] == 0


def test_nobody_is_answered_with_zeros(served: ServedApp) -> None:
    flo = served.staff("flo")
    for path in ("players/pta/statement", "players/pta/banker", "hands?player=pta"):
        assert flo.ask("GET", f"/api/{path}", 422)["code"] == "player/unknown"
    for path in ("buy-in", "cash-out"):
        body = {"player": "pta", "amount": 100, "key": flo.key()}
        assert flo.ask("POST", f"/api/cage/{path}", 422, **body)["code"] == "player/unknown"


def test_nobody_sells_money_to_themselves_in_another_spelling(served: ServedApp) -> None:
    flo = served.staff("flo")
    body = {"player": "FLO", "amount": 100, "key": flo.key()}
    assert flo.ask("POST", "/api/cage/buy-in", 403, **body)["code"] == "role/own_matter"


def test_a_guest_who_signs_in_returns_to_their_seat_by_signing_out() -> None:
    with in_memory() as served:
        client = served.client
        guest = client.post("/api/guest").json()["name"]
        client.post("/api/sign-in", json={"name": "pat", "password": PASSWORD})
        assert client.get("/api/me").json()["name"] == "pat"
        client.post("/api/sign-out", json={})
        assert client.get("/api/me").json()["name"] == guest
        client.post("/api/sign-out", json={})
        assert client.get("/api/session").json()["me"] is None
