"""The OpenAPI document is whole: every field described, every operation with an example."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from uth.core.messages import RefusalMessage
from uth.core.texts import ENGLISH, FOLDER
from uth.table.wire import AnyEvent
from uth.web.app import ROUTES
from uth.web.documents.descriptions import declared, struct_types, texts
from uth.web.documents.openapi import document
from uth.web.documents.socket_messages import SOCKET_MESSAGES
from uth.web.routes import JSON


@cache
def openapi() -> dict[str, Any]:
    return document(ROUTES)


def schemas() -> dict[str, dict[str, Any]]:
    by_name: dict[str, dict[str, Any]] = openapi()["components"]["schemas"]
    return by_name


def properties() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, schema in schemas().items():
        for field, its_schema in schema.get("properties", {}).items():
            yield f"{name}.{field}", its_schema


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in openapi()["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def contents() -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything with a schema and an example, in requests and responses."""
    for name, operation in operations():
        parts = [operation.get("requestBody", {}), *operation["responses"].values()]
        for part in parts:
            for media in part.get("content", {}).values():
                yield name, media
    for name, response in openapi()["components"]["responses"].items():
        yield name, response["content"][JSON]


def refused_examples(pairs: Iterable[tuple[str, dict[str, Any], Any]]) -> list[str]:
    """Which examples their schemas do not allow; one validator for all, which is quick."""
    listed = list(pairs)
    parts = {str(number): schema for number, (_, schema, _) in enumerate(listed)}
    whole = {"properties": parts, "components": openapi()["components"]}
    values = {str(number): example for number, (_, _, example) in enumerate(listed)}
    errors = jsonschema_rs.Draft202012Validator(whole).iter_errors(values)
    return [f"{listed[int(str(error.instance_path[0]))][0]}: {error.message}" for error in errors]


def test_every_message_and_every_field_is_described() -> None:
    assert [name for name, schema in schemas().items() if not schema.get("description")] == []
    assert [name for name, schema in properties() if not schema.get("description")] == []
    assert len(list(properties())) > 1_000


def test_descriptions_are_sentences() -> None:
    described = [*schemas().items(), *properties()]
    texts_of = [(name, schema["description"]) for name, schema in described]
    assert [pair for pair in texts_of if not pair[1].endswith(".")] == []


def test_amounts_and_times_have_their_unit() -> None:
    """By the types that the code declares; a description that has a unit says it."""
    units = {name: schema["x-unit"] for name, schema in properties() if "x-unit" in schema}
    assert units["Settled.paid"] == units["SeatView.wagers"] == units["Money.amount"] == "cents"
    assert units["FeedItem.at"] == "milliseconds"
    words = {"cents": "cent", "milliseconds": "millisecond"}
    unsaid = [
        name
        for name, schema in properties()
        if name in units and words[units[name]] not in schema["description"]
    ]
    assert unsaid == []


def test_fields_with_few_values_list_them() -> None:
    view = schemas()["TableView"]["properties"]
    assert view["phase"]["enum"] == ["betting", "closed", "preflop", "flop", "river", "settling"]
    assert schemas()["Settled"]["properties"]["outcome"]["enum"][1:3] == ["win", "lose"]


def test_every_field_has_an_example_that_its_schema_allows() -> None:
    missing = [
        name for name, schema in properties() if "examples" not in schema and "$ref" not in schema
    ]
    assert missing == []
    shown = [
        (name, schema, schema["examples"][0])
        for name, schema in (*schemas().items(), *properties())
        if "examples" in schema
    ]
    assert len(shown) > 1_000
    assert refused_examples(shown) == []


def test_an_example_that_is_not_allowed_is_found() -> None:
    seat = schemas()["SeatView"]["properties"]["seat"]
    assert refused_examples([("fine", seat, 1), ("wrong", seat, "one")])[0].startswith("wrong")


def test_every_operation_has_a_tag_a_summary_and_examples() -> None:
    tags = {tag["name"] for tag in openapi()["tags"]}
    for name, operation in operations():
        assert set(operation["tags"]) <= tags, name
        assert operation["summary"], name
        assert [p["name"] for p in operation.get("parameters", []) if "example" not in p] == []
        assert [p["name"] for p in operation.get("parameters", []) if not p["description"]] == []
    assert {tag for _, operation in operations() for tag in operation["tags"]} == tags
    assert (
        refused_examples((name, part["schema"], part["example"]) for name, part in contents()) == []
    )
    assert len(list(operations())) == len(ROUTES) + 3


def test_parameters_have_examples_that_are_allowed() -> None:
    shown = [
        (name, parameter["schema"], parameter["example"])
        for name, operation in operations()
        for parameter in operation.get("parameters", [])
    ]
    assert refused_examples(shown) == []


def test_responses_name_the_refusals() -> None:
    send_order = openapi()["paths"]["/api/tables/{table}/orders"]["post"]["responses"]
    assert set(send_order) >= {"400", "401", "403", "404", "409", "422", "429", "503"}
    responses = openapi()["components"]["responses"]
    assert "`session/none`" in responses["Unauthorized"]["description"]
    assert "`key/used`" in responses["Conflict"]["description"]
    sentences = json.loads((Path(FOLDER) / ENGLISH / "refusals.json").read_text("utf-8"))
    named = " ".join(response["description"] for response in responses.values())
    assert [code for code in sentences if f"`{code}`" not in named] == []
    used = {
        part["$ref"].rpartition("/")[2]
        for _, operation in operations()
        for part in operation["responses"].values()
        if "$ref" in part
    }
    assert used <= set(responses)


def test_no_text_is_left_over() -> None:
    """A text whose field is gone, or has a docstring now, is removed."""
    types: list[Any] = [*SOCKET_MESSAGES]
    for route in ROUTES:
        types += [part for part in (route.answer, route.body) if part is not None]
    classes = struct_types([*types, RefusalMessage, AnyEvent])
    special = {"any", "parameters", "tags", "enums", "examples"}
    needed: set[tuple[str, str]] = set()
    for name, schema in schemas().items():
        fields = declared(classes[name]) if name in classes else {}
        for field in schema.get("properties", {}):
            if field not in fields or not fields[field].text:
                needed.add((name, field))
    own = {(name, field) for name, part in texts().items() if name not in special for field in part}
    assert own - needed == set()
    shared = {field for name, field in needed - own}
    assert set(texts()["any"]) - shared == set()
    assert set(texts()["enums"]) - {name.partition(".")[2] for name, _ in properties()} == set()


def test_a_field_without_a_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    without = {**texts(), "any": {**texts()["any"], "seat": ""}}
    monkeypatch.setattr("uth.web.documents.descriptions.texts", lambda: without)
    made = document(ROUTES)["components"]["schemas"]
    assert made["SeatView"]["properties"]["seat"]["description"] == ""
