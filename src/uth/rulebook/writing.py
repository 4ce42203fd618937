"""A rulebook's data as TOML: the file of a custom house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tomlkit.items import Item


def print_toml(data: Mapping[str, Any]) -> str:
    """Plain values first, then each table under its own heading; entries stay on one line."""
    import tomlkit

    document = tomlkit.document()
    for name, value in sorted(data.items(), key=lambda item: _is_section(item[1])):
        document.add(name, _item(value))
    return tomlkit.dumps(document)


def _is_section(value: Any) -> bool:
    """Whether a table gets a heading of its own: an entry with its clause does not."""
    return isinstance(value, Mapping) and "value" not in value


def _item(value: Any, *, inline: bool = False) -> Item:
    import tomlkit

    if isinstance(value, list | tuple):
        array = tomlkit.array()
        array.extend(_item(part, inline=True) for part in value)
        return array
    if not isinstance(value, Mapping):
        item: Item = tomlkit.item(value)
        return item
    inline = inline or not _is_section(value)
    table = tomlkit.inline_table() if inline else tomlkit.table()
    for name, part in sorted(value.items(), key=lambda item: not inline and _is_section(item[1])):
        table.add(name, _item(part, inline=inline))
    return table
