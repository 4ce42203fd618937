"""The OpenAPI document, generated from the routes and their message types."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from uth import __version__
from uth.coach.table_advice import STREETS
from uth.core.messages import RefusalMessage
from uth.core.texts import ENGLISH, FOLDER
from uth.floor.records.hand_export import MEDIA, ROWS
from uth.web.documents.descriptions import texts
from uth.web.documents.schemas import Schemas
from uth.web.documents.socket_messages import SOCKET_MESSAGES
from uth.web.responses import status_of
from uth.web.routes import JSON, Route

DESCRIPTION = (
    "Ultimate Texas Hold'em with play money. Amounts are whole cents, times are milliseconds since "
    "1970. What is refused is answered with a RefusalMessage: its code is stable, its sentence is "
    "for people. The sockets at /ws/{table} and /ws/floor are described in /asyncapi.json."
)
OPERATIONS: dict[str, tuple[str, tuple[int, ...], str]] = {
    "/health": ("Whether the process answers and can write", (503,), "ok\n"),
    "/ready": ("Whether the store answers and orders are accepted", (503,), "ready\n"),
    "/metrics": (
        "Counters, durations and gauges for Prometheus",
        (),
        "# TYPE uth_sockets gauge\nuth_sockets 2\n",
    ),
}
"""Plain-text endpoints for those who run the service, their other statuses and an example."""
NUMBER: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
TEXT: dict[str, Any] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 200,
    "pattern": "^[ -~\\u00c0-\\u024f]+$",
}
PARAMETERS: dict[str, dict[str, Any]] = {
    "after": {"type": "string", "pattern": "^[0-9]{1,15},[a-z0-9._-]{1,40},[0-9]{1,15}$"},
    "deal": NUMBER,
    "format": {"type": "string", "enum": list(MEDIA)},
    "most": NUMBER,
    "number": NUMBER,
    "round": NUMBER,
    "rows": {"type": "string", "enum": list(ROWS)},
    "since": NUMBER,
    "street": {"type": "string", "enum": list(STREETS)},
    "until": NUMBER,
}
"""The parameters of paths and queries that are not just any text."""


def document(routes: tuple[Route, ...]) -> dict[str, Any]:
    """OpenAPI 3.1; the messages of the sockets are among its schemas."""
    types: list[Any] = [RefusalMessage, *SOCKET_MESSAGES]
    for route in routes:
        types += [route.answer] if route.body is None else [route.answer, route.body]
    made = Schemas(types)
    schemas = iter(made.schemas[1 + len(SOCKET_MESSAGES) :])
    paths: dict[str, dict[str, Any]] = {path: {"get": _text_operation(path)} for path in OPERATIONS}
    for route in routes:
        operation = _operation(route)
        answer = next(schemas)
        content = {"schema": answer, "example": made.examples.of(answer)}
        operation["responses"]["200"]["content"] = {route.media: content}
        if route.body is not None:
            body = next(schemas)
            content = {"schema": body, "example": made.examples.of(body)}
            operation["requestBody"] = {"required": True, "content": {JSON: content}}
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "uth", "version": __version__, "description": DESCRIPTION},
        "tags": [{"name": name, "description": text} for name, text in texts()["tags"].items()],
        "paths": paths,
        "components": {
            "schemas": made.components,
            "responses": dict(_refused(made.schemas[0])),
            "securitySchemes": {
                "session": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a session; browsers send it as a cookie.",
                }
            },
        },
    }


def _text_operation(path: str) -> dict[str, Any]:
    summary, statuses, example = OPERATIONS[path]
    content = {"text/plain": {"schema": {"type": "string"}, "example": example}}
    others = {
        str(status): {"description": "Not now: a sentence that says why", "content": content}
        for status in statuses
    }
    return {
        "tags": ["service"],
        "summary": summary,
        "operationId": path.strip("/"),
        "responses": {"200": {"description": "Done", "content": content}, **others},
    }


def _operation(route: Route) -> dict[str, Any]:
    in_path = re.findall(r"\{(\w+)\}", route.path)
    operation: dict[str, Any] = {
        "tags": [route.handler.__module__.rpartition(".")[2]],
        "summary": route.summary,
        "description": _description(route),
        "operationId": route.handler.__name__,
        "parameters": [
            *(_parameter(name, "path") for name in in_path),
            *(_parameter(name, "query") for name in route.query),
        ],
        "responses": {
            "200": {"description": "Done"},
            **{
                str(status): {"$ref": f"#/components/responses/{_response_name(status)}"}
                for status in statuses(route)
            },
        },
    }
    if route.signed_in:
        operation["security"] = [{"session": []}]
    return operation


def _description(route: Route) -> str:
    """The summary as a sentence, and who may."""
    sentences = [f"{route.summary}."]
    if not route.signed_in:
        sentences.append("Needs no session.")
    elif route.may is not None:
        sentences.append(f"Needs the permission `{route.may}`.")
    if route.previous_answer is not None:
        sentences.append("A request with the same key is carried out once and answered as before.")
    return " ".join(sentences)


def _parameter(name: str, where: str) -> dict[str, Any]:
    schema = PARAMETERS.get(name, TEXT)
    example = next(iter(texts()["examples"].get(name, ())), schema.get("enum", [1])[0])
    return {
        "name": name,
        "in": where,
        "required": where == "path",
        "description": texts()["parameters"][name],
        "schema": schema,
        "example": example,
    }


def statuses(route: Route) -> Iterator[int]:
    """The statuses with which a request of a route may be refused."""
    named = "{" in route.path
    if route.body is not None:
        yield HTTPStatus.BAD_REQUEST
    if route.signed_in or "sign-in" in route.path:
        yield HTTPStatus.UNAUTHORIZED
    yield HTTPStatus.FORBIDDEN
    if named:
        yield HTTPStatus.NOT_FOUND
    if route.method == "POST":
        yield HTTPStatus.CONFLICT
    if route.body is not None:
        yield HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    yield HTTPStatus.UNPROCESSABLE_ENTITY
    yield HTTPStatus.TOO_MANY_REQUESTS
    yield HTTPStatus.INTERNAL_SERVER_ERROR
    yield HTTPStatus.SERVICE_UNAVAILABLE


def _response_name(status: int) -> str:
    return HTTPStatus(status).phrase.replace(" ", "").replace("-", "")


def _refused(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A response for each status, with the codes of its refusals."""
    with open(os.path.join(FOLDER, ENGLISH, "refusals.json"), encoding="utf-8") as file:
        sentences: dict[str, str] = json.load(file)
    codes: dict[int, list[str]] = {}
    for code in sentences:
        codes.setdefault(status_of(code), []).append(code)
    for status, listed in sorted(codes.items()):
        example = {"code": listed[0], "sentence": sentences[listed[0]]}
        description = f"Refused: {', '.join(f'`{code}`' for code in listed)}."
        content = {JSON: {"schema": schema, "example": example}}
        yield _response_name(status), {"description": description, "content": content}
