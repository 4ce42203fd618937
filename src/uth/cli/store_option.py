"""`--db`: which store a command works on."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

import click

from uth.core.refusal import Refusal


def _default() -> str:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return os.environ.get("UTH_DB") or str(Path(base) / "uth" / "house.db")


def made(address: str) -> str:
    """The folder of a file that is about to be made."""
    if "://" not in address:
        try:
            Path(address).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refusal("store/unreachable", f"{error.strerror}", address) from None
    return address


def shown_address(address: str) -> str:
    """Where a house is kept, without the password that its address may hold."""
    if "://" not in address:
        return address
    place = urlsplit(address)
    return f"{place.scheme}://{place.hostname or ''}{place.path}"


def there(address: str) -> str:
    if "://" not in address and not Path(address).is_file():
        raise Refusal("store/none", "there is no such file; `uth serve` makes one", address)
    if "://" not in address and not Path(address).stat().st_size:
        raise Refusal("store/none", "the file is empty: there is no house in it", address)
    return address


db = click.option(
    "--db",
    "address",
    metavar="URL",
    default=_default,
    help="A SQLite file or postgresql://…; $UTH_DB, or a file of your own by default.",
)


as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
