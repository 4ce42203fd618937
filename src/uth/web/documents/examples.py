"""Examples of messages, made from their schemas and from the examples of their fields."""

from __future__ import annotations

import re
from typing import Any

from uth.web.documents.descriptions import texts

JSON_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
CARD = re.compile(r"^\^\[2-9TJQKA\]")
"""The pattern of a card."""
PLAIN: dict[str, Any] = {"string": "text", "number": 0.5, "boolean": True, "null": None}
"""The example of a plain value whose field has none."""


class Examples:
    """Makes one example of a schema; references lead to `components`."""

    def __init__(self, components: dict[str, Any]) -> None:
        self._components = components

    def of(self, schema: dict[str, Any], field: str = "") -> Any:
        """An example that its schema allows; `field` is the name that it has in its message."""
        for value in texts()["examples"].get(field, ()):
            if self._fits(value, schema):
                return value
        if "$ref" in schema:
            return self.of(self._resolve(schema))
        if "enum" in schema or "const" in schema:
            return schema["const"] if "const" in schema else schema["enum"][0]
        if "anyOf" in schema:
            return self.of(schema["anyOf"][0], field)
        match schema.get("type"):
            case "object":
                return self._object(schema, field)
            case "array":
                return self._array(schema, field)
            case "integer":
                return max(1, schema.get("minimum", 1))
            case "string" if CARD.search(schema.get("pattern", "")):
                return "Ah"
            case kind:
                return PLAIN.get(str(kind), "text")

    def _resolve(self, schema: dict[str, Any]) -> dict[str, Any]:
        resolved: dict[str, Any] = self._components[schema["$ref"].rpartition("/")[2]]
        return resolved

    def _object(self, schema: dict[str, Any], field: str) -> dict[str, Any]:
        if "properties" in schema:
            return {name: self.of(part, name) for name, part in schema["properties"].items()}
        values, names = schema.get("additionalProperties"), schema.get("propertyNames", {})
        return {self.of(names) if names else "1": self.of(values, field)} if values else {}

    def _array(self, schema: dict[str, Any], field: str) -> list[Any]:
        if "prefixItems" in schema:
            return [self.of(part) for part in schema["prefixItems"]]
        items = schema.get("items")
        return [self.of(items, field)] * max(1, schema.get("minItems", 1)) if items else []

    def _fits(self, value: Any, schema: dict[str, Any]) -> bool:
        """Whether a schema allows a value; closed to what our schemas use."""
        if "$ref" in schema:
            return self._fits(value, self._resolve(schema))
        if "anyOf" in schema:
            return any(self._fits(value, part) for part in schema["anyOf"])
        if "enum" in schema and value not in schema["enum"]:
            return False
        kind = schema.get("type")
        if kind and (isinstance(value, bool) != (kind == "boolean")):
            return False
        if kind and not isinstance(value, JSON_TYPES[kind]):
            return False
        return self._fits_parts(value, schema)

    def _fits_parts(self, value: Any, schema: dict[str, Any]) -> bool:
        match value:
            case str():
                length = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 10**6)
                return length and bool(re.search(schema.get("pattern", ""), value))
            case int() | float():
                least, most = schema.get("minimum", value), schema.get("maximum", value)
                return bool(least <= value <= most)
            case list():
                parts = schema.get("prefixItems") or [schema.get("items") or {}] * len(value)
                least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
                return (
                    len(parts) == len(value)
                    and least <= len(value) <= most
                    and all(map(self._fits, value, parts))
                )
            case dict() if "properties" in schema:
                return False
            case dict():
                names, values = (
                    schema.get("propertyNames", {}),
                    schema.get("additionalProperties", {}),
                )
                return all(
                    self._fits(name, names) and self._fits(part, values)
                    for name, part in value.items()
                )
        return True
