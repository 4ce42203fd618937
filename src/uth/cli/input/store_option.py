"""`--db`: the store that a command works on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from uth.cli.input.options import OptionDecorator
from uth.core.refusal import Refusal
from uth.core.user_folders import user_folders

if TYPE_CHECKING:
    from uth.ledger.sql.store import SqlStore


def _default() -> str:
    return os.environ.get("UTH_DB") or str(user_folders().user_data_path / "house.db")


db_option: OptionDecorator = click.option(
    "--db",
    "address",
    metavar="URL",
    default=_default,
    help="A SQLite file or postgresql://…  [default: $UTH_DB, or house.db in your data folder]",
)


def _is_file(address: str) -> bool:
    return "://" not in address


def create_parent_folder(address: str) -> None:
    """Create the folder of a SQLite file that may not exist yet."""
    if _is_file(address):
        try:
            Path(address).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refusal("store/folder", reason=error.strerror, where=address) from None


def check_exists(address: str) -> None:
    """Refuse a SQLite file that is missing or empty."""
    if not _is_file(address):
        return
    path = Path(address)
    if not path.is_file() or not path.stat().st_size:
        raise Refusal("store/none", where=address)


@contextmanager
def existing_store(address: str) -> Iterator[SqlStore]:
    """Open a store that exists, without checking what is in it."""
    from uth.ledger.opening import open_store

    check_exists(address)
    with closing(open_store(address, check=False)) as store:
        yield store


def without_password(address: str) -> str:
    """The address as it may be shown."""
    if _is_file(address):
        return address
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
