"""`uth backup`: a copy of a store."""

from __future__ import annotations

from pathlib import Path

import click

from uth.cli.input.options import json_option
from uth.cli.input.store_option import db_option, existing_store
from uth.cli.language import text
from uth.cli.render.numbers import print_answer
from uth.cli.render.progress import progress_bar


@click.command()
@click.argument("file", type=click.Path())
@db_option
@json_option
def backup(file: str, address: str, as_json: bool) -> None:
    """Copy a store to a new file.

    The cards of unfinished rounds are left out.

    \b
    Example:
      uth backup copy.db --db house.db
    """
    from uth.ledger.backup import backup as copy

    with existing_store(address) as store, progress_bar("copying"):
        copy(store, Path(file))
    print_answer({"file": file}, text("backup.copied", file=file), as_json)
