"""`uth export`: the hand history of a store, written to a file."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import click

from uth.cli.input.store_option import db_option, existing_store
from uth.cli.language import text
from uth.core.refusal import Refusal, Refusals


@click.command()
@click.argument("file")
@db_option
@click.option(
    "--format", "form", default="jsonl", show_default=True, help="notation, jsonl or parquet."
)
@click.option("--table", default="", help="Only hands of this table.")
@click.option("--player", default="", help="Only hands that this player took part in.")
@click.option(
    "--since", type=click.DateTime(), help="Only hands that ended at this time or later, UTC."
)
@click.option("--until", type=click.DateTime(), help="Only hands that ended before this time, UTC.")
def export(
    file: str,
    address: str,
    form: str,
    table: str,
    player: str,
    since: datetime | None,
    until: datetime | None,
) -> None:
    """Write settled hands to a new FILE."""
    from uth.floor.records.hand_export import export as write
    from uth.floor.records.hand_export import media_of
    from uth.floor.records.hand_history import hands

    media_of(form)
    path = Path(file)
    if path.exists():
        raise Refusal("export/exists", where=file)
    with existing_store(address) as store:
        try:
            with store.reading() as reader, path.open("xb") as out:
                start, end = _millis(since) or 0, _millis(until)
                rounds = hands(reader, table=table, player=player, since=start, until=end)
                count = write(rounds, form, out)
        except (Refusal, Refusals):
            path.unlink(missing_ok=True)
            raise
        except OSError as error:
            if not isinstance(error, FileExistsError):
                with suppress(OSError):
                    path.unlink(missing_ok=True)
            raise Refusal("export/unwritable", reason=error.strerror, where=file) from None
    click.echo(text("export.written", hands=count, file=file))


def _millis(time: datetime | None) -> int | None:
    """Milliseconds since the epoch."""
    return None if time is None else int(time.replace(tzinfo=UTC).timestamp()) * 1_000
