"""Runs the marked tests of every wrong rule's clauses, each in a process where the rule is wrong.

The tests are collected once. A wrong rule is made true in a fork of this process, so that it can't
reach another; the fork runs the tests that are marked for its clauses until one fails for each,
those first whose names have the most words of the rule's name.
"""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Generator
from pathlib import Path

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from tests.conformance.forks import forked
from tests.conformance.patches import OutdatedRuleError, apply
from tests.conformance.wrong_rules import WrongRule, says_otherwise

TESTS = Path(__file__).parents[1]
BROKEN = (NameError, TypeError, AttributeError, SyntaxError, RecursionError)
"""Errors of a change itself: a test that fails by one of these has shown nothing."""
FAILURE = pytest.StashKey[str]()
NO_ANSWER = "the process ended without an answer"


class Judgement(msgspec.Struct):
    """What a wrong rule came to: clause → the test that fails because of it."""

    rule: WrongRule
    killed: dict[str, str] = {}
    problem: str = ""


def marked_clauses(item: pytest.Item) -> list[str]:
    return [clause for mark in item.iter_markers("clause") for clause in mark.args]


class Runner:
    """The pytest plugin: forks instead of running the collected tests itself."""

    def __init__(self, rules: list[WrongRule]) -> None:
        self.rules = rules
        self.failing: list[str] = []
        """Tests that are said to catch a rule, and fail without any."""
        self.results: list[Judgement] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note errors that are the change's own."""
        report = yield
        if call.when == "call":
            error = call.excinfo
            broken = error is not None and issubclass(error.type, BROKEN)
            item.stash[FAILURE] = error.exconly() if error and broken else ""
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        by_clause: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            for clause in marked_clauses(item):
                by_clause.setdefault(clause, []).append(item)
        gc.freeze()  # what is shared by all forks is not searched, and so not copied, in each
        results = forked(self.rules, lambda rule: _judge(rule, by_clause))
        self.results = [
            Judgement(rule, **(result or {"problem": NO_ANSWER}))
            for rule, result in zip(self.rules, results, strict=True)
        ]
        named = {test for result in self.results for test in result.killed.values()}
        used = [item for item in session.items if item.nodeid in named]
        for failing in forked([used[::2], used[1::2]], _failing):
            self.failing += [NO_ANSWER] if failing is None else failing
        return True


def _failing(items: list[pytest.Item]) -> list[str]:
    return [item.nodeid for item in items if _reports(item)]


def _reports(item: pytest.Item) -> list[pytest.TestReport]:
    """The reports of a test that fails."""
    reports = runtestprotocol(item, log=False, nextitem=None)
    return [report for report in reports if report.failed]


def _judge(rule: WrongRule, by_clause: dict[str, list[pytest.Item]]) -> dict[str, object]:
    """Clause → the test that fails because of a rule; a clause that none fails for is missing."""
    try:
        apply(rule)
    except OutdatedRuleError as outdated:
        return {"problem": str(outdated)}
    killed: dict[str, str] = {}
    problem, tried = "", set()
    for clause in rule.clauses:
        for item in likely_first(by_clause.get(clause, []), rule.name):
            if clause in killed:
                break
            if item.nodeid in tried:
                continue
            tried.add(item.nodeid)
            failed = any(report.when == "call" for report in _reports(item))
            if failed and item.stash[FAILURE]:
                problem = f"{item.nodeid}: {item.stash[FAILURE]}"
            elif failed:
                for shown in marked_clauses(item):
                    if shown in rule.clauses:
                        killed.setdefault(shown, item.nodeid)
    return {"killed": killed, "problem": problem if len(killed) < len(rule.clauses) else ""}


def likely_first(items: list[pytest.Item], name: str) -> list[pytest.Item]:
    """Tests in the order of how many words of a wrong rule's name are in theirs."""
    words = set(name.split("-"))
    return sorted(items, key=lambda item: -len(words & set(re.findall("[a-z0-9]+", item.nodeid))))


def change_text(rule: WrongRule) -> str:
    if rule.code:
        return f"{rule.code}: {rule.old} → {rule.new}"
    return f"{rule.file} {'.'.join(map(str, rule.path))} → {rule.value}"


def marked_files() -> list[str]:
    """The test files that mark a clause."""
    return [
        str(path)
        for path in sorted(TESTS.rglob("test_*.py"))
        if "mark.clause" in path.read_text(encoding="utf-8")
    ]


def run(rules: list[WrongRule], files: list[str] | None = None) -> Runner:
    """Judge wrong rules by the marked tests of some files, or of all."""
    runner = Runner(rules)
    options = ["-qq", "--no-header", "-p", "no:cacheprovider", "-m", "clause and not slow"]
    options.append("--tb=no")  # nobody reads why they fail, and finding the sources takes longest
    code = pytest.main([*options, *(files or marked_files())], plugins=[runner])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(int(code))
    return runner


def write(runner: Runner, path: Path) -> None:
    """What `uth conformance` reads."""
    path.parent.mkdir(parents=True, exist_ok=True)
    mutations = [
        {
            "name": result.rule.name,
            "wrong": result.rule.wrong,
            "clauses": result.rule.clauses,
            "change": change_text(result.rule),
            "sentences": says_otherwise(result.rule),
            "killed": result.killed,
            "problem": result.problem,
        }
        for result in runner.results
    ]
    content = {"failing": runner.failing, "mutations": mutations}
    path.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1))
