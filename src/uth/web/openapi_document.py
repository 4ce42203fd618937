"""The OpenAPI document, generated from the routes and their message types."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from uth import __version__
from uth.core.cards import Card
from uth.core.messages import RefusalMessage
from uth.floor.records.feed import FeedItem
from uth.floor.tables.updates import Update
from uth.table.wire import AnyEvent
from uth.web.routes import Route
from uth.web.sockets.table_socket import (
    SocketAnswer,
    SocketOrder,
    SocketPing,
    SocketPong,
    SocketRefusal,
)

DESCRIPTION = (
    "Ultimate Texas Hold'em with play money. The socket at /ws/{table} takes SocketOrder and "
    "SocketPing and sends Update, SocketAnswer, SocketRefusal and SocketPong. The socket at "
    "/ws/floor sends FeedItem to those who may see the feed. A refused handshake is answered like "
    "a request, with a status and a RefusalMessage."
)
OPERATIONS = {
    "/health": ("Whether the process answers and can write", (503,)),
    "/ready": ("Whether the store answers and orders are accepted", (503,)),
    "/metrics": ("Counters, durations and gauges for Prometheus", ()),
}
"""Plain-text endpoints for those who run the service, and their other statuses."""
SOCKET_MESSAGES: list[Any] = [
    Update,
    SocketOrder,
    SocketPing,
    SocketAnswer,
    SocketRefusal,
    SocketPong,
    FeedItem,
]
EVENT_FIELDS = (("Update", "events"), ("Update", "so_far"), ("Replay", "events"))
"""Fields whose items are events."""
CARD = {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"}


def _schema_hook(kind: type) -> dict[str, Any]:
    if kind is Card:
        return dict(CARD)
    raise NotImplementedError(f"{kind.__name__} has no schema")


def document(routes: tuple[Route, ...]) -> dict[str, Any]:
    """OpenAPI 3.1; the messages of the sockets are among its schemas."""
    types: list[Any] = [RefusalMessage, AnyEvent, *SOCKET_MESSAGES]
    for route in routes:
        types += [route.answer] if route.body is None else [route.answer, route.body]
    schema_list, components = msgspec.json.schema_components(
        types, schema_hook=_schema_hook, ref_template="#/components/schemas/{name}"
    )
    schemas = iter(schema_list)
    refusal = next(schemas)
    components["Event"] = next(schemas)
    for name, field in EVENT_FIELDS:
        if name in components:
            items = {"$ref": "#/components/schemas/Event"}
            components[name]["properties"][field]["items"] = items
    for _ in SOCKET_MESSAGES:
        next(schemas)
    paths = {path: {"get": _text_operation(path)} for path in OPERATIONS}
    for route in routes:
        answer = next(schemas)
        body = next(schemas) if route.body is not None else None
        operation = _operation(route, answer, body, refusal)
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "uth", "version": __version__, "description": DESCRIPTION},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": {"type": "http", "scheme": "bearer"}},
        },
    }


def _text_operation(path: str) -> dict[str, Any]:
    summary, statuses = OPERATIONS[path]
    content = {"text/plain": {"schema": {"type": "string"}}}
    others = {str(status): {"description": "Not now", "content": content} for status in statuses}
    return {
        "summary": summary,
        "operationId": path.strip("/"),
        "responses": {"200": {"description": "Done", "content": content}, **others},
    }


def _operation(route: Route, answer: Any, body: Any, refusal: Any) -> dict[str, Any]:
    refused = {"description": "Refused", "content": {"application/json": {"schema": refusal}}}
    operation: dict[str, Any] = {
        "summary": route.summary,
        "operationId": route.handler.__name__,
        "parameters": [
            *(
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                for name in re.findall(r"\{(\w+)\}", route.path)
            ),
            *({"name": name, "in": "query", "schema": {"type": "string"}} for name in route.query),
        ],
        "responses": {
            "200": {"description": "Done", "content": {route.media: {"schema": answer}}},
            "default": refused,
        },
    }
    if route.signed_in:
        operation["security"] = [{"session": []}]
    if body is not None:
        content = {"application/json": {"schema": body}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation
