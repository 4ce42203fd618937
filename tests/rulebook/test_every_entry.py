"""Every entry of every house, by every way in which it may reach a table (Q-29)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from tests.rulebook.entry_values import (
    LEAST,
    is_readable,
    paths,
    reader_of,
    right_values,
    wrong_values,
)
from uth.cli.input.options import chosen_house
from uth.cli.round_json import OPTIONS, rules_with_options
from uth.cli.rounds.replay import rules_of_round
from uth.cli.terminal.croupier import Croupier
from uth.cli.terminal.randomness import Shuffler
from uth.core.refusal import Refusal, Refusals
from uth.floor.jobs import design_worker
from uth.reports.designer.design import design_rulebook
from uth.reports.designer.model import Design
from uth.rulebook import store
from uth.rulebook.approval.table_guard import _entry_defects, recorded_rules
from uth.rulebook.canonical import canonical
from uth.rulebook.check import SECTIONS
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import changed, with_settings
from uth.rulebook.writing import print_toml
from uth.table import commands as c
from uth.table.decide import open_table, refusal, step
from uth.table.notation import parse
from uth.web.api.tables import NewTable, _rules

pytestmark = pytest.mark.clause("Q-29")
EACH_HOUSE = pytest.mark.parametrize(
    "house",
    [
        pytest.param(house, marks=[] if house == "hollywood-pa" else [pytest.mark.untraced])
        for house in store.HOUSES
    ],
)
"""Coverage is measured with the house that has most entries; tracing takes three times as long."""

Values = Mapping[str, Any]
Way = Callable[[str, Values], Rulebook]


_house = cache(store.load_house)


def settings_of(values: Values) -> dict[str, dict[str, Any]]:
    """`limits.maximum` → 25 as `{"limits": {"maximum": 25}}`."""
    settings: dict[str, dict[str, Any]] = {}
    for path, value in values.items():
        section, field = path.split(".")
        settings.setdefault(section, {})[field] = value
    return settings


def by_raw(house: str, values: Values) -> Rulebook:
    raw = store.raw_house(house)
    for path, value in values.items():
        section, field = path.split(".")
        raw[section][field]["value"] = value
    return store.load_raw(raw)


def by_file(house: str, values: Values) -> Rulebook:
    return store.load_text(print_toml({"extends": house, **settings_of(values)}))


def by_design(house: str, values: Values) -> Rulebook:
    return design_rulebook(Design(rulebook=f'extends = "{house}"', entries=dict(values)))


def by_terminal(house: str, values: Values) -> Rulebook:
    """`uth play --terminal --rules FILE`, up to the open table."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "house.toml"
        file.write_text(print_toml({"extends": house, **settings_of(values)}), encoding="utf-8")
        rules = chosen_house(None, str(file))
    assert rules is not None
    return Croupier(rules, Shuffler("any"), "Ann", lambda event, view: None).rules


ROUND = {
    "variant": "UTH",
    "players": ["Ann"],
    "seats": [1],
    "starting_stacks": [500],
    "_uth_wagers": ["p1 ante 5 blind 5"],
    "actions": ["p1 cc"],
}


def by_round_file(house: str, values: Values) -> Rulebook:
    """`uth replay FILE`, up to the rulebook that the round is played by."""
    text = print_toml({**ROUND, "_uth_house": house, "_uth_settings": settings_of(values)})
    return rules_of_round(parse(text))


def by_request(house: str, values: Values) -> Rulebook:
    return requested(house=house, settings=settings_of(values))


def by_request_of_a_file(house: str, values: Values) -> Rulebook:
    return requested(rulebook=print_toml({"extends": house, **settings_of(values)}))


def requested(**body: Any) -> Rulebook:
    """`POST /api/tables`, up to the rulebook; the process that reads it is this one."""
    sent = msgspec.json.decode(msgspec.json.encode({"name": "t", **body}), type=NewTable)
    worker = {"runner.designs.ask": lambda _, job, __: _finished(design_worker.read, job)}
    context = Mock(**worker)
    return asyncio.run(_rules(context, sent))


