"""`uth backup`: a copy of a store."""

from __future__ import annotations

from pathlib import Path

import click

from uth.cli.input.store_option import check_exists, db_option


@click.command()
@click.argument("file")
@db_option
def backup(file: str, address: str) -> None:
    """Copy a house to a new file.

    The cards of unfinished rounds are left out.
    """
    from uth.ledger.backup import backup as copy
    from uth.ledger.opening import open_store

    check_exists(address)
    store = open_store(address, check=False)
    try:
        copy(store, Path(file))
    finally:
        store.close()
    click.echo(f"copied to {file}")
