"""`uth backup`: a copy of a store."""

from __future__ import annotations

from pathlib import Path

import click

from uth.cli.input.store_option import db_option, existing_store
from uth.cli.language import text


@click.command()
@click.argument("file")
@db_option
def backup(file: str, address: str) -> None:
    """Copy a house to a new file.

    The cards of unfinished rounds are left out.
    """
    from uth.ledger.backup import backup as copy

    with existing_store(address) as store:
        copy(store, Path(file))
    click.echo(text("backup.copied", file=file))
