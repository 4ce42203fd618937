"""Hand history: closed rounds are found, replayed and exported; open ones are not."""

from __future__ import annotations

import io
import sys

import msgspec
import pytest

from tests.floor import driver
from tests.floor.evening import Evening
from tests.floor.room import Room
from uth.core.refusal import Refusal
from uth.floor.clock import MINUTE
from uth.floor.records.hand_export import MEDIA, export
from uth.floor.records.hand_history import (
    find_receipt,
    find_replay,
    hands,
    parse_cursor,
    to_line,
    to_notation,
)
from uth.floor.tables.orders import MixSeed
from uth.table import commands as c
from uth.table.notation.parsing import parse
from uth.table.notation.replaying import replay


@pytest.mark.parametrize("house", ["california", "california-bad-beat", "cardroom-25"])
def test_recorded_hands_replay_to_the_same_cents(house: str) -> None:
    evening = Evening(41, house)
    evening.go(rounds=8)
    with evening.store.reading() as reader:
        rounds = list(hands(reader))
    assert [hand.round for hand in rounds] == list(range(1, 9))
    for hand in rounds:
        again = parse(to_notation(hand))
        assert replay(again, evening.rules).round.finishing == hand.hand.finishing
        assert msgspec.json.decode(to_line(hand))["round"] == hand.round


def test_hands_by_player_table_and_time() -> None:
    evening = Evening(43, "light-and-wonder")
    evening.go(rounds=6)
    with evening.store.reading() as reader:
        every = list(hands(reader))
        for player in evening.people:
            own = list(hands(reader, player=player))
            assert own == [hand for hand in every if player in hand.players]
        middle = every[3].at
        late = list(hands(reader, table="t1", since=middle))
        early = list(hands(reader, table="t1", until=middle))
        assert early + late == every
        assert find_replay(reader, "t1", 2).hand == every[1]
        with pytest.raises(Refusal, match="hand/none"):
            find_replay(reader, "t1", 7)


def test_published_receipts_can_be_had_again_and_no_others() -> None:
    evening = Evening(44, "hollywood-pa")
    evening.go(rounds=4)
    published = [news.receipt for news in evening.heard if news.receipt]
    with evening.store.reading() as reader:
        assert [find_receipt(reader, "t1", number) for number in range(1, 5)] == published
        with pytest.raises(Refusal, match="hand/none"):
            find_receipt(reader, "t1", 5)


def test_a_hand_under_way_is_nowhere_to_be_recalled() -> None:
    room = Room()
    room.sit("Ann")
    room.bet("Ann")
    room.do(c.CloseBets())
    driver.step(room.floor, "t1")
    with room.store.reading() as reader:
        assert list(hands(reader)) == []


def test_hands_are_read_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uth.floor.records.hand_history.PAGE", 2)
    evening = Evening(43, "cardroom-25")
    evening.go(rounds=5)
    with evening.store.reading() as reader:
        every = list(hands(reader))
        assert [hand.round for hand in every] == [1, 2, 3, 4, 5]
        room = parse_cursor(f"{every[1].at},t1,2")
        assert list(hands(reader, after=room)) == every[2:]
    for wrong in ("", "now", "1,t1", "1,t1,x", "1,/,1"):
        with pytest.raises(Refusal, match=r"query/after|stream/name"):
            parse_cursor(wrong)


def test_a_receipt_is_found_among_many_seeds() -> None:
    room = Room()
    room.sit("Ann")
    for number in range(1, 6):
        for word in ("a", "b", "c")[: number % 4]:
            room.do(MixSeed("Ann", f"{word}{number}"))
        room.bet("Ann")
        while room.table_writer.table.round == number:
            driver.tick(room.floor)
            room.clock.pass_ms(MINUTE)
    room.do(MixSeed("Ann", "last"))
    published = [news.receipt for news in room.heard if news.receipt]
    assert [receipt.player_seeds for receipt in published][3] == {}
    with room.store.reading() as reader:
        assert [find_receipt(reader, "t1", number) for number in range(1, 6)] == published


def test_exports(monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow.parquet as pq

    evening = Evening(43, "california")
    evening.go(rounds=4)
    written: dict[str, io.BytesIO] = {}
    with evening.store.reading() as reader:
        every = list(hands(reader))
        for form in MEDIA:
            written[form] = io.BytesIO()
            assert export(hands(reader), form, written[form]) == 4
        for wrong in ("xlsx", ""):
            with pytest.raises(Refusal, match="export/format"):
                export(hands(reader), wrong, io.BytesIO())
        lines = written["jsonl"].getvalue().splitlines()
        assert [msgspec.json.decode(text)["round"] for text in lines] == [1, 2, 3, 4]
        texts = written["notation"].getvalue().decode().split("# table t1, round ")[1:]
        for text, hand in zip(texts, every, strict=True):
            again = parse(text.partition("\n")[2])
            assert replay(again, evening.rules).round.finishing == hand.hand.finishing
        rows = pq.read_table(io.BytesIO(written["parquet"].getvalue())).to_pylist()
        assert [row["notation"] for row in rows] == [to_notation(hand) for hand in every]
        assert [row["players"] for row in rows] == [list(hand.players) for hand in every]
        assert all(row["staked"] > 0 for row in rows)
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(Refusal, match="export/parquet"):
            export(hands(reader), "parquet", io.BytesIO())
