"""`uth audit` and `uth export`: a house checked, and its hands taken out."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import click

from uth.cli.house import as_json, db, there
from uth.core.money import print_dollars
from uth.core.refusal import Refusal, Refusals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.ledger.audit import Audit
    from uth.ledger.store import Store


@click.command()
@db
@click.option("--heads", metavar="FILE", help="The heads file; the one beside a SQLite file.")
@as_json
def audit(address: str, heads: str | None, as_json: bool) -> int:
    """Check a house: chain, postings, balances, every round settled again, meters and heads.

    It names the first record that is wrong, and then ends with 1.
    """
    from uth.ledger.audit import audit as look
    from uth.ledger.heads import read_heads
    from uth.ledger.opening import open_store
    from uth.web.server import heads_of

    path = heads_of(there(address))
    if heads is not None:
        path = Path(heads)
        if not path.is_file():
            raise Refusal("heads/none", "there is no such heads file", heads)
    store = open_store(address, check=False)
    try:
        known = list(read_heads(path)) if path is not None and path.exists() else []
        found = look(store, known)
        extra = _extra(store, len(known)) if not found.findings else {}
    finally:
        store.close()
    wrong = [str(finding) for finding in found.findings]
    if as_json:
        counts = {name: getattr(found, name) for name in ("streams", "events", "postings")}
        told = {"good": not wrong, **counts, "rounds": found.rounds, "wrong": wrong}
        click.echo(json.dumps({**told, **extra}))
    elif wrong:
        for line in wrong:
            click.echo(line)
    else:
        click.echo("\n".join(_summary(found, extra)))
    return 1 if wrong else 0


def _summary(found: Audit, extra: dict[str, Any]) -> list[str]:
    """What was looked at, for one who reads it."""
    lines = [
        "good: nothing is wrong in this house",
        f"  journal   {found.events:,} events in {found.streams:,} streams; every chain is whole",
        f"  rounds    {found.rounds:,} settled again to the same cents, all in the index",
        f"  ledger    {found.postings:,} postings, {extra['accounts']:,} accounts, together 0",
        f"  heads     {extra['heads']:,} were written down outside, and all are there",
    ]
    for meter in extra["meters"]:
        stands = f"${print_dollars(meter['main'])} and ${print_dollars(meter['mystery'])}"
        lines.append(f"  meter     {meter['name']}: {stands} stand: contributions less awards")
    return lines


def _extra(store: Store, heads: int) -> dict[str, Any]:
    """What else a reader of an audit asks for, from a store that was found good."""
    from uth.floor.reconciling import reconcile_all
    from uth.table.meters import UNITS

    with store.reading() as reader:
        meters = [
            {
                "name": report.name,
                "main": report.main.standing // UNITS,
                "mystery": report.mystery.standing // UNITS,
                "right": report.right,
            }
            for report in reconcile_all(reader)
        ]
        return {"accounts": len(reader.balances()), "heads": heads, "meters": meters}


@click.command()
@click.argument("file")
@db
@click.option("--format", "form", default="jsonl", show_default=True, help="notation, jsonl, …")
@click.option("--table", default="", help="Hands of one table.")
@click.option("--player", default="", help="Hands that somebody had a part in.")
@click.option("--since", type=click.DateTime(), help="Hands that ended then or later, UTC.")
@click.option("--until", type=click.DateTime(), help="Hands that ended before, UTC.")
def export(
    file: str,
    address: str,
    form: str,
    table: str,
    player: str,
    since: datetime | None,
    until: datetime | None,
) -> None:
    """Write settled hands to a new FILE: notation, jsonl or parquet."""
    from uth.floor.export import export as write
    from uth.floor.export import media_of
    from uth.floor.recall import hands
    from uth.ledger.opening import open_store

    media_of(form)
    path = Path(file)
    if path.exists():
        raise Refusal("export/exists", "there is a file of this name already", file)
    store = open_store(there(address), check=False)
    try:
        with store.reading() as reader, path.open("xb") as out:
            begin, end = _millis(since) or 0, _millis(until)
            found = hands(reader, table=table, player=player, since=begin, until=end)
            count = write(found, form, out)
    except (Refusal, Refusals):
        path.unlink(missing_ok=True)
        raise
    except OSError as error:
        if not isinstance(error, FileExistsError):
            with suppress(OSError):
                path.unlink(missing_ok=True)
        raise Refusal("export/unwritable", f"{error.strerror}", file) from None
    finally:
        store.close()
    click.echo(f"{count} hands written to {file}")


def _millis(at: datetime | None) -> int | None:
    """A time of the calendar as the floor counts it."""
    if at is None:
        return None
    since = at.replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * 1_000