def _finished(work: Callable[[Any], bytes], job: object) -> Future[bytes]:
    """What a worker's answer becomes: a result, or a refusal."""
    future: Future[bytes] = Future()
    try:
        future.set_result(work(job))
    except (Refusal, Refusals) as refusal:
        future.set_exception(refusal)
    return future


WAYS: dict[str, Way] = {
    "settings": lambda house, values: with_settings(house, settings_of(values)),
    "more settings": lambda house, values: changed(store.load_house(house), settings_of(values)),
    "raw data": by_raw,
    "file": by_file,
    "designer": by_design,
    "terminal": by_terminal,
    "round file": by_round_file,
    "request": by_request,
    "request of a file": by_request_of_a_file,
}
"""The ways of all entries; `uth settle` and limits at a table take some, the library values."""

BY_JSON = ("settings", "more settings", "raw data", "designer", "request")
"""The ways that can say null."""


def refused_entries(way: Way, house: str, values: Values) -> set[str]:
    """Which of these entries are refused; nothing comes of it."""
    with pytest.raises((Refusal, Refusals)) as caught:
        way(house, values)
    error = caught.value
    assert isinstance(error, Refusal | Refusals)
    wheres = [defect.where for defect in error.defects]
    inner = [where.removeprefix("_uth_settings.") for where in wheres]
    return {path for path in values for where in inner if is_within(where, path)}


def is_within(where: str, path: str) -> bool:
    """Whether a location is an entry or a part of it, and not one that begins with its name."""
    return where == path or where.startswith((f"{path}.", f"{path}["))


@EACH_HOUSE
@pytest.mark.parametrize("way", WAYS)
def test_q_29_every_value_outside_the_document_is_refused(way: str, house: str) -> None:
    rules = _house(house)
    wrong = {path: wrong_values(rules, path) for path in paths(house)}
    for number in range(LEAST):
        values = {path: tried[number] for path, tried in wrong.items()}
        assert refused_entries(WAYS[way], house, values) == values.keys()
    if way in BY_JSON:
        nulls = {path: None for path in wrong if not rules.status(path).allows(None)}
        one_by_one = [{path: None} for path in nulls]
        for given in one_by_one if way == "designer" else [nulls]:
            assert refused_entries(WAYS[way], house, given) == given.keys()


@EACH_HOUSE
def test_q_29_what_departs_is_refused_with_its_sentence_and_what_is_allowed(house: str) -> None:
    rules = _house(house)
    for path in paths(house):
        values = [value for value in wrong_values(rules, path) if is_readable(path, value)]
        for value in values[:3]:
            with pytest.raises(Refusals) as caught:
                with_settings(house, settings_of({path: value}))
            departs = [one for one in caught.value.defects if one.code == "house/departs"]
            assert [one.where for one in departs] == [path]
            facts = departs[0].facts
            assert (facts["entry"], facts["house"]) == (path, house)
            assert facts["words"]
            assert facts["allowed"]
            assert str(facts["source"]).startswith((f"{house}.txt:", "Q-"))


@EACH_HOUSE
def test_q_29_every_value_within_the_document_passes(house: str) -> None:
    rules = _house(house)
    for path in paths(house):
        for value in right_values(rules, path):
            made = with_settings(house, settings_of({path: value}))
            assert (made.id, made.approved, made.departures) == (house, True, ())
            assert made.entry(path) == reader_of(path)(value)


@EACH_HOUSE
@pytest.mark.parametrize("way", WAYS)
def test_q_29_values_within_the_document_pass_by_every_way(way: str, house: str) -> None:
    rules = _house(house)
    allowed = {path: right_values(rules, path)[-1:] for path in paths(house)}
    values = {path: found[0] for path, found in allowed.items() if found}
    fees = ("collection.action", "collection.square", "collection.player")
    made = WAYS[way](house, {path: values[path] for path in values if path not in fees})
    assert (made.id, made.approved, made.departures) == (house, True, ())


