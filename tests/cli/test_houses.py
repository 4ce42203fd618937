"""`uth houses`: the list, one house, and the check of a rulebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_runs import refusal_of, text_of
from tests.own_house import own_house
from uth.cli.commands import run
from uth.reports.assumptions import assumption_facts
from uth.rulebook import store
from uth.rulebook.approval.entry_list import entry_list

GOOD = (
    'extends = "california"\nid = "mine"\nname = "Mine"\ndocument = "Our rules"\n'
    '[limits]\nmaximum = "400"\n'
)
BAD = 'extends = "california-bad-beat"\n[limits]\nminimum = "2000"\nfoo = 1\n'


def text(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    return text_of(capsys, "houses", *words)


def test_the_list_names_every_house(capsys: pytest.CaptureFixture[str]) -> None:
    out = text(capsys)
    for house in store.HOUSES:
        assert house in out
    assert "$15 to $1,000" in out
    assert "player-dealer" in out


def test_the_list_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    houses = json.loads(text(capsys, "--json"))
    assert [house["id"] for house in houses] == list(store.HOUSES)
    assert houses[2] == {
        "id": "cardroom-25",
        "name": "Cardroom 25",
        "bank": "house",
        "minimum": "3.00",
        "maximum": "25.00",
        "bonus_bets": ["Trips"],
        "paytable": "UTH-01",
        "approved": True,
    }


@pytest.mark.parametrize("house", store.HOUSES)
def test_a_house_shows_every_entry_with_its_clause(
    capsys: pytest.CaptureFixture[str], house: str
) -> None:
    out = text(capsys, "show", house)
    rules = store.load_house(house)
    for path, clause in rules.sources.items():
        row = next(row for row in out.splitlines() if row.split()[:1] == [path])
        assert row.split()[-1] == clause
    assert f"Pay table {rules.tables.chosen('paytable')} for Blind, Trips (in force" in out
    assert ("Collection schedules" in out) is rules.player_dealer
    assert ("Pay table 1 for Ultimate Pairs" in out) is rules.offers("ultimate_pairs")
    assert ("for Bad Beat (" in out) is rules.offers("bad_beat")


@pytest.mark.parametrize("house", store.HOUSES)
def test_a_house_in_json(capsys: pytest.CaptureFixture[str], house: str) -> None:
    answer: Any = json.loads(text(capsys, "show", house, "--json"))
    rules = store.load_house(house)
    assert {path: entry["clause"] for path, entry in answer["entries"].items()} == rules.sources
    in_force = [name for name, table in answer["tables"]["paytable"].items() if table["in_force"]]
    assert in_force == [rules.tables.chosen("paytable")]
    assert len(answer["schedules"]) == (24 if rules.player_dealer else 0)
    assert answer == json.loads(text(capsys, "--json", "show", house))


def test_a_good_rulebook_is_called_good(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    out = text(capsys, "check", str(file))
    assert out.startswith("good: mine, Mine: ")
    assert "$5 to $400" in out
    answer = json.loads(text(capsys, "check", str(file), "--json"))
    assert (answer["ok"], answer["id"], answer["maximum"]) == (True, "mine", "400.00")


def test_every_defect_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(BAD)
    assert run(["houses", "check", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "house/departs: limits.minimum lies within 1–1000 in california-bad-beat, not '2000'; "
        "california-bad-beat.txt:195 says: Minimum Wagering Limits shall be between $1-$1000 "
        "Maximum Wagering Limits shall be between $100-$10,000 (limits.minimum, CB-7)",
        "rulebook/unknown_field: 'foo' does not belong here; there may be minimum, maximum, "
        "bonus_minimum, chip, grandfathering, ceiling, ceiling_source (limits.foo)",
        "limits/crossed: the minimum $2,000 is above the maximum $500 (limits.minimum, CB-7)",
    ]
    assert run(["houses", "check", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert answer["ok"] is False
    assert [defect["code"] for defect in answer["defects"]] == [
        "house/departs",
        "rulebook/unknown_field",
        "limits/crossed",
    ]
    assert answer["defects"][0]["clause"] == "CB-7"
    assert len(err.splitlines()) == 3


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_an_unreadable_file_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, flags: list[str]
) -> None:
    binary, huge = tmp_path / "binary", tmp_path / "huge"
    binary.write_bytes(b"\xff\xfe\x00")
    huge.write_bytes(b"#" * (5 << 20))
    for path, code in (
        (str(tmp_path / "missing"), "input/unreadable"),
        (str(tmp_path), "input/unreadable"),
        (str(binary), "input/not_utf8"),
        (str(huge), "input/too_large"),
        ("/dev/zero", "input/too_large"),
        ("a\0b", "input/unreadable"),
    ):
        assert refusal_of(capsys, "houses", "check", path, *flags).startswith(f"{code}: ")


def test_text_that_is_not_toml_or_extends_nothing_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    for text, code in (("[", "rulebook/not_toml"), ("", "rulebook/extends")):
        file.write_text(text)
        assert refusal_of(capsys, "houses", "check", str(file)).startswith(f"{code}: ")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["show", "nevada"], "house/unknown"),
        (["show", "a\nb"], "house/unknown"),
        (["show"], "usage/wrong"),
        (["show", "california", "more"], "usage/wrong"),
        (["check"], "usage/wrong"),
        (["nevada"], "usage/wrong"),
        (["a\nb\x1b[31m"], "usage/wrong"),
        (["--xml"], "usage/wrong"),
    ],
)
def test_wrong_usage_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], code: str
) -> None:
    message = refusal_of(capsys, "houses", *words)
    assert message.startswith(f"{code}: ")
    assert message[:-1].isprintable()


def test_the_option_sheet_of_a_cardroom(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    head = 'extends = "california"\nid = "mine"\nname = "Mine"\ndocument = "My own rules"\n'
    own.write_text(f'{head}[limits]\nmaximum = "400"\n[tables]\npaytable = "UTH-02"\n')
    out = text(capsys, "options", str(own))
    assert (
        "| Pay table of Blind and Trips | ☐ UTH-01 · ☒ UTH-02 · ☐ UTH-03 · ☐ UTH-04 | CA-8 |" in out
    )
    assert "| Trips | $5 | $400 |" in out
    assert "No collection" in out


def test_the_option_sheet_as_html_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    page = text(capsys, "options", "california-bad-beat", "--format", "html")
    assert page.startswith("<!doctype html>")
    assert "<td>$200 and more</td><td>$12</td>" in page
    assert "before any card is dealt. This table has 5 rates" in page
    sheet = json.loads(text(capsys, "options", "california-bad-beat", "--format", "json"))
    assert [row["fee"] for row in sheet["collection"]] == [200, 400, 600, 800, 1200]
    assert [(row["low"], row["high"]) for row in sheet["bounds"]] == [
        (100, 100_000),
        (10_000, 1_000_000),
    ]
    chosen = {
        option["entry"]: [choice["text"] for choice in option["choices"] if choice["chosen"]]
        for option in sheet["options"]
    }
    assert chosen["wagers.back_line"] == ["not permitted"]
    assert chosen["collection.schedule"] == ["1"]


def test_a_house_without_options_has_no_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    assert "options/none" in refusal_of(capsys, "houses", "options", "hollywood-pa")


OWN = """id = "riverside"
extends = "light-and-wonder"
name = "Riverside Club"
document = "House rules, 2026"
[limits]
minimum = "10"
"""


@pytest.mark.parametrize("command", ["show", "options"])
def test_a_house_is_named_as_everywhere(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As an argument or by --house, but not both."""
    expected = text(capsys, command, "california")
    assert text(capsys, command, "--house", "california") == expected
    assert run(["houses", command, "california", "--house", "california"]) == 2
    assert "usage/wrong" in capsys.readouterr().err


