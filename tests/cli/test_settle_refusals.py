"""What `uth settle` refuses: the code, where, and never more than one line."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from tests.cli.example_round import HOUSE_ROUND, ROUND, changed
from tests.cli.refused_rounds import BACKED, CARDROOM, CASES, STRICT
from uth.cli.fast_settle import settle_text
from uth.core.refusal import Refusal, Refusals


def refusal_of(text: str) -> Refusal:
    with pytest.raises((Refusal, Refusals)) as raised:
        settle_text(text)
    assert isinstance(raised.value, Refusal | Refusals)
    refusal = raised.value.defects[0]
    message = str(refusal)
    assert message.isprintable()
    assert len(message) < 500
    assert message.startswith(f"{refusal.code}: ")
    return refusal


@pytest.mark.parametrize(("base", "path", "value", "code", "where"), CASES)
def test_the_refusal_says_what_is_wrong_and_where(
    base: Any, path: str, value: Any, code: str, where: str
) -> None:
    refusal = refusal_of(json.dumps(changed(base, path, value)))
    expected = re.sub(r"\.(\d+)", r"[\1]", path) if where == "=" else where
    assert (refusal.code, refusal.where) == (code, expected)


def test_six_seats_leave_none_to_bank() -> None:
    cards = ["As Ad", "9s 8d", "3s 3d", "4s 4d", "5s 5d", "6s 6d"]
    seats = [
        {"seat": number, "cards": hole, "play": 1, "wagers": {"ante": "5", "blind": "5"}}
        for number, hole in enumerate(cards, 1)
    ]
    six = changed(changed(ROUND, "seats", seats), "banker", ...)
    assert refusal_of(json.dumps(six)).code == "bank/no_seat"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "json/broken"),
        ("{", "json/broken"),
        ("{}}", "json/broken"),
        ("{'house': 1}", "json/broken"),
        ("\ufeff{}", "json/broken"),
        ("[" * 100_000, "json/broken"),
        ('{"a":' * 100_000, "json/broken"),
        ('{"seats": ' + "9" * 5_000 + "}", "json/broken"),
        ("null", "json/not_an_object"),
        ("[]", "json/not_an_object"),
        ("5", "json/not_an_object"),
        ("NaN", "json/not_an_object"),
        ('"text"', "json/not_an_object"),
        ("{}", "json/missing_field"),
        ('{"house": "california", "house": "california"}', "json/field_twice"),
        ('{"house": {"\ud800": 1, "\ud800": 1}}', "json/field_twice"),
        ('{"\\ud800": 1}', "json/unknown_field"),
        ('{"a\\nb": 1}', "json/unknown_field"),
        ('{"' + "x" * 100_000 + '": 1}', "json/unknown_field"),
    ],
)
def test_text_that_is_not_a_round_is_refused(text: str, code: str) -> None:
    assert refusal_of(text).code == code


@pytest.mark.parametrize("name", ["a\nb", "\ud800", "x" * 10_000, "\x1b[31m", "\u2028", ""])
def test_a_strange_wager_stays_on_one_line(name: str) -> None:
    for base, path in ((ROUND, "wagers"), (BACKED, "back_line.0.wagers")):
        played = copy.deepcopy(base)
        wagers = played["seats"][0]
        for step in path.split("."):
            wagers = wagers[int(step)] if isinstance(wagers, list) else wagers[step]
        wagers[name] = "5"
        assert refusal_of(json.dumps(played)).code in ("wager/not_offered", "back_line/wager")
        wagers[name] = "x"
        assert refusal_of(json.dumps(played)).code == "money/malformed"


def test_a_refusal_cites_its_clause() -> None:
    def clause(base: Any, path: str, value: Any) -> str:
        return refusal_of(json.dumps(changed(base, path, value))).clause

    assert clause(ROUND, "seats.0.wagers.trips", ...) == "CA-6.3"
    assert clause(ROUND, "seats.0.wagers.ante", "20") == "CA-6.3"
    assert clause(ROUND, "seats.0.wagers.trips", "4") == "CA-6.1"
    assert clause(ROUND, "seats.0.play", 5) == "CA-6.9"
    assert clause(STRICT, "banker", 6) == "CB-2"
    assert clause(HOUSE_ROUND, "options", {"paytable": "UTH-01"}) == "PA-5"
    assert clause(CARDROOM, "options", {"maximum": "30"}) == "CR-7"
    assert clause(CARDROOM, "options", {"minimum": "4"}) == "CR-8"
