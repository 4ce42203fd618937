"""`uth audit`: a store checked from its first event to its last."""

from __future__ import annotations

import json
from pathlib import Path

import click

from uth.cli.store_option import as_json, db, there
from uth.core.money import print_dollars
from uth.core.refusal import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from uth.ledger.audit.audit import Audit, Finding
    from uth.ledger.journal.batch import Head
    from uth.ledger.journal.store import Store


@click.command()
@db
@click.option(
    "--heads",
    "files",
    metavar="FILE",
    multiple=True,
    help="A heads file, any number of them; those in their usual place unless told.",
)
@click.option(
    "--receipt",
    "receipts",
    metavar="FILE",
    multiple=True,
    help="A receipt that was published, any number of them: its head must be in the journal.",
)
@as_json
def audit(address: str, files: tuple[str, ...], receipts: tuple[str, ...], as_json: bool) -> int:
    """Check a house: chain, postings, balances, every round settled again, meters and heads.

    It names the first record that is wrong, and then ends with 1. A tail that was cut off or
    written anew shows only against heads that were written down outside the database.
    """
    from uth.ledger.audit.audit import audit as look
    from uth.ledger.opening import open_store

    outside = Outside(there(address), files, receipts)
    store = open_store(address, check=False)
    try:
        found = look(store, outside.heads())
        extra = _extra(store) if not found.findings else {}
    finally:
        store.close()
    wrong = [outside.told(finding) for finding in found.findings]
    if as_json:
        names = ("streams", "events", "postings", "rounds", "heads", "beyond")
        counts = {name: getattr(found, name) for name in names}
        told = {"good": not wrong, **counts, "heads_files": outside.files, "wrong": wrong}
        click.echo(json.dumps({**told, "receipts": len(receipts), **extra}))
    elif wrong:
        for line in wrong:
            click.echo(line)
    else:
        click.echo("\n".join([*_summary(found, extra), *outside.summary(found)]))
    return 1 if wrong else 0


class Outside:
    """What is known of a house outside its database: heads files, and receipts of players."""

    def __init__(self, address: str, files: tuple[str, ...], receipts: tuple[str, ...]) -> None:
        from uth.ledger.locations import local_heads_files

        for file in files:
            if not Path(file).is_file():
                raise Refusal("heads/none", "there is no such heads file", file)
        self._paths = [Path(file) for file in files] or local_heads_files(address)
        self.files: dict[str, int] = {}
        """How many heads each of the files holds."""
        self._receipts = [(file, receipt_head(file)) for file in receipts]

    def heads(self) -> Iterator[Head]:
        from uth.ledger.journal.heads import read_heads

        for path in self._paths:
            self.files[str(path)] = 0
            try:
                for head in read_heads(path):
                    self.files[str(path)] += 1
                    yield head
            except OSError as error:
                raise Refusal("heads/unreadable", f"{error.strerror}", str(path)) from None
        for _, head in self._receipts:
            yield head

    def told(self, finding: Finding) -> str:
        """With the receipt that shows it, if one does."""
        if finding.code.startswith("heads/"):
            for file, head in self._receipts:
                if finding.where == f"{head.stream} event {head.version}":
                    return f"{str(finding)[:-1]}, receipt {file})"
        return str(finding)

    def summary(self, found: Audit) -> list[str]:
        lines = [
            f"  heads     {file} holds none" for file, count in self.files.items() if not count
        ]
        if not found.heads:
            lines.append("  heads     none to compare with: a lost tail would not be seen")
            return lines
        lines.append(f"  heads     {found.heads:,} were written down outside, and all are there")
        if found.beyond:
            which = f"{found.beyond:,} of {found.streams:,} chains go on beyond them"
            lines.append(f"            {which}: a tail lost there would not be seen")
        return lines


def receipt_head(file: str) -> Head:
    """Where the journal stood when a receipt was published, and the hash of its chain there."""
    from uth.cli.settle import read_input
    from uth.floor.fairness.fairness_events import fair_stream
    from uth.floor.fairness.receipts import Receipt, check_receipt, read_receipt
    from uth.ledger.journal.accounts import meter_stream, table_stream
    from uth.ledger.journal.batch import Head

    text = read_input(file)
    try:
        receipt = read_receipt(text)
        check_receipt(receipt)
        if receipt.journal is None:
            raise Refusal("receipt/no_head", "it tells of no place in the journal", "journal")
    except Refusal as no:
        raise Refusal(no.code, no.sentence, f"{file} {no.where}".strip()) from None
    if isinstance(receipt, Receipt):
        stream = table_stream(receipt.table)
    else:
        stream = fair_stream(meter_stream(receipt.meter))
    return Head(stream, receipt.journal.version, bytes.fromhex(receipt.journal.head))


def _summary(found: Audit, extra: dict[str, Any]) -> list[str]:
    """What was looked at, for one who reads it."""
    lines = [
        "good: nothing is wrong in this house",
        f"  journal   {found.events:,} events in {found.streams:,} streams; every chain is whole",
        f"  rounds    {found.rounds:,} settled again to the same cents, all in the index",
        f"  ledger    {found.postings:,} postings, {extra['accounts']:,} accounts, together 0",
    ]
    for meter in extra["meters"]:
        stands = f"${print_dollars(meter['main'])} and ${print_dollars(meter['mystery'])}"
        lines.append(f"  meter     {meter['name']}: {stands} stand: contributions less awards")
    return lines


def _extra(store: Store) -> dict[str, Any]:
    """What else a reader of an audit asks for, from a store that was found good."""
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
