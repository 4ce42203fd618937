"""`uth export`: hands taken out of a store."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import click

from uth.cli.store_option import db, there
from uth.core.refusal import Refusal, Refusals


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
    from uth.floor.records.hand_export import export as write
    from uth.floor.records.hand_export import media_of
    from uth.floor.records.hand_history import hands
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
