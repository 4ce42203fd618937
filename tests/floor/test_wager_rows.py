"""Rounds in long form: typed rows whose nets add up, in Parquet and in CSV; and as PHH."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from functools import cache
from itertools import chain

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.table.notation import golden
from uth.core.refusal import Refusal
from uth.floor.records.hand_export import export
from uth.floor.records.hand_history import RecordedRound
from uth.floor.records.wager_rows import COLUMNS, wager_rows
from uth.table.notation import replay
from uth.table.notation.poker_hand_history import parse_hand


@cache
def recorded(name: str) -> RecordedRound:
    _, round, rules = golden.load(name)
    return RecordedRound(
        table="t1",
        round=round.number,
        at=1_700_000_000_123,
        version=1,
        rulebook="digest",
        void=" void " in golden.load(name)[0],
        house_name=rules.name,
        hand=replay(round, rules).round,
    )


def hands() -> list[RecordedRound]:
    return [recorded(name) for name in golden.NAMES]


@pytest.mark.parametrize("name", golden.NAMES)
def test_the_nets_of_a_player_add_up(name: str) -> None:
    hand, nets = recorded(name), defaultdict[str, int](int)
    rows = list(wager_rows(hand))
    assert all(row.keys() == COLUMNS.keys() for row in rows)
    for row in rows:
        nets[row["player"]] += row["net"]
    for number, player in enumerate(hand.hand.players, 1):
        assert nets[player.name] == hand.hand.net(number), player.name


def written(form: str, rows: str = "rounds") -> bytes:
    out = io.BytesIO()
    assert export(hands(), form, out, rows) == len(golden.NAMES)
    return out.getvalue()


def test_parquet_and_csv_have_the_same_rows() -> None:
    table = pq.read_table(io.BytesIO(written("parquet", "wagers")))
    expected = list(chain.from_iterable(map(wager_rows, hands())))
    assert table.schema.field("at").type == pa.timestamp("ms", "UTC")
    assert table.schema.field("paid").type == pa.int64()
    assert table.schema.field("void").type == pa.bool_()
    rows = table.to_pylist()
    assert [row["net"] for row in rows] == [row["net"] for row in expected]
    texts = list(csv.DictReader(io.StringIO(written("csv", "wagers").decode())))
    assert [row.keys() for row in texts] == [COLUMNS.keys()] * len(expected)
    for row, text in zip(expected, texts, strict=True):
        assert text["at"] == "2023-11-14T22:13:20.123+00:00"
        assert text["void"] == str(row["void"]).lower()
        assert text["clauses"].split() == row["clauses"]
        for name in ("player", "wager", "stake", "net", "multiple", "cards", "outcome"):
            assert text[name] == ("" if row[name] is None else str(row[name]))


def test_csv_has_rounds_too() -> None:
    rows = list(csv.DictReader(io.StringIO(written("csv").decode())))
    assert [int(row["round"]) for row in rows] == [hand.round for hand in hands()]


def test_phh_numbers_the_hands_of_all_rounds() -> None:
    from pokerkit import HandHistory  # takes a second to import

    text = written("phh").decode()
    played = list(HandHistory.loads_all(text))
    assert len(played) > len(golden.NAMES) / 2
    assert {(hand.table, hand.day, hand.month, hand.year) for hand in played} == {
        ("t1", 14, 11, 2023)
    }
    first = parse_hand(text, 1)
    assert first in [hand.hand for hand in hands()]


def test_only_tables_have_rows() -> None:
    with pytest.raises(Refusal, match="export/rows"):
        export([], "jsonl", io.BytesIO(), "wagers")
    with pytest.raises(Refusal, match="export/format"):
        export([], "csv", io.BytesIO(), "seats")
