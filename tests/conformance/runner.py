"""Runs the marked tests of every wrong rule's clauses, each in a process where the rule is wrong.

The tests are collected once. A wrong rule is made true in a fork of this process, so it can't
reach another; the fork runs the tests that are marked for its clauses until one fails for each.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.conformance.patches import OutdatedRule, apply
from tests.conformance.wrong_rules import WrongRule

TESTS = Path(__file__).parents[1]
AT_ONCE = 2
LONGEST = 120
"""Seconds after which a process is ended; then nothing is shown."""
BROKEN = (NameError, TypeError, AttributeError, SyntaxError, RecursionError, OutdatedRule)
"""Errors of a change itself: a test that fails by one of these has shown nothing."""


def marked_clauses(item: pytest.Item) -> list[str]:
    return [clause for mark in item.iter_markers("clause") for clause in mark.args]


class Runner:
    """The pytest plugin: forks instead of running the collected tests itself."""

    def __init__(self, rules: list[WrongRule]) -> None:
        self.rules = rules
        self.failing: list[str] = []
        """Tests that fail without any wrong rule."""
        self.results: list[dict[str, object]] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]
        report = yield
        if call.excinfo is not None:
            report.broken = issubclass(call.excinfo.type, BROKEN)
            report.said = f"{call.excinfo.type.__name__}: {str(call.excinfo.value)[:200]}"
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = session.items
        by_clause: dict[str, list[pytest.Item]] = {}
        for item in items:
            for clause in marked_clauses(item):
                by_clause.setdefault(clause, []).append(item)
        needed = {clause for rule in self.rules for clause in rule.clauses}
        used = [item for item in items if needed & set(marked_clauses(item))]
        jobs = [
            (lambda share=share: {"failing": [item.nodeid for item in share if _fails(item)]})
            for share in (used[::2], used[1::2])
        ]
        for result in _forked(jobs):
            self.failing += result.get("failing", [result.get("problem", "")])
        sound = set(self.failing)
        jobs = [(lambda rule=rule: _judge(rule, by_clause, sound)) for rule in self.rules]
        self.results = [
            {"name": rule.name, "wrong": rule.wrong, "clauses": list(rule.clauses),
             "change": change_text(rule), "sentences": rule.sentences,
             "killed": {}, "problem": "", **result}
            for rule, result in zip(self.rules, _forked(jobs), strict=True)
        ]  # fmt: skip
        return True


def change_text(rule: WrongRule) -> str:
    if rule.code:
        return f"{rule.code}: {rule.old!r} -> {rule.new!r}"
    return f"{rule.file} {'.'.join(map(str, rule.path))} -> {rule.value!r}"


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _judge(rule: WrongRule, by_clause: dict[str, list[pytest.Item]], failing: set[str]) -> dict:  # type: ignore[type-arg]
    """Clause → the test that fails because of a rule; a clause that none fails for is missing."""
    try:
        apply(rule)
    except OutdatedRule as outdated:
        return {"problem": str(outdated)}
    killed: dict[str, str] = {}
    tried: set[str] = set()
    problem = ""
    for clause in rule.clauses:
        for item in by_clause.get(clause, ()):
            if clause in killed:
                break
            if item.nodeid in tried or item.nodeid in failing:
                continue
            tried.add(item.nodeid)
            for report in runtestprotocol(item, log=False, nextitem=None):
                if report.failed and report.when == "call":
                    if report.broken:  # type: ignore[attr-defined]
                        problem = f"{item.nodeid}: {report.said}"  # type: ignore[attr-defined]
                        continue
                    for shown in marked_clauses(item):
                        if shown in rule.clauses:
                            killed.setdefault(shown, item.nodeid)
    return {"killed": killed, "problem": "" if len(killed) == len(rule.clauses) else problem}


def _forked(jobs):  # type: ignore[no-untyped-def]
    """The results of all jobs in their order, a few processes at a time."""
    results: list[dict] = [{} for _ in jobs]  # type: ignore[type-arg]
    waiting, running = list(enumerate(jobs)), {}
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            number, job = waiting.pop(0)
            reader, writer = os.pipe()
            child = os.fork()
            if not child:
                os.close(reader)
                _answer(job, writer)
            os.close(writer)
            running[reader] = (number, child, time.monotonic() + LONGEST, b"")
        ready, _, _ = select.select(list(running), [], [], 1)
        for reader in ready:
            number, child, until, text = running[reader]
            part = os.read(reader, 1 << 16)
            if part:
                running[reader] = (number, child, until, text + part)
                continue
            del running[reader]
            os.close(reader)
            os.waitpid(child, 0)
            results[number] = json.loads(text) if text else {"problem": "the process ended early"}
        for number, child, until, _ in list(running.values()):
            if time.monotonic() > until:
                os.kill(child, signal.SIGKILL)
    return results


def _answer(job, writer: int) -> None:  # type: ignore[no-untyped-def]
    try:
        result = job()
    except BaseException as error:
        result = {"problem": f"{type(error).__name__}: {error}"}
    os.write(writer, json.dumps(result).encode())
    os._exit(0)


def marked_files() -> list[str]:
    """The test files that mark a clause."""
    return [
        str(path)
        for path in sorted(TESTS.rglob("test_*.py"))
        if "mark.clause" in path.read_text(encoding="utf-8") and path.parent != TESTS
    ]


def run(rules: list[WrongRule], files: list[str] | None = None) -> Runner:
    runner = Runner(rules)
    options = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "-n0"]
    options = ["-q", "--no-header", "-p", "no:cacheprovider", "-m", "clause and not slow"]
    code = pytest.main([*options, *(files or marked_files())], plugins=[runner])
    if code not in (0, 5):
        sys.exit(int(code))
    return runner


def write(runner: Runner, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"failing": runner.failing, "mutations": runner.results}
    path.write_text(json.dumps(content, indent=1), encoding="utf-8")
