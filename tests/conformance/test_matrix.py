"""`uth conformance`: a clause whose own test survives its wrong rule is not shown."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from uth.cli.conformance import conformance
from uth.cli.conformance_matrix import ConformanceRow, Evidence, JudgedRule, matrix, status

ROOT = Path(__file__).parents[2]
PLANTED = """
[nobody-sits]
wrong = "nobody may sit down"
clauses = ["CA-5.1"]
code = "uth.table.handlers.people:sit"
old = "not 1 <= command.seat <= places"
new = "True"

[nothing-changes]
wrong = "a wrong rule that no test can notice"
clauses = ["CA-5.1"]
code = "uth.table.handlers.people:sit"
old = "not 1 <= command.seat <= places"
new = "not (1 <= command.seat <= places)"

[outdated]
wrong = "what it changes is gone"
clauses = ["CA-5.1"]
code = "uth.table.handlers.people:sit"
old = "seventh"
new = "eighth"

[broken]
wrong = "a change that is itself a mistake"
clauses = ["CA-5.1"]
code = "uth.table.handlers.people:sit"
old = "not 1 <= command.seat <= places"
new = "no_such_name"
"""


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The result of four planted rules, each judged by the tests that are marked for CA-5.1."""
    folder = tmp_path_factory.mktemp("conformance")
    (folder / "planted.toml").write_text(PLANTED)
    found = folder / "evidence.json"
    tests = "tests/conformance/test_california_houses.py"
    subprocess.run(
        [sys.executable, "-m", "tests.conformance", found, "--catalog", folder, "--tests", tests],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return found


def test_a_wrong_rule_is_caught_only_by_a_test_that_fails_because_of_it(judged: Path) -> None:
    evidence = msgspec.json.decode(judged.read_bytes(), type=Evidence)
    assert evidence.failing == []
    killed = {rule.name: rule.killed for rule in evidence.mutations}
    test = "tests/conformance/test_california_houses.py::test_six_places[california]"
    assert killed == {
        "nobody-sits": {"CA-5.1": test},
        "nothing-changes": {},
        "outdated": {},
        "broken": {},
    }
    problems = {rule.name: rule.problem for rule in evidence.mutations}
    assert "'seventh' 0 times" in problems["outdated"]
    assert "NameError" in problems["broken"]


def test_a_planted_survivor_fails_the_check(judged: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke(conformance, ["--check", "--json", "--evidence", str(judged)])
    assert run.exit_code == 1
    assert "CA-5.1" in run.stderr
    row = next(row for row in json.loads(run.stdout) if row["clause"] == "CA-5.1")
    assert row["status"] == "not shown"
    assert row["survived"] == ["nothing-changes", "outdated", "broken"]
    evidence = msgspec.json.decode(judged.read_bytes(), type=Evidence)
    caught = evidence.mutations[0]
    assert _row_of("CA-5.1", caught).status == "not shown", "its sentences are not contradicted"
    one = msgspec.structs.replace(caught, sentences={"california": ["50.1"]})
    assert _row_of("CA-5.1", one).status == "not shown", "the drop box is not contradicted"
    both = msgspec.structs.replace(caught, sentences={"california": ["50.1", "50.2"]})
    assert _row_of("CA-5.1", both).status == "shown"


def _row_of(clause: str, rule: JudgedRule) -> ConformanceRow:
    return next(row for row in matrix(Evidence([], [rule])) if row.clause == clause)


def test_what_is_shown_and_what_is_physical() -> None:
    assert status(["E", "D"], 2, 0) == "shown"
    assert status(["E", "D"], 2, 1) == "not shown"
    assert status(["S"], 0, 0) == "not shown"
    assert status(["N"], 0, 0) == "physical"


def test_a_row_leads_from_the_sentence_to_the_wrong_rule() -> None:
    rule = JudgedRule("a", "b", ["CR-7"], "c", {"cardroom-25": ["50.1"]}, {"CR-7": "tests/x.py::y"})
    row = _row_of("CR-7", rule)
    assert [(one.line_number, one.words, one.mutations) for one in row.sentences] == [
        (50, "Maximum bet is set at $25.", ["a"])
    ]
    assert "cardroom-25: limits.maximum" in row.entries
    assert row.implemented
    assert (row.tests, row.mutations[0].wrong) == (["tests/x.py::y"], "b")


def test_evidence_of_failing_tests_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "evidence.json"
    path.write_text('{"failing": ["tests/x.py::y"], "mutations": []}')
    run = CliRunner().invoke(conformance, ["--evidence", str(path)])
    assert "conformance/tests_failed" in str(run.exception)
    path.write_text("[]")
    run = CliRunner().invoke(conformance, ["--evidence", str(path)])
    assert "conformance/broken" in str(run.exception)


def test_without_evidence_it_says_how_to_make_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing runs unasked."""
    asked: list[list[str]] = []

    class Ended:
        """A run of the tests that has nothing to do."""

        returncode = 0

        def __init__(self, words: list[str], **_: object) -> None:
            asked.append(words[1:])

        def wait(self) -> None:
            pass

    monkeypatch.setattr(subprocess, "Popen", Ended)
    missing = str(tmp_path / "evidence.json")
    for options in ([], ["--check"], ["--json"]):
        run = CliRunner().invoke(conformance, [*options, "--evidence", missing])
        assert "make it with `uth conformance --run`" in str(run.exception)
        assert (run.stdout, asked) == ("", [])
    monkeypatch.chdir(ROOT)
    run = CliRunner().invoke(conformance, ["--run", "--evidence", missing])
    assert asked == [["-m", "tests.conformance", missing]]
    assert "conformance/tests_failed" in str(run.exception)
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(conformance, ["--run", "--evidence", missing])
    assert "conformance/no_tests" in str(run.exception)
    assert len(asked) == 1


def test_an_interrupted_run_ends_its_tests_quietly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are sent no interrupt, which would print a traceback each, but ended."""
    ended: list[object] = []

    class Interrupted:
        pid = 4_711

        def __init__(self, words: list[str], **options: object) -> None:
            ended.append(options["start_new_session"])

        def wait(self) -> None:
            if len(ended) == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    monkeypatch.setattr(os, "killpg", lambda *given: ended.append(given))
    monkeypatch.chdir(ROOT)
    run = CliRunner().invoke(conformance, ["--run", "--evidence", str(tmp_path / "evidence.json")])
    assert ended == [True, (4_711, signal.SIGTERM)]
    assert run.exit_code == 1  # click's own; `uth` makes 130 of it


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_the_matrix_for_people(judged: Path, form: str) -> None:
    run = CliRunner().invoke(conformance, ["--format", form, "--evidence", str(judged)])
    assert run.exit_code == 0
    assert "physical" in run.stdout
    assert "not shown" in run.stdout


def test_every_clause_is_implemented_somewhere() -> None:
    assert [
        row.clause
        for row in matrix(Evidence([], []))
        if row.status != "physical" and not row.implemented
    ] == []
