"""A rulebook's data as TOML: the file of a custom house."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def print_toml(data: Mapping[str, Any]) -> str:
    """Plain values first, then each table under its own heading; entries stay on one line."""
    plain = {name: value for name, value in data.items() if not isinstance(value, Mapping)}
    lines = [f"{_key(name)} = {_value(value)}" for name, value in plain.items()]
    for name, table in data.items():
        if isinstance(table, Mapping):
            lines += _table((name,), table)
    return "\n".join(lines) + "\n"


def _table(path: tuple[str, ...], table: Mapping[str, Any]) -> list[str]:
    """Tables of tables get headings of their own, but for an entry with its clause."""
    own = {name: value for name, value in table.items() if not _deep(value)}
    deep = {name: value for name, value in table.items() if _deep(value)}
    lines = ["", f"[{'.'.join(map(_key, path))}]"] if own or not deep else []
    lines += [f"{_key(name)} = {_value(value)}" for name, value in own.items()]
    for name, value in deep.items():
        lines += _table((*path, name), value)
    return lines


def _deep(value: Any) -> bool:
    return isinstance(value, Mapping) and "value" not in value


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return (
            f"{{ {', '.join(f'{_key(name)} = {_value(part)}' for name, part in value.items())} }}"
        )
    return str(value)


def _text(text: str) -> str:
    """JSON's escapes are TOML's too, but for DEL, which TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
