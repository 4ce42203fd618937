"""The package's own TOML files, each with a compiled copy, as Python keeps bytecode.

Parsing TOML takes longer than settling a round. The copy carries the time and size of the file
it was made from, and is written again when either differs or it can't be read.
"""

from __future__ import annotations

import marshal
import os
import sys

from uth.core.refusal import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Raw = dict[str, Any]

MOST_DOTS = 100
"""In one row of a rulebook file."""
DATA = os.path.join(os.path.dirname(__file__), "data")


def data(name: str) -> Raw:
    """One of the package's TOML files, from its compiled copy where that is up to date."""
    path = os.path.join(DATA, name)
    folder, file = os.path.split(path)
    compiled = os.path.join(folder, "__pycache__", f"{file}.{sys.implementation.cache_tag}")
    status = os.stat(path)
    stamp = [status.st_mtime_ns, status.st_size]
    try:
        with open(compiled, "rb") as copy:
            made_from, content = marshal.loads(copy.read())
        if made_from == stamp and isinstance(content, dict):
            return content
    except (OSError, EOFError, MemoryError, ValueError, TypeError):
        pass
    with open(path, encoding="utf-8") as source:
        parsed = parse_toml(source.read())
    _save(compiled, [stamp, parsed])
    return parsed


def file_names(folder: str) -> list[str]:
    """The TOML files of a folder of the package, without their endings."""
    files = os.listdir(os.path.join(DATA, folder))
    return sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))


def _save(path: str, content: Any) -> None:
    """Write a copy and move it into place; where that is not allowed, there is none."""
    aside = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(aside, "wb") as copy:
            marshal.dump(content, copy)
        os.replace(aside, path)
    except OSError:
        if os.path.exists(aside):
            os.remove(aside)


def check_keys(text: str) -> None:
    """Refuse text that others wrote whose keys have too many parts: their time is quadratic."""
    if any(row.count(".") > MOST_DOTS for row in text.split("\n")):
        raise Refusal("rulebook/too_deep")


def parse_toml(text: str) -> Raw:
    """TOML as plain data, or a refusal that says what is wrong with it."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Refusal("rulebook/too_deep") from None
    except ValueError as error:
        raise Refusal("rulebook/not_toml", problem=str(error)) from None
