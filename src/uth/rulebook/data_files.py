"""The package's own TOML files, each with a compiled copy, as Python keeps bytecode.

Parsing TOML takes longer than settling a round. The copy carries the time and size of the file
it was made from, and is made anew when either differs or it can't be read.
"""

from __future__ import annotations

import json
import os

from uth.core.refusal import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Raw = dict[str, Any]

DATA = os.path.join(os.path.dirname(__file__), "data")


def data(name: str) -> Raw:
    """One of our own TOML files, from its compiled copy where that is fresh."""
    path = os.path.join(DATA, name)
    folder, file = os.path.split(path)
    compiled = os.path.join(folder, "__pycache__", f"{file}.json")
    status = os.stat(path)
    stamp = [status.st_mtime_ns, status.st_size]
    try:
        with open(compiled, encoding="utf-8") as copy:
            made_from, content = json.load(copy)
        if made_from == stamp and isinstance(content, dict):
            return content
    except (OSError, ValueError, TypeError):
        pass
    with open(path, encoding="utf-8") as source:
        parsed = parse_toml(source.read())
    _save(compiled, [stamp, parsed])
    return parsed


def _save(path: str, content: Any) -> None:
    """Written aside and moved into place; where that is not allowed, done without."""
    aside = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(aside, "w", encoding="utf-8") as copy:
            json.dump(content, copy)
        os.replace(aside, path)
    except OSError:
        if os.path.exists(aside):
            os.remove(aside)


def parse_toml(text: str) -> Raw:
    """TOML as plain data, or a refusal that says what is wrong with it."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Refusal("rulebook/not_toml", "this TOML is nested too deeply") from None
    except ValueError as error:
        raise Refusal("rulebook/not_toml", f"this is not TOML: {error}") from None
