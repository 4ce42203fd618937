"""`uth backup`: a copy of a store."""

from __future__ import annotations

from pathlib import Path

import click

from uth.cli.store_option import db, there


@click.command()
@click.argument("file")
@db
def backup(file: str, address: str) -> None:
    """Copy a house into a new file, without the cards of rounds that are not over."""
    from uth.ledger.backup import backup as copy
    from uth.ledger.opening import open_store

    store = open_store(there(address), check=False)
    try:
        copy(store, Path(file))
    finally:
        store.close()
    click.echo(f"copied to {file}")
