"""The AsyncAPI document: every message of the sockets, and the messages of real rounds."""

from __future__ import annotations

import time
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from tests.floor.evening import HOUSES
from tests.web.served_app import PATIENCE, in_memory, play_round
from uth.web.documents.asyncapi import document
from uth.web.sockets import feed_socket, table_socket

DOCUMENT = document()


def validator(channel: str) -> jsonschema_rs.Draft202012Validator:
    """Allows the messages of a channel."""
    names = DOCUMENT["channels"][channel]["messages"]
    payloads = [DOCUMENT["components"]["messages"][name]["payload"] for name in names]
    return jsonschema_rs.Draft202012Validator(
        {"oneOf": payloads, "components": DOCUMENT["components"]}
    )


def resolve(reference: str) -> Any:
    part: Any = DOCUMENT
    for name in reference.removeprefix("#/").split("/"):
        part = part[name]
    return part


def references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if "$ref" in value else []
        return own + [item for part in value.values() for item in references(part)]
    if isinstance(value, list):
        return [item for part in value for item in references(part)]
    return []


def test_it_has_every_message_of_the_sockets() -> None:
    """What the modules of the sockets define or send."""
    sockets = {**vars(table_socket), **vars(feed_socket)}
    defined = {
        name
        for name, value in sockets.items()
        if isinstance(value, type)
        and issubclass(value, msgspec.Struct)
        and (name.startswith("Socket") or name == "FeedItem")
    }
    messages = DOCUMENT["components"]["messages"]
    assert set(messages) == defined | {"Update"}
    operations = DOCUMENT["operations"].values()
    sent = [ref["$ref"].rpartition("/")[2] for part in operations for ref in part["messages"]]
    assert sorted(sent) == sorted(messages)
    assert all(message["summary"] for message in messages.values())


def test_it_is_served_and_its_references_lead_somewhere() -> None:
    with in_memory() as served:
        answer = served.client.get("/asyncapi.json")
    assert answer.json() == msgspec.json.decode(msgspec.json.encode(DOCUMENT))
    assert DOCUMENT["asyncapi"] == "3.0.0"
    for reference in references(DOCUMENT):
        assert resolve(reference)


def test_examples_are_messages_of_their_channel() -> None:
    for channel in DOCUMENT["channels"]:
        allows = validator(channel)
        for name in DOCUMENT["channels"][channel]["messages"]:
            for example in DOCUMENT["components"]["messages"][name]["examples"]:
                assert [error.message for error in allows.iter_errors(example["payload"])] == []


def test_a_message_that_is_none_is_found() -> None:
    assert not validator("table").is_valid({"type": "update", "table": "main"})
    assert not validator("table").is_valid({"type": "pongs"})


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_the_messages_of_a_round_are_as_described(house: str) -> None:
    """All that a player, a viewer who is refused, and a supervisor receive."""
    with in_memory() as served:
        guest, flo = served.guest(), served.staff("flo")
        guest.ask("POST", "/api/tables", name="mine", house=house)
        guest.ask("POST", "/api/tables/mine/bots", count=3)
        guest.sit("mine", 5, 400_000)
        guest.received.clear()
        play_round(guest, "mine", 5, 1_500)
        with guest.socket("mine") as socket:
            for message in ({"type": "ping"}, {"type": "order", "key": "k", "command": {}}):
                socket.send_text(msgspec.json.encode(message).decode())
            seen = {guest.receive(socket)["type"] for _ in range(3)}
            end = time.monotonic() + PATIENCE
            while not {"pong", "refusal"} <= seen and time.monotonic() < end:
                seen.add(guest.receive(socket)["type"])
        received = [msgspec.json.decode(text) for text in guest.received]
        assert {message["type"] for message in received} >= {"update", "answer", "refusal", "pong"}
        flo.ask("POST", "/api/tables", name="main", house=house)
        with flo.socket("floor") as socket:
            item = flo.receive(socket)
    allows = validator("table")
    for message in received:
        errors = [error.message[:300] for error in allows.iter_errors(message)]
        assert errors == [], message["type"]
    assert validator("floor").is_valid(item)
