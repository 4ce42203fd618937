"""`uth audit`: check a store from its first event to its last."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from uth.cli.input.options import json_option
from uth.cli.input.outside_heads import OutsideHeads
from uth.cli.input.store_option import db_option, existing_store
from uth.cli.language import text
from uth.cli.render.progress import progress_bar

if TYPE_CHECKING:
    from uth.ledger.audit.audit import Audit
    from uth.ledger.journal.store import Store

COUNTS = ("streams", "events", "postings", "rounds", "heads", "beyond")


@click.command()
@db_option
@click.option(
    "--heads",
    "files",
    metavar="FILE",
    multiple=True,
    help="A heads file; repeat for more.  [default: the files where `uth serve` writes them]",
)
@click.option(
    "--receipt",
    "receipts",
    metavar="FILE",
    multiple=True,
    help="A published receipt, whose head must be in the journal; repeat for more.",
)
@json_option
def audit(address: str, files: tuple[str, ...], receipts: tuple[str, ...], as_json: bool) -> int:
    """Check a store from its first event to its last.

    Chains, postings, balances, meters and heads are checked, and every round is settled again. If
    anything is wrong, the first wrong record is named and the exit code is 1. A journal whose end
    was cut off or rewritten can only be detected with heads that were stored outside the database.

    \b
    Example:
      uth audit --db house.db --heads house.db.heads
    """
    from uth.ledger.audit.audit import audit as audit_store

    with existing_store(address) as store, progress_bar("auditing"):
        heads = OutsideHeads(address, files, receipts)
        result = audit_store(store, heads.read())
        totals = _totals(store) if not result.findings else {}
    findings = [heads.finding_text(finding) for finding in result.findings]
    if as_json:
        answer = audit_json(result, heads.file_counts, findings)
        click.echo(json.dumps({**answer, "receipts": len(receipts), **totals}))
    elif findings:
        click.echo("\n".join(findings))
    else:
        click.echo(audit_text(result, heads.file_counts, totals))
    return 1 if findings else 0


def _totals(store: Store) -> dict[str, Any]:
    """Accounts and meters of a store in which nothing is wrong."""
    from uth.floor.meters.reconciliation import reconcile_all
    from uth.table.meters import UNITS

    with store.reading() as reader:
        meters = [
            {
                "name": report.name,
                "main": report.main.state // UNITS,
                "mystery": report.mystery.state // UNITS,
                "right": report.right,
            }
            for report in reconcile_all(reader)
        ]
        return {"accounts": len(reader.balances()), "meters": meters}


def audit_json(result: Audit, file_counts: dict[str, int], findings: list[str]) -> dict[str, Any]:
    return {
        "good": not findings,
        **{name: getattr(result, name) for name in COUNTS},
        "heads_files": file_counts,
        "wrong": findings,
    }


def audit_text(result: Audit, file_counts: dict[str, int], totals: dict[str, Any]) -> str:
    """What was checked, for an audit without findings."""
    facts = {**{name: getattr(result, name) for name in COUNTS}, "accounts": totals["accounts"]}
    rows = [text(f"audit.{key}", **facts) for key in ("good", "journal", "rounds", "ledger")]
    rows += [text("audit.meter", **meter) for meter in totals["meters"]]
    rows += [text("audit.no_heads", file=file) for file, count in file_counts.items() if not count]
    rows.append(text("audit.heads" if result.heads else "audit.nothing_outside", **facts))
    if result.heads and result.beyond:
        rows.append(text("audit.beyond", **facts))
    return "\n".join(rows)
