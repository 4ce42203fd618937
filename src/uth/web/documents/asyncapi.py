"""The AsyncAPI document of the sockets, generated from the types of their messages."""

from __future__ import annotations

from typing import Any

from uth import __version__
from uth.web.documents.descriptions import texts
from uth.web.documents.schemas import REFERENCE, Schemas
from uth.web.documents.socket_messages import FROM_FEED, FROM_TABLE, SOCKET_MESSAGES, TO_TABLE

DESCRIPTION = (
    "A table and the floor's feed, live. The handshake needs the token of a session, as a bearer "
    "token or as the cookie of the pages; a refused one is answered like a request, with a status "
    "and a RefusalMessage. Amounts are whole cents, times are milliseconds since 1970. Every order "
    "has a key of the client's own: sent again after a lost connection, it is carried out once and "
    "answered as before. Requests are described in /openapi.json."
)
CHANNELS: dict[str, dict[str, Any]] = {
    "table": {
        "address": "/ws/{table}",
        "title": "One table",
        "description": "An Update at once and after every commit, without cards that are face down "
        "for the viewer; orders, each with one answer or refusal. A player whose last socket "
        "closes is disconnected.",
        "parameters": {"table": {"description": texts()["parameters"]["table"]}},
    },
    "floor": {
        "address": "/ws/floor",
        "title": "The floor's feed",
        "description": "The recent items first, then each as it happens; for those who may see the "
        "feed. What a client sends has no effect.",
    },
}
OPERATIONS = {
    "receiveFromTable": ("send", "table", FROM_TABLE, "What the server sends to a viewer"),
    "sendToTable": ("receive", "table", TO_TABLE, "What a client sends to a table"),
    "receiveFromFloor": ("send", "floor", FROM_FEED, "What the server sends to supervisors"),
}
"""Each operation from the server's side: its action, its channel and its messages."""


def document() -> dict[str, Any]:
    """AsyncAPI 3.0."""
    made = Schemas(SOCKET_MESSAGES)
    by_channel = {"table": [*FROM_TABLE, *TO_TABLE], "floor": FROM_FEED}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "uth sockets",
            "version": __version__,
            "description": DESCRIPTION,
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": {
            name: {**channel, "messages": dict(map(_message, by_channel[name]))}
            for name, channel in CHANNELS.items()
        },
        "operations": {
            name: {
                "action": action,
                "summary": summary,
                "channel": {"$ref": f"#/channels/{channel}"},
                "messages": [
                    {"$ref": f"#/channels/{channel}/messages/{kind.__name__}"} for kind in kinds
                ],
            }
            for name, (action, channel, kinds, summary) in OPERATIONS.items()
        },
        "components": {
            "messages": {
                kind.__name__: {
                    "name": kind.__name__,
                    "summary": made.components[kind.__name__]["description"],
                    "payload": {"$ref": REFERENCE.format(name=kind.__name__)},
                    "examples": [{"payload": made.components[kind.__name__]["examples"][0]}],
                }
                for kind in SOCKET_MESSAGES
            },
            "schemas": made.components,
        },
    }


def _message(kind: Any) -> tuple[str, dict[str, str]]:
    return kind.__name__, {"$ref": f"#/components/messages/{kind.__name__}"}
