"""Refusals are worded in the language that the visitor prefers, if there are texts in it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse

from tests.web.served_app import ServedApp
from uth.core import texts
from uth.core.texts import catalog
from uth.web.requests import _preferred

GERMAN = {
    "language.name": "Deutsch",
    "session/none": "bitte zuerst anmelden",
    "body/malformed": "das ist keine gültige Anfrage: {reason}",
    "wager/above_maximum": "zu viel",
    "step.closed": "Nichts geht mehr",
    "entry.limits.minimum": "Mindesteinsatz",
    "route/unknown": "hier ist nichts",
}


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """A second language, for as long as a test takes; the headers of a visitor who reads it."""
    shutil.copytree(Path(texts.FOLDER) / "en", tmp_path / "en")
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "all.json").write_text(json.dumps(GERMAN))
    caches = (catalog, _preferred)
    with monkeypatch.context() as patch:
        patch.setattr(texts, "FOLDER", str(tmp_path))
        for one in caches:
            one.cache_clear()
        yield {"accept-language": "fr;q=0.9, de-AT;q=0.8, en;q=0.1"}
    for one in caches:
        one.cache_clear()


def test_a_request_is_refused_in_the_visitor_s_language(
    served: ServedApp, german: dict[str, str]
) -> None:
    for headers, sentence in (
        (german, GERMAN["session/none"]),
        ({}, "sign in first; your session has ended"),
        ({"accept-language": "fr, *;q=0.5"}, "sign in first; your session has ended"),
    ):
        answer = served.client.get("/api/me", headers=headers).json()
        assert (answer["code"], answer["sentence"]) == ("session/none", sentence)
    answer = served.client.get("/api/nowhere", headers=german).json()
    assert answer["sentence"] == GERMAN["route/unknown"]


def test_what_a_language_lacks_is_english(served: ServedApp, german: dict[str, str]) -> None:
    answer = served.client.get("/api/clauses/XX-1", headers=german).json()
    assert answer["sentence"] == "there is no such clause"


def test_a_socket_refuses_in_the_language_of_its_handshake(
    served: ServedApp, german: dict[str, str]
) -> None:
    pat = served.guest()
    pat.ask("POST", "/api/tables", name="german", house="cardroom-25")
    headers = {**pat.headers, **german}
    with served.client.websocket_connect("/ws/german", headers=headers) as socket:
        pat.receive(socket)
        socket.send_text("{}")
        refusal = pat.receive(socket)["refusal"]
        assert refusal["code"] == "body/malformed"
        assert refusal["sentence"].startswith("das ist keine gültige Anfrage: ")
    served.client.cookies.clear()
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        served.client.websocket_connect("/ws/german", headers=german),
    ):
        pass
    assert denied.value.json()["sentence"] == GERMAN["session/none"]


def test_a_command_is_tried_in_the_visitor_s_language(
    served: ServedApp, german: dict[str, str]
) -> None:
    pat = served.guest()
    pat.ask("POST", "/api/tables", name="tried", house="cardroom-25", timed=False)
    pat.sit("tried", 1, 100_000)
    wagers = {"ante": 10**9, "blind": 10**9}
    command = {"type": "Wager", "player": pat.name, "wagers": wagers}
    answer = served.client.post(
        "/api/tables/tried/try", json={"command": command}, headers={**pat.headers, **german}
    ).json()
    assert answer["refusal"]["sentence"] == GERMAN["wager/above_maximum"]


def test_rules_pages_are_in_the_visitor_s_language(
    served: ServedApp, german: dict[str, str]
) -> None:
    def closed(headers: dict[str, str]) -> str:
        page = served.client.get("/api/houses/california/rules", headers=headers).json()
        return str(next(step["text"] for step in page["steps"] if step["id"] == "closed"))

    assert closed(german) == GERMAN["step.closed"]
    assert closed({}) != GERMAN["step.closed"]


def test_a_design_is_checked_in_the_visitor_s_language(served: ServedApp) -> None:
    headers = {**served.staff("flo").headers, "accept-language": "es"}

    def checked(value: str) -> dict[str, Any]:
        body = json.dumps({"house": "cardroom-25", "entries": {"limits.maximum": value}})
        answer = served.client.post("/api/designer/check", content=body, headers=headers)
        found: dict[str, Any] = answer.json()
        return found

    (departure,) = checked("100")["departures"]
    assert "el documento" in departure["text"]
    (defect,) = checked("a lot")["defects"]
    assert defect["sentence"] == catalog("es").text("money/malformed", value="a lot")


def test_the_assumptions_of_a_solved_house_are_in_the_visitor_s_language(
    served: ServedApp,
) -> None:
    """One answer is computed for all; its figures are the same in every language."""
    pat = served.guest()

    def solved(language: str) -> dict[str, Any]:
        headers = {**pat.headers, "accept-language": language}
        body = json.dumps({"house": "cardroom-25"})
        answer = served.client.post("/api/solve", content=body, headers=headers)
        found: dict[str, Any] = answer.json()
        return found

    english, spanish = solved("en"), solved("es")
    assert all("document does not print" in one["text"] for one in english.pop("assumptions"))
    assert all("El documento" in one["text"] for one in spanish.pop("assumptions"))
    assert english == spanish


def test_a_table_s_changes_are_in_the_visitor_s_language(
    served: ServedApp, german: dict[str, str]
) -> None:
    pat, settings = served.guest(), {"limits": {"minimum": "10"}}
    pat.ask("POST", "/api/tables", name="worded", house="california", settings=settings)
    for headers, name in ((german, GERMAN["entry.limits.minimum"]), ({}, "Limits: minimum")):
        path = "/api/tables/worded/cloth"
        cloth = served.client.get(path, headers={**pat.headers, **headers}).json()
        assert [change["name"] for change in cloth["changes"]] == [name]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("DE-ch", "de"),
        ("en, de", "en"),
        ("de;q=0.2, en;q=0.9", "en"),
        ("de-AT;q=0.9, de;q=0.2, en;q=0.5", "de"),
        ("de;q=0", "en"),
        ("de;q=much, ;;,", "en"),
    ],
)
def test_the_preferred_language(german: dict[str, str], accepted: str, language: str) -> None:
    assert _preferred(accepted) == language


def test_a_chosen_language_comes_before_that_of_the_browser(
    served: ServedApp, german: dict[str, str]
) -> None:
    def sentence(cookie: str) -> str:
        headers = {"accept-language": "en", "cookie": f"uth_language={cookie}"}
        return str(served.client.get("/api/me", headers=headers).json()["sentence"])

    assert sentence("de") == "bitte zuerst anmelden"
    assert sentence("xx") == sentence("") != "bitte zuerst anmelden"