def test_a_house_of_ones_own_is_shown_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = """[tables]
paytable = "MINE"
[paytable.MINE]
blind = { royal_flush = "500 to 1", straight_flush = "50 to 1", four_of_a_kind = "10 to 1", \
full_house = "3 to 1", flush = "1 to 1", straight = "1 to 1" }
trips = { royal_flush = "50 to 1", straight_flush = "40 to 1", four_of_a_kind = "30 to 1", \
full_house = "9 to 1", flush = "7 to 1", straight = "4 to 1", three_of_a_kind = "3 to 1" }
"""
    file = tmp_path / "riverside.toml"
    file.write_text(OWN + table.replace("\\\n", ""))
    answer = json.loads(text(capsys, "show", "--rules", str(file), "--json"))
    assert answer["name"] == "Riverside Club"
    assert answer["entries"]["limits.minimum"]["value"] == "10"
    assert answer["tables"]["paytable"]["MINE"]["in_force"]
    assert not answer["tables"]["paytable"]["UTH-01"]["in_force"]
    assert "Riverside Club" in text(capsys, "show", str(file))


@pytest.mark.clause("Q-29")
@pytest.mark.parametrize("house", store.HOUSES)
def test_every_entry_is_listed(house: str, capsys: pytest.CaptureFixture[str]) -> None:
    listed = [entry.entry for entry in entry_list(store.load_house(house))]
    assert [one["entry"] for one in json.loads(text(capsys, "entries", house, "--json"))] == listed
    assert text(capsys, "entries", house).count("\n") == 2 * len(listed)


