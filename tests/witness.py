"""Evidence for clauses: what engine and check really did while a marked test ran.

A mark alone counts for nothing. The engine's entry points are wrapped before any test module is
imported; a clause counts as acted on where an event, a payment or a refusal cited it, and as
checked where the rulebook check both accepted an entry that cites it and refused a wrong one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from uth.core.refusal import Refusal, Refusals
from uth.rulebook import check, store
from uth.table import decide, settlement
from uth.table.meters import link

EVIDENCE = "clause evidence"


class Witness:
    """What has been cited since the last look."""

    def __init__(self) -> None:
        self.acted: set[str] = set()
        self.accepted: set[str] = set()
        self.rejected: set[str] = set()

    def clear(self) -> None:
        self.__init__()  # type: ignore[misc]

    def shown(self, clause: str) -> list[str]:
        kinds = ["act"] if clause in self.acted else []
        return kinds + (["check"] if clause in self.accepted & self.rejected else [])


witness = Witness()


def _watched(function: Callable[..., Any], cited: Callable[[Any], Iterator[str]]) -> Any:
    def watching(*args: Any, **named: Any) -> Any:
        try:
            result = function(*args, **named)
        except Refusal as refusal:
            witness.acted.add(refusal.clause)
            raise
        witness.acted.update(cited(result))
        return result

    return watching


def _of_events(result: Any) -> Iterator[str]:
    for event in result[0]:
        yield from event.clauses


def _of_rows(result: Any) -> Iterator[str]:
    for row in result.rows:
        yield from row.clauses


def _nothing(result: Any) -> Iterator[str]:
    return iter(())


def _watched_check(function: Callable[..., Any]) -> Any:
    def watching(raw: Any, library: Any, *args: Any) -> Any:
        try:
            rules = function(raw, library, *args)
        except Refusals as refusals:
            witness.rejected.update(refusal.clause for refusal in refusals.defects)
            raise
        witness.accepted.update(rules.sources.values())
        for tables in rules.source["tables"].values():
            for table in tables.values():
                witness.accepted.update(table.get("clauses", ()))
        return rules

    return watching


def install() -> None:
    """Wrap the entry points; called once, before test modules import them by name."""
    patch = pytest.MonkeyPatch()
    patch.setattr(decide, "step", _watched(decide.step, _of_events))
    patch.setattr(decide, "open_table", _watched(decide.open_table, _of_events))
    patch.setattr(settlement, "settle", _watched(settlement.settle, _of_rows))
    for name in ("draw", "feed"):
        patch.setattr(link, name, _watched(getattr(link, name), _nothing))
    patch.setattr(check, "read", _watched_check(check.read))


def marked_clauses(item: pytest.Item) -> list[str]:
    return [clause for mark in item.iter_markers("clause") for clause in mark.args]


class Recorder:
    """The pytest plugin: notes what each passing test showed, and writes it down at the end."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.evidence: dict[str, dict[str, list[str]]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        known = store.clause_list()
        for item in items:
            for clause in marked_clauses(item):
                if clause not in known:
                    raise pytest.UsageError(f"{item.nodeid} is marked for no clause: {clause!r}")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        witness.clear()
        yield
        for clause in marked_clauses(item):
            for kind in witness.shown(clause):
                item.user_properties.append((EVIDENCE, f"{clause} {kind}"))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call" or not report.passed:
            return
        for name, value in report.user_properties:
            if name == EVIDENCE:
                clause, kind = str(value).split()
                self.evidence.setdefault(clause, {}).setdefault(kind, []).append(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.path is not None and not hasattr(session.config, "workerinput"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            ordered = {
                clause: {kind: sorted(set(tests)) for kind, tests in sorted(kinds.items())}
                for clause, kinds in sorted(self.evidence.items())
            }
            self.path.write_text(json.dumps(ordered, indent=1), encoding="utf-8")
