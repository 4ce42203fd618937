"""What each field of a message means: its docstring, or else the text of its name."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import inspect as schema

UNITS = {
    "cents": (re.compile(r"\b(Cents|Amount)\b"), "In cents."),
    "milliseconds": (re.compile(r"\bMillis\b"), "In milliseconds since 1970."),
}
"""Each unit, the types that have it, and how a description says so."""


class FieldText(msgspec.Struct, frozen=True):
    """A field as its class declares it."""

    annotation: str
    text: str = ""


@cache
def texts() -> dict[str, dict[str, Any]]:
    """The texts and examples of `fields.toml`."""
    return tomllib.loads(files(__package__).joinpath("fields.toml").read_text("utf-8"))


def struct_types(types: list[Any]) -> dict[str, type]:
    """All message classes that these types consist of, by name."""
    classes: dict[str, type] = {}
    waiting: list[Any] = list(schema.multi_type_info(types))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, schema.StructType):
            if kind.cls.__name__ in classes:
                continue
            classes[kind.cls.__name__] = kind.cls
            waiting += [field.type for field in kind.fields]
        else:
            waiting += _parts(kind)
    return classes


def _parts(kind: Any) -> Iterator[Any]:
    for name in ("item_type", "key_type", "value_type", "type"):
        part = getattr(kind, name, None)
        if isinstance(part, schema.Type):
            yield part
    for name in ("item_types", "types"):
        yield from getattr(kind, name, ())


@cache
def declared(cls: type) -> dict[str, FieldText]:
    """The fields that a class declares or inherits, each with the docstring below it."""
    fields: dict[str, FieldText] = {}
    for base in reversed(cls.__mro__):
        body = _classes(base.__module__).get(base.__name__, [])
        for position, node in enumerate(body):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                text = _docstring(body[position + 1 : position + 2])
                fields[node.target.id] = FieldText(ast.unparse(node.annotation), text)
    return fields


def _docstring(following: list[ast.stmt]) -> str:
    match following:
        case [ast.Expr(value=ast.Constant(value=str(text)))]:
            return " ".join(text.split())
    return ""


@cache
def _classes(module: str) -> dict[str, list[ast.stmt]]:
    """The bodies of a module's own classes, by name."""
    if not module.startswith("uth."):
        return {}
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def describe(name: str, properties: dict[str, Any], cls: type | None) -> None:
    """Add to each property of a message its description, its unit and its values."""
    fields = declared(cls) if cls is not None else {}
    for field, its_schema in properties.items():
        known = fields.get(field, FieldText(""))
        text = known.text or texts().get(name, {}).get(field) or texts()["any"].get(field, "")
        for unit, (type_names, sentence) in UNITS.items():
            if type_names.search(known.annotation):
                its_schema["x-unit"] = unit
                if unit.removesuffix("s") not in text:
                    text = f"{text} {sentence}"
        its_schema["description"] = text
        if its_schema.get("type") == "string" and field in texts()["enums"]:
            its_schema["enum"] = texts()["enums"][field]