@EACH_HOUSE
def test_q_29_the_options_of_a_finished_round(house: str) -> None:
    rules = _house(house)
    for name, (section, field) in OPTIONS.items():
        path = f"{section}.{field}"
        wrong = [value for value in wrong_values(rules, path) if value != []]
        for value in wrong:
            with pytest.raises((Refusal, Refusals)) as caught:
                rules_with_options(house, {name: value})
            error = caught.value
            assert isinstance(error, Refusal | Refusals)
            assert all(defect.where.startswith("options") for defect in error.defects)


@EACH_HOUSE
def test_q_29_limits_at_a_table(house: str) -> None:
    rules = _house(house)
    _, table = open_table(rules)
    standing = {name: getattr(rules.limits, name) for name in ("minimum", "maximum")}
    for name in standing:
        path = f"limits.{name}"
        wrong = [value for value in wrong_values(rules, path) if is_readable(path, value)]
        for value in wrong:
            amounts = {**standing, name: reader_of(path)(value)}
            found = refusal(table, c.SetLimits("Flo", **amounts), rules)
            assert found is not None, (path, value)
            assert found.code in ("house/departs", "limits/order", "limits/above_ceiling")
        for value in right_values(rules, path):
            amounts = {**standing, name: reader_of(path)(value)}
            assert refusal(table, c.SetLimits("Flo", **amounts), rules) is None


def replaced(rules: Rulebook, values: Mapping[str, Any]) -> Rulebook:
    """The same object with other values of its entries, as a program may make it."""
    for path, value in values.items():
        section, field = path.split(".")
        rules = rules.replace(**{section: getattr(rules, section).replace(**{field: value})})
    return rules


def other_values(rules: Rulebook, path: str) -> list[Any]:
    """The wrong values of an entry as a program may set them, of whatever type."""
    read = reader_of(path)
    return [
        read(value) if is_readable(path, value) else value for value in wrong_values(rules, path)
    ]


@EACH_HOUSE
def test_q_29_a_rulebook_that_a_program_changed_opens_and_runs_no_table(house: str) -> None:
    rules = _house(house)
    _, table = open_table(rules)
    wrong = {path: other_values(rules, path) for path in paths(house)}
    for number in range(LEAST):
        tried = {path: found[number] for path, found in wrong.items()}
        same = {path for path in tried if repr(tried[path]) == repr(rules.entry(path))}
        assert same <= {"collection.drop"}, "it is before the deal, whether that is said or not"
        values = {path: value for path, value in tried.items() if path not in same}
        forged = replaced(rules, values)
        for reach in (open_table, partial(step, table, c.Sit("Ann", 1, 10_000))):
            with pytest.raises(Refusals) as caught:
                reach(forged)
            assert {defect.where for defect in caught.value.defects} == values.keys()


def test_q_29_an_equal_value_of_another_type_is_another_value() -> None:
    rules = _house("hollywood-pa")
    values = {"wagers.trips": 1, "play.preflop": (4.0, 3.0), "payouts.maximum": 5_000_000.0}
    with pytest.raises(Refusals) as caught:
        open_table(replaced(rules, values))
    assert {defect.where for defect in caught.value.defects} == values.keys()


@EACH_HOUSE
def test_q_29_a_stored_text_that_was_changed_is_no_record(house: str) -> None:
    """All values by the check that every record passes; one of each entry as a whole text."""
    rules = _house(house)
    below = store.file_of(house)
    assert recorded_rules(canonical(rules)).approved
    for number, path in enumerate(paths(house)):
        section, field = path.split(".")
        source = json.loads(canonical(rules))
        for value in wrong_values(rules, path):
            source["house"][section][field]["value"] = value
            with pytest.raises((Refusal, Refusals)) as caught:
                raise Refusals(_entry_defects(rules.replace(source=source), below, section, field))
            error = caught.value
            assert isinstance(error, Refusal | Refusals)
            assert error.defects
        source["house"][section][field]["value"] = wrong_values(rules, path)[number % LEAST]
        with pytest.raises(Refusal):
            recorded_rules(json.dumps(source))


def test_every_section_has_entries_that_are_tried() -> None:
    tried = {path.partition(".")[0] for house in store.HOUSES for path in paths(house)}
    assert tried == SECTIONS.keys()
