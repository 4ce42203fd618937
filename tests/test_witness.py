"""A mark for a clause counts only where engine or check really cited it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import witness
from uth.cli.conformance_matrix import matrix, needed

HEADER = """
import pytest
from tests.table.driver import Game, defects, rules_of
from uth.table import commands as c
"""


def evidence(pytester: pytest.Pytester, test: str) -> dict[str, dict[str, list[str]]]:
    """What one test file leaves behind as evidence."""
    pytester.makepyfile(test_it=HEADER + test)
    path = Path(pytester.path) / "evidence.json"
    recorder = witness.Recorder(path)
    pytester.inline_run("-p", "no:cacheprovider", plugins=[recorder])
    found: dict[str, dict[str, list[str]]] = json.loads(path.read_text())
    return found


@pytest.fixture(autouse=True)
def _marks(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmarkers = clause")


def test_an_empty_marked_test_does_not_count(pytester: pytest.Pytester) -> None:
    assert evidence(pytester, "@pytest.mark.clause('CA-5.1')\ndef test_it(): pass") == {}


def test_a_mark_for_another_clause_does_not_count(pytester: pytest.Pytester) -> None:
    test = "@pytest.mark.clause('PA-14')\ndef test_it(): Game('california').sit(1)"
    assert evidence(pytester, test) == {}


def test_a_failing_test_does_not_count(pytester: pytest.Pytester) -> None:
    test = (
        "@pytest.mark.clause('CA-5.1')\n"
        "def test_it():\n    Game('california').sit(1)\n    assert False"
    )
    assert evidence(pytester, test) == {}


@pytest.mark.parametrize(
    "body",
    [
        "Game('california').sit(1)",
        "Game('california').refused(c.Sit('A', 7, 100))",
    ],
    ids=["an event", "a refusal"],
)
def test_an_event_or_a_refusal_that_cites_it_counts(pytester: pytest.Pytester, body: str) -> None:
    found = evidence(pytester, f"@pytest.mark.clause('CA-5.1')\ndef test_it(): {body}")
    assert found == {"CA-5.1": {"act": ["test_it.py::test_it"]}}


def test_a_payment_that_cites_it_counts(pytester: pytest.Pytester) -> None:
    test = """
import json
from uth.cli.fast_settle import settle_text
@pytest.mark.clause('CR-14')
def test_it():
    settle_text(json.dumps({"house": "cardroom-25", "board": "2c 7d 9h Js Kd", "dealer": "Kc 4d",
        "seats": [{"seat": 1, "cards": "9c 9d", "play": 4,
                   "wagers": {"ante": "5", "blind": "5"}}]}))
"""
    assert evidence(pytester, test) == {"CR-14": {"act": ["test_it.py::test_it"]}}


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("rules_of('california-bad-beat')", {}),
        ("defects('california-bad-beat', {'limits': {'maximum': '99'}})", {}),
        (
            "rules_of('california-bad-beat'), "
            "defects('california-bad-beat', {'limits': {'maximum': '99'}})",
            {"CB-7": {"check": ["test_it.py::test_it"]}},
        ),
    ],
    ids=["accepted only", "rejected only", "both"],
)
def test_data_counts_only_where_right_is_accepted_and_wrong_rejected(
    pytester: pytest.Pytester, body: str, shown: dict[str, dict[str, list[str]]]
) -> None:
    assert evidence(pytester, f"@pytest.mark.clause('CB-7')\ndef test_it(): {body}") == shown


def test_a_clause_that_is_both_acted_on_and_data_needs_both() -> None:
    assert needed(["E", "D"]) == {"act", "check"}
    assert needed(["S", "R"]) == {"act"}
    assert needed(["N"]) == set()
    half = {line.clause: line for line in matrix({"CB-2": {"act": ["a test"]}})}
    assert not half["CB-2"].shown
    assert half["CB-8"].shown
    whole = matrix({"CB-2": {"act": ["a test"], "check": ["another"]}})
    assert {line.clause: line.shown for line in whole}["CB-2"]


def test_every_clause_is_implemented_somewhere() -> None:
    missing = [line.clause for line in matrix({}) if needed(line.how) and not line.implemented]
    assert missing == []
