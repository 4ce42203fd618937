"""Houses as files: the compiled copies beside them, and a house of one's own."""

from __future__ import annotations

import marshal
import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.own_house import own_house
from tests.rulebook.paytable import own_paytable
from uth.core.hands import Category
from uth.core.refusal import Refusal
from uth.rulebook import data_files, store
from uth.rulebook.check import SECTIONS
from uth.rulebook.entries.status import STATUS_KEYS

COPY = f"tables.toml.{sys.implementation.cache_tag}"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data that a test may spoil."""
    shelf = tmp_path / "data"
    shutil.copytree(data_files.DATA, shelf, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(data_files, "DATA", str(shelf))
    return shelf


def test_a_copy_is_made_and_used(shelf: Path) -> None:
    first = store.data("tables.toml")
    copy = shelf / "__pycache__" / COPY
    stamp, content = marshal.loads(copy.read_bytes())
    assert content == first
    content["marked"] = True
    copy.write_bytes(marshal.dumps([stamp, content]))
    assert store.data("tables.toml")["marked"] is True


def test_a_stale_copy_is_made_anew(shelf: Path) -> None:
    store.data("tables.toml")
    source = shelf / "tables.toml"
    source.write_text(source.read_text() + "\n[extra]\nx = 1\n")
    assert store.data("tables.toml")["extra"] == {"x": 1}
    os.utime(source, ns=(1, 1))
    assert store.data("tables.toml")["extra"] == {"x": 1}


RUBBISH = [
    b"",
    b"{",
    b"5",
    b"[1]",
    b"null",
    b"\x00",
    *map(marshal.dumps, (5, [1], [1, 2, 3], None, "ab")),
]


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_a_corrupt_copy_is_made_anew(shelf: Path, rubbish: bytes) -> None:
    wanted = store.data("tables.toml")
    copy = shelf / "__pycache__" / COPY
    copy.write_bytes(rubbish)
    assert store.data("tables.toml") == wanted
    assert marshal.loads(copy.read_bytes())[1] == wanted


def test_a_copy_of_something_else_is_made_anew(shelf: Path) -> None:
    wanted = store.data("tables.toml")
    copy = shelf / "__pycache__" / COPY
    stamp, _ = marshal.loads(copy.read_bytes())
    copy.write_bytes(marshal.dumps([stamp, ["not", "a", "table"]]))
    assert store.data("tables.toml") == wanted


def test_where_no_copy_can_be_kept_the_source_is_read(shelf: Path) -> None:
    (shelf / "__pycache__").write_text("in the way")
    assert store.data("tables.toml")["paytable"]
    assert store.data("tables.toml")["bad_beat"]


def test_a_copy_that_cannot_be_moved_leaves_nothing_behind(shelf: Path) -> None:
    (shelf / "__pycache__" / COPY / "in the way").mkdir(parents=True)
    assert store.data("tables.toml")["paytable"]
    assert [path.name for path in (shelf / "__pycache__").iterdir()] == [COPY]


@pytest.mark.parametrize("house", store.HOUSES)
def test_each_house_is_whole_and_cites_known_clauses(house: str) -> None:
    clauses = store.clause_list()
    rules = store.load_raw(store.raw_house(house), clauses)
    assert rules.id == house
    assert rules == store.load_house(house)
    assert rules.sources
    assert set(rules.sources.values()) <= clauses.keys()
    assert {clause for cited in rules.cites.values() for clause in cited} <= clauses.keys()
    for section in SECTIONS:
        for entry, value in store.raw_house(house).get(section, {}).items():
            assert {"clause"} <= value.keys() <= {"value", "clause", *STATUS_KEYS}, (section, entry)
            assert value["clause"] in clauses
            assert (f"{section}.{entry}" in rules.sources) is ("value" in value)


@pytest.mark.parametrize("house", store.HOUSES)
def test_each_house_passes_the_check_of_a_file(house: str) -> None:
    assert store.load_text(f'extends = "{house}"') == store.load_house(house)


def test_every_table_and_schedule_cites_known_clauses() -> None:
    clauses = store.clause_list()
    for tables in store.data("tables.toml").values():
        for table in tables.values():
            assert set(table["clauses"]) <= clauses.keys()
    assert all(entry["clause"] in clauses for entry in store.data("schedules.toml").values())


def test_a_house_that_is_not_there_is_refused() -> None:
    for name in ("nevada", "base", "../houses/california", ""):
        with pytest.raises(Refusal) as caught:
            store.load_house(name)
        assert caught.value.code == "house/unknown"


def test_an_occasion_that_no_document_speaks_of_has_no_clause() -> None:
    rules = store.load_house("california")
    assert rules.cite("moon.full") == ()
    assert hash(rules) == hash(rules)


OWN = """
extends = "light-and-wonder"
id = "my-cardroom"
name = "My Cardroom"
document = "My own rules"

