"""`uth conformance`: clause → where it is implemented → the tests that show it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table

from uth.core.refusal import Refusal
from uth.rulebook import store
from uth.rulebook.model import WAGERS

PACKAGE = Path(__file__).parent.parent
EVIDENCE = Path(".conformance/evidence.json")
CLAUSE_ID = re.compile(r"\b(?:CA|CB|CR|PA|LW|Q)-\d+(?:\.\d+)?\b(?!\.\d)")
QUOTED = re.compile(r'"([a-z_.-]+)"')
REASONS_GIVEN = ("table/outcomes.py", "table/dealing.py")
"""Where an occasion is put together: a wager and its reason, a deal and its procedure."""


class ConformanceLine(msgspec.Struct, frozen=True):
    """One clause of the matrix."""

    clause: str
    house: str
    wording: str
    how: list[str]
    implemented: list[str]
    tests: list[str]
    shown: bool


def implemented() -> dict[str, list[str]]:
    """Every place of the package that cites a clause, the code first.

    Most clauses are cited through an occasion (`bank.offered`): the house's data says which
    clauses speak of it, and the code that raises the occasion is where they are implemented.
    """
    code: dict[str, list[str]] = {}
    data: dict[str, list[str]] = {}
    occasions, reasons = _occasions()
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix not in (".py", ".toml") or path.name == "clauses.toml":
            continue
        place = path.relative_to(PACKAGE).as_posix()
        found = code if path.suffix == ".py" else data
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            cited = set(CLAUSE_ID.findall(line))
            for word in QUOTED.findall(line) if place.startswith("table/") else ():
                cited |= occasions.get(word, set())
                if place in REASONS_GIVEN and "Literal" not in line:
                    cited |= reasons.get(word, set())
            for clause in cited:
                found.setdefault(clause, []).append(f"{place}:{number}")
    return {
        clause: sorted(code.get(clause, []), key=_layer) + data.get(clause, [])
        for clause in code.keys() | data.keys()
    }


def _layer(place: str) -> int:
    """The engine before what only shows it."""
    order = ("table", "rulebook", "core", "exact", "floor")
    layer = place.split("/")[0]
    return order.index(layer) if layer in order else len(order)


def _occasions() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Occasion → the clauses that any house cites for it, and the same by its last word alone."""
    whole: dict[str, set[str]] = {}
    last: dict[str, set[str]] = {}
    for house in store.HOUSES:
        for occasion, clauses in store.load_house(house).cites.items():
            whole.setdefault(occasion, set()).update(clauses)
            subject, reason = occasion.split(".")
            if subject in (*WAGERS, "deal"):
                last.setdefault(reason, set()).update(clauses)
    return whole, last


def needed(how: list[str]) -> set[str]:
    """What must be shown of a clause: that the engine acts on it, that the check guards it."""
    engine = {"act"} if set(how) & {"E", "S", "R"} else set()
    return engine | ({"check"} if "D" in how else set())


def matrix(evidence: dict[str, dict[str, list[str]]]) -> list[ConformanceLine]:
    """The whole matrix; `evidence` is clause → kind of showing → tests."""
    places = implemented()
    lines = []
    for clause, entry in store.clause_list().items():
        shown = evidence.get(clause, {})
        tests = sorted({test for tests in shown.values() for test in tests})
        complete = needed(entry["how"]) <= shown.keys()
        lines.append(
            ConformanceLine(
                clause,
                entry["house"],
                entry["wording"],
                entry["how"],
                places.get(clause, []),
                tests,
                complete,
            )
        )
    return lines


def _evidence(path: Path) -> dict[str, dict[str, list[str]]]:
    """What the last test run showed; where there has been none, the marked tests are run now."""
    if not path.exists():
        if not Path("tests/conftest.py").exists():
            raise Refusal(
                "conformance/no_evidence",
                "no test run has left its evidence; run this where the project's tests are",
                str(path),
            )
        print("no evidence yet: running the tests that are marked for a clause …", file=sys.stderr)
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-m", "clause", f"--evidence={path}"],
            stdout=sys.stderr,
            check=False,
        )
        if ran.returncode or not path.exists():
            raise Refusal("conformance/tests_failed", "the tests did not pass", str(path))
    try:
        found: dict[str, dict[str, list[str]]] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise Refusal(
            "conformance/broken", "this is not the evidence of a test run", str(path)
        ) from None
    return found


def _markdown(lines: list[ConformanceLine]) -> str:
    rows = ["| clause | wording | how | implemented | tests |", "|---|---|---|---|---|"]
    for line in lines:
        wording = line.wording.replace("|", "\\|")
        places = ", ".join(line.implemented[:3]) + (" …" if len(line.implemented) > 3 else "")
        tests = "<br>".join(line.tests) or "—"
        if not line.shown:
            tests += " **not shown**"
        rows.append(f"| {line.clause} | {wording} | {' '.join(line.how)} | {places} | {tests} |")
    return "\n".join(rows)


def _table(lines: list[ConformanceLine]) -> Table:
    table = Table(title="Clause by clause", show_lines=False)
    for name in ("clause", "how", "wording", "implemented", "tests"):
        table.add_column(name, overflow="fold" if name == "wording" else "ellipsis")
    for line in lines:
        tests = f"{len(line.tests)}" if line.shown else "[red]not shown[/red]"
        places = line.implemented[0] if line.implemented else ""
        more = f" +{len(line.implemented) - 1}" if len(line.implemented) > 1 else ""
        table.add_row(line.clause, " ".join(line.how), line.wording, places + more, tests)
    return table


@click.command()
@click.option("--format", "form", type=click.Choice(["table", "markdown", "json"]), default="table")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--evidence", default=EVIDENCE, type=click.Path(path_type=Path), show_default=True)
@click.option("--check", is_flag=True, help="Fail where a clause is not shown.")
@click.pass_context
def conformance(ctx: click.Context, form: str, as_json: bool, evidence: Path, check: bool) -> None:
    """Show which clause is implemented where, and which tests show it.

    A test counts for a clause only if, while it ran, the engine emitted an event, a payment or a
    refusal that cites it, or the rulebook check accepted the right entry and rejected a wrong one.
    """
    lines = matrix(_evidence(evidence))
    if as_json or form == "json":
        print(msgspec.json.format(msgspec.json.encode(lines), indent=1).decode())
    elif form == "markdown":
        print(_markdown(lines))
    else:
        Console().print(_table(lines))
    missing = [line.clause for line in lines if not line.shown]
    if check and missing:
        print(f"conformance/not_shown: no test shows {', '.join(missing)}", file=sys.stderr)
        ctx.exit(1)