def test_entries_are_listed_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = text(capsys, "entries", "light-and-wonder")
    for line in (
        "limits.maximum = 300  (free: from 1 to 300)",
        "dealing.procedure = community-first  (chosen: community-first or hand-held)",
        "conduct.void_reasons = [shuffler-malfunction]  (printed: [shuffler-malfunction])",
        "payouts.maximum = not set  (printed: may not be set)",
        "conduct.tuck_under_blind = false  (free: true or false)",
        "limits.chip = 1  (free)",
        "    light-and-wonder.txt:100, LW-6: In the event of a shuffler malfunction, all hands are",
    ):
        assert line in out
    own = tmp_path / "own.toml"
    own.write_text(GOOD.replace("[limits]", "[collection]\nschedule = 3\n[limits]"))
    mine = text(capsys, "entries", str(own))
    assert "limits.maximum = 400  (free)" in mine
    assert "collection.schedule = 3  (free: from 1 to 24)" in mine
    assert "bank.coverage = action  (free: action or gross)" in mine


@pytest.mark.parametrize("house", store.HOUSES)
def test_a_house_shows_its_assumptions(capsys: pytest.CaptureFixture[str], house: str) -> None:
    answer = json.loads(text(capsys, "show", house, "--json"))
    expected = [(one.id, one.text) for one in assumption_facts(store.load_house(house))]
    assert expected
    assert [(one["reading"], one["text"]) for one in answer["assumptions"]] == expected
    assert (answer["approved"], answer["departures"]) == (True, [])
    out = text(capsys, "show", house)
    assert all(f"Assumption {reading}: {sentence}" in out for reading, sentence in expected)


def test_a_house_of_ones_own_shows_what_departs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(own_house("hollywood-pa", '[payouts]\nmaximum = "1000000"\n'))
    answer = json.loads(text(capsys, "show", str(file), "--json"))
    entry = answer["entries"]["payouts.maximum"]
    assert (entry["clause"], entry["departs_from"]) == ("", "PA-12")
    assert [one["entry"] for one in answer["departures"]] == ["payouts.maximum"]
    assert "departs_from" not in answer["entries"]["limits.maximum"]
    out = " ".join(text(capsys, "show", str(file)).split())
    assert "payouts.maximum 1000000 own rule; departs from PA-12" in out
    assert "not approved: 1 departure" in out