[limits]
minimum = "10"
maximum = { value = "200", clause = "LW-1" }

[progressive]
offered = true
prizes = { royal_flush = "100%", straight_flush = "2500" }

[payouts]
aggregate = { value = { trips = "5000" }, clause = "LW-13" }

[settlement]
antes_first = { clause = "LW-5" }

[tables]
paytable = "MINE"
ultimate_pairs = "3"

[cites.ante]
win = ["LW-15", "Q-18"]

[paytable.MINE]
clauses = ["LW-11"]
[paytable.MINE.blind]
royal_flush = "500 to 1"
straight_flush = "50 to 1"
four_of_a_kind = "10 to 1"
full_house = "3 to 1"
flush = "3 to 2"
straight = "1 to 1"
[paytable.MINE.trips]
royal_flush = "51 for 1"
straight_flush = "40 to 1"
four_of_a_kind = "30 to 1"
full_house = "8 to 1"
flush = "6 to 1"
straight = "4 to 1"
three_of_a_kind = "3 to 1"

[ultimate_pairs.3]
pays = [{ hands = ["AA", "AhKh"], dealer = ["AKs"], pays = "9 to 1" }]
"""


def test_a_house_of_ones_own_says_only_what_differs() -> None:
    rules, parent = store.load_text(OWN), store.load_house("light-and-wonder")
    assert (rules.id, rules.name) == ("my-cardroom", "My Cardroom")
    assert (rules.limits.minimum, rules.limits.maximum) == (10_00, 200_00)
    assert rules.sources["limits.minimum"] == "LW-1"
    assert rules.settlement.antes_first is parent.settlement.antes_first
    assert rules.sources["settlement.antes_first"] == "LW-5"
    assert rules.payouts.aggregate == {"trips": 5_000_00}
    assert rules.pays.by_category("bad_beat") == parent.pays.by_category("bad_beat")
    assert next(str(odds) for odds in rules.pays.by_category("trips").values()) == "51 for 1"
    assert rules.cite("ante.win") == ("LW-15", "Q-18")
    assert rules.cite("ante.lose") == parent.cite("ante.lose")
    assert len(rules.progressive.prizes) == 2
    assert rules.wagers == parent.wagers


def test_an_aggregate_may_be_one_amount_for_all() -> None:
    rules = store.load_text(
        'extends = "light-and-wonder"\n[payouts]\naggregate = { value = "5000", clause = "Q-25" }'
    )
    assert rules.payouts.aggregate == dict.fromkeys(
        ("blind", "trips", "bad_beat", "ultimate_pairs"), 5_000_00
    )


def test_a_blind_line_may_push() -> None:
    text = own_house("california", own_paytable(straight="push"))
    blind = store.load_text(text).pays.by_category("blind")
    assert Category.STRAIGHT not in blind
    assert str(blind[Category.FLUSH]) == "3 to 2"


def test_a_rulebook_is_shown_by_its_id() -> None:
    assert repr(store.load_house("california")) == "Rulebook('california')"
