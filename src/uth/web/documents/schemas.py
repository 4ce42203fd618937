"""The schemas of messages, described and with examples, for both documents."""

from __future__ import annotations

from typing import Any

import msgspec

from uth.core.cards import Card
from uth.table.wire import AnyEvent
from uth.web.documents.descriptions import describe, struct_types
from uth.web.documents.examples import Examples

REFERENCE = "#/components/schemas/{name}"
EVENT = {"$ref": REFERENCE.format(name="Event")}
EVENT_FIELDS = (("Update", "events"), ("Update", "so_far"), ("Replay", "events"))
"""Fields whose items are events."""
EVENT_TEXT = "Something that happened at a table; its `type` says what."
CARD: dict[str, Any] = {
    "type": "string",
    "pattern": "^[2-9TJQKA][cdhs]$",
    "description": "A card: its rank and its suit.",
    "examples": ["Ah"],
}


def _schema_hook(kind: type) -> dict[str, Any]:
    if kind is Card:
        return dict(CARD)
    raise NotImplementedError(f"{kind.__name__} has no schema")


class Schemas:
    """The schemas of some types; what they consist of is in `components`."""

    def __init__(self, types: list[Any]) -> None:
        types = [AnyEvent, *types]
        self.components: dict[str, Any]
        schemas, self.components = msgspec.json.schema_components(
            types, schema_hook=_schema_hook, ref_template=REFERENCE
        )
        event = schemas[0]
        self.schemas: list[dict[str, Any]] = list(schemas[1:])
        self.components["Event"] = {**event, "description": EVENT_TEXT}
        for name, field in EVENT_FIELDS:
            if name in self.components:
                self.components[name]["properties"][field]["items"] = EVENT
        self.examples: Examples = Examples(self.components)
        classes = struct_types(types)
        for name, schema in self.components.items():
            describe(name, schema.get("properties", {}), classes.get(name))
        for schema in self.components.values():
            for field, its_schema in schema.get("properties", {}).items():
                if "$ref" not in its_schema:
                    its_schema["examples"] = [self.examples.of(its_schema, field)]
            schema["examples"] = [self.examples.of(schema)]
