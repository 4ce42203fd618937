"""`uth conformance`: clause → where it is implemented → the tests that show it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click

from uth.cli.conformance_matrix import Evidence, matrix
from uth.cli.language import refusal_text, text
from uth.cli.render.conformance import print_matrix
from uth.core.refusal import Refusal

EVIDENCE = Path(".conformance/evidence.json")


@click.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "markdown", "json"]),
    default="table",
    show_default=True,
    help="How to print the matrix.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--evidence",
    default=EVIDENCE,
    type=click.Path(path_type=Path),
    show_default=True,
    help="The file that a test run writes its evidence to.",
)
@click.option("--check", is_flag=True, help="Exit with 1 if a clause is not shown by a test.")
@click.pass_context
def conformance(ctx: click.Context, form: str, as_json: bool, evidence: Path, check: bool) -> None:
    """Show where each clause is implemented and tested.

    A test counts for a clause only if, while it ran, the engine emitted an event, a payment or a
    refusal that cites it, or the rulebook check accepted the right entry and rejected a wrong one.
    """
    rows = matrix(_read_evidence(evidence))
    print_matrix(rows, "json" if as_json else form)
    missing = [row.clause for row in rows if not row.shown]
    if check and missing:
        click.echo(refusal_text(Refusal("conformance/not_shown", clauses=missing)), err=True)
        ctx.exit(1)


def _read_evidence(path: Path) -> Evidence:
    """The evidence of the last test run; without one, the marked tests are run now."""
    if not path.exists():
        _run_marked_tests(path)
    try:
        evidence: Evidence = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise Refusal("conformance/broken", where=str(path)) from None
    return evidence


def _run_marked_tests(path: Path) -> None:
    if not Path("tests/conftest.py").exists():
        raise Refusal("conformance/no_evidence", where=str(path))
    click.echo(text("conformance.running"), err=True)
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "clause", f"--evidence={path}"],
        stdout=sys.stderr,
        check=False,
    )
    if tests.returncode or not path.exists():
        raise Refusal("conformance/tests_failed", where=str(path))
