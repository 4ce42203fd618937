"""The conformance matrix: clause → where it is implemented → the tests that show it."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from uth.rulebook import store
from uth.rulebook.model import WAGERS

PACKAGE = Path(__file__).parent.parent
CLAUSE_ID = re.compile(r"\b(?:BB|CA|CB|CR|PA|LW|Q)-\d+(?:\.\d+)?\b(?!\.\d)")
QUOTED = re.compile(r'"([a-z_.-]+)"')
REASON_FILES = ("table/wagers/", "rulebook/model.py")
"""Where an occasion is composed: a wager and its reason, a deal and its procedure."""
LAYERS = ("table", "rulebook", "core", "exact", "floor")

Evidence = dict[str, dict[str, list[str]]]
"""Clause → kind of evidence (`act` or `check`) → tests."""


class ConformanceLine(msgspec.Struct, frozen=True):
    """One clause of the matrix."""

    clause: str
    house: str
    wording: str
    how: list[str]
    implemented: list[str]
    tests: list[str]
    shown: bool


def matrix(evidence: Evidence) -> list[ConformanceLine]:
    locations = implemented()
    rows = []
    for clause, entry in store.clause_list().items():
        kinds = evidence.get(clause, {})
        rows.append(
            ConformanceLine(
                clause=clause,
                house=entry["house"],
                wording=entry["wording"],
                how=entry["how"],
                implemented=locations.get(clause, []),
                tests=sorted({test for tests in kinds.values() for test in tests}),
                shown=needed(entry["how"]) <= kinds.keys(),
            )
        )
    return rows


def needed(how: list[str]) -> set[str]:
    """The kinds of evidence that a clause needs: the engine acts on it, the check guards it."""
    engine = {"act"} if set(how) & {"E", "S", "R"} else set()
    return engine | ({"check"} if "D" in how else set())


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
