"""`uth conformance`: what each clause says, where it is implemented, and which test shows it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import msgspec

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
@click.option(
    "--run",
    "judge",
    is_flag=True,
    help="Judge every wrong rule first, which takes minutes, and write the evidence.",
)
@click.option("--check", is_flag=True, help="Exit with 1 if a clause is not shown by a test.")
@click.pass_context
def conformance(
    ctx: click.Context, form: str, as_json: bool, evidence: Path, judge: bool, check: bool
) -> None:
    """Show where each clause is implemented and tested.

    A test counts for a clause only if it fails when the rule is wrong: for every clause there are
    wrong rules, small changes of data or engine, and a marked test of the clause that fails
    because of each. What is physical is listed as such.

    \b
    Example:
      uth conformance --format markdown
    """
    if judge:
        _judge_wrong_rules(evidence)
    rows = matrix(_read_evidence(evidence))
    print_matrix(rows, "json" if as_json else form)
    missing = [row.clause for row in rows if row.status == "not shown"]
    if check and missing:
        click.echo(refusal_text(Refusal("conformance/not_shown", clauses=missing)), err=True)
        ctx.exit(1)


def _read_evidence(path: Path) -> Evidence:
    """What the wrong rules showed last."""
    try:
        evidence = msgspec.json.decode(path.read_bytes(), type=Evidence)
    except OSError:
        raise Refusal("conformance/no_evidence", where=str(path)) from None
    except msgspec.MsgspecError:
        raise Refusal("conformance/broken", where=str(path)) from None
    if evidence.failing:
        raise Refusal("conformance/tests_failed", where=str(path))
    return evidence


def _judge_wrong_rules(path: Path) -> None:
    if not Path("tests/conformance").exists():
        raise Refusal("conformance/no_tests", where="--run")
    click.echo(text("conformance.running"), err=True)
    command = [sys.executable, "-m", "tests.conformance", str(path)]
    tests = subprocess.Popen(command, stdout=sys.stderr, start_new_session=True)
    try:
        tests.wait()
    except KeyboardInterrupt:  # which only this process was sent
        os.killpg(tests.pid, signal.SIGTERM)
        tests.wait()
        raise
    if tests.returncode or not path.exists():
        raise Refusal("conformance/tests_failed", where=str(path))
