"""The OpenAPI document, made from the routes and the message types themselves."""

from __future__ import annotations

import functools
import operator
import re
from typing import Any

import msgspec

from uth import __version__
from uth.core.cards import Card
from uth.core.messages import RefusalMessage
from uth.floor.records.feed import FeedItem
from uth.floor.tables.updates import Update
from uth.table import events as e
from uth.web.messages import tables as m
from uth.web.routes import Route
from uth.web.sockets.endpoints import SocketAnswer, SocketRefusal

BESIDE = {
    "/health": ("Whether the process answers", ()),
    "/ready": ("Whether the store answers and the house takes orders", (503,)),
    "/metrics": ("Counters, durations and gauges for Prometheus", ()),
}
"""For those who run the service: a line of text or more, and with which statuses else."""
CARD = {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"}


def _hook(kind: type) -> dict[str, Any]:
    if kind is Card:
        return dict(CARD)
    raise NotImplementedError(f"{kind.__name__} has no schema")


def document(routes: tuple[Route, ...]) -> dict[str, Any]:
    """OpenAPI 3.1; the messages of the socket are among its schemas."""
    happened = functools.reduce(operator.or_, e.Event.__subclasses__())
    spoken: list[Any] = [Update, m.SocketOrder, SocketAnswer, SocketRefusal, FeedItem]
    kinds: list[Any] = [RefusalMessage, happened, *spoken]
    for route in routes:
        kinds += [route.answer] if route.body is None else [route.answer, route.body]
    schemas, components = msgspec.json.schema_components(
        kinds, schema_hook=_hook, ref_template="#/components/schemas/{name}"
    )
    found = iter(schemas)
    refusal = next(found)
    components["Event"] = next(found)
    for name, told in (("Update", "events"), ("Update", "so_far"), ("Replay", "events")):
        if name in components:
            events = components[name]["properties"][told]
            events["items"] = {"$ref": "#/components/schemas/Event"}
    for _ in spoken:
        next(found)
    paths = {path: {"get": _beside(path)} for path in BESIDE}
    for route in routes:
        answer = next(found)
        body = next(found) if route.body is not None else None
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(
            route, answer, body, refusal
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "uth",
            "version": __version__,
            "description": (
                "A house of Ultimate Texas Hold'em with play money. The socket at /ws/{table} "
                "takes SocketOrder and gives Update, SocketAnswer and SocketRefusal; the one at "
                "/ws/floor gives FloorNews to those who watch the house. A handshake that is "
                "refused is answered like any request, with a status and Told."
            ),
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": {"type": "http", "scheme": "bearer"}},
        },
    }


def _beside(path: str) -> dict[str, Any]:
    summary, refused = BESIDE[path]
    text = {"text/plain": {"schema": {"type": "string"}}}
    told = {str(status): {"description": "Not now", "content": text} for status in refused}
    return {
        "summary": summary,
        "operationId": path.strip("/"),
        "responses": {"200": {"description": "Done", "content": text}, **told},
    }


def _operation(route: Route, answer: Any, body: Any, refusal: Any) -> dict[str, Any]:
    refused = {"description": "Refused", "content": {"application/json": {"schema": refusal}}}
    found: dict[str, Any] = {
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
        found["security"] = [{"session": []}]
    if body is not None:
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": body}},
        }
    return found
