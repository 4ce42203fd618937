"""The conformance matrix: sentence → clause → entries → code → test → the wrong rule it catches."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import msgspec

from uth.rulebook import store
from uth.rulebook.approval.documents import sentences
from uth.rulebook.model import WAGERS

PACKAGE = Path(__file__).parent.parent
CLAUSE_ID = re.compile(r"\b(?:BB|CA|CB|CR|PA|LW|Q)-\d+(?:\.\d+)?\b(?!\.\d)")
QUOTED = re.compile(r'"([a-z_.-]+)"')
REASON_FILES = ("table/wagers/", "rulebook/procedures.py")
"""Where an occasion is composed: a wager and its reason, a deal and its procedure."""
LAYERS = ("table", "rulebook", "core", "exact", "floor")
PHYSICAL = ["N"]

Raw = dict[str, Any]

Status = Literal["shown", "not shown", "physical"]


class JudgedRule(msgspec.Struct, frozen=True):
    """A wrong rule that the tests were run under, and the test that failed for each clause."""

    name: str
    wrong: str
    clauses: list[str]
    change: str
    sentences: dict[str, list[str]]
    """House → the sentences that say otherwise: `12.2` is the second sentence of line 12."""
    killed: dict[str, str]
    problem: str = ""


class Evidence(msgspec.Struct, frozen=True):
    """What `python -m tests.conformance` found."""

    failing: list[str]
    """Tests that fail without any wrong rule: they show nothing."""
    mutations: list[JudgedRule]


class CaughtRule(msgspec.Struct, frozen=True):
    """A wrong rule and the marked test that fails because of it."""

    name: str
    wrong: str
    change: str
    test: str


class ClauseSentence(msgspec.Struct, frozen=True):
    """A sentence that a clause numbers, and the wrong rules that say otherwise."""

    document: str
    line_number: int
    words: str
    mutations: list[str]


class ConformanceRow(msgspec.Struct, frozen=True):
    """One clause of the matrix."""

    clause: str
    house: str
    wording: str
    how: list[str]
    sentences: list[ClauseSentence]
    entries: list[str]
    implemented: list[str]
    tests: list[str]
    mutations: list[CaughtRule]
    survived: list[str]
    """Wrong rules that no test of the clause fails for."""
    status: Status


def matrix(evidence: Evidence) -> list[ConformanceRow]:
    locations, entries = implemented(), _entries()
    return [
        _row(evidence, clause, entry, locations.get(clause, []), entries.get(clause, []))
        for clause, entry in store.clause_list().items()
    ]


def _row(
    evidence: Evidence, clause: str, entry: Raw, locations: list[str], entries: list[str]
) -> ConformanceRow:
    against = [rule for rule in evidence.mutations if clause in rule.clauses]
    caught = [
        CaughtRule(rule.name, rule.wrong, rule.change, rule.killed[clause])
        for rule in against
        if clause in rule.killed
    ]
    survived = [rule.name for rule in against if clause not in rule.killed]
    said = _sentences(clause, evidence.mutations)
    unshown = [sentence for sentence in said if not sentence.mutations]
    return ConformanceRow(
        clause=clause,
        house=entry["house"],
        wording=entry["wording"],
        how=entry["how"],
        sentences=said,
        entries=entries,
        implemented=locations,
        tests=sorted({rule.test for rule in caught}),
        mutations=caught,
        survived=survived,
        status=status(entry["how"], len(caught), len(survived) + len(unshown)),
    )


def status(how: list[str], caught: int, missing: int) -> Status:
    """A clause is shown where every wrong rule against it is caught, and there is one.

    Each of its sentences has one of its own too: what survives and what nothing contradicts is
    missing.
    """
    if how == PHYSICAL:
        return "physical"
    return "shown" if caught and not missing else "not shown"


def _sentences(clause: str, mutations: list[JudgedRule]) -> list[ClauseSentence]:
    """The sentences of a clause, each with the wrong rules that say otherwise and are caught."""
    return [
        ClauseSentence(
            document=sentence.document,
            line_number=sentence.line_number,
            words=sentence.words,
            mutations=[
                rule.name
                for rule in mutations
                if sentence.key in rule.sentences.get(house, [])
                and rule.killed.keys() & set(sentence.clauses)
            ],
        )
        for house in store.HOUSES
        for sentence in sentences(house)
        if clause in sentence.clauses
    ]


def _entries() -> dict[str, list[str]]:
    """Clause → the entries of houses that rest on it."""
    entries: dict[str, list[str]] = {}
    for house in store.HOUSES:
        for path, clause in store.load_house(house).sources.items():
            entries.setdefault(clause, []).append(f"{house}: {path}")
    return entries


def implemented() -> dict[str, list[str]]:
    """Clause → every `file:line` of the package that cites it, code before data.

    Most clauses are cited through an occasion (`bank.offered`): the house's data lists the clauses
    for it, and the code that names the occasion is where they are implemented.
    """
    code: dict[str, list[str]] = {}
    data: dict[str, list[str]] = {}
    occasions, reasons = _occasions()
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix not in (".py", ".toml") or path.name == "clauses.toml":
            continue
        file = path.relative_to(PACKAGE).as_posix()
        locations = code if path.suffix == ".py" else data
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            clauses = set(CLAUSE_ID.findall(text))
            for word in QUOTED.findall(text) if file.startswith(("table/", *REASON_FILES)) else ():
                clauses |= occasions.get(word, set())
                if file.startswith(REASON_FILES) and "Literal" not in text:
                    clauses |= reasons.get(word, set())
            for clause in clauses:
                locations.setdefault(clause, []).append(f"{file}:{number}")
    return {
        clause: sorted(code.get(clause, []), key=_layer) + data.get(clause, [])
        for clause in code.keys() | data.keys()
    }


def _layer(location: str) -> int:
    """Sort the engine before what only shows it."""
    layer = location.split("/")[0]
    return LAYERS.index(layer) if layer in LAYERS else len(LAYERS)


def _occasions() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Occasion → the clauses that any house cites for it; and the same by the reason alone."""
    occasions: dict[str, set[str]] = {}
    reasons: dict[str, set[str]] = {}
    for house in store.HOUSES:
        for occasion, clauses in store.load_house(house).cites.items():
            occasions.setdefault(occasion, set()).update(clauses)
            subject, reason = occasion.split(".")
            if subject in (*WAGERS, "deal"):
                reasons.setdefault(reason, set()).update(clauses)
    return occasions, reasons
