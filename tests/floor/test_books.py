"""Cage, counts, corrections, statements, shift reports and recall: all from the same journal."""

from __future__ import annotations

import io
import sys
from itertools import pairwise

import msgspec
import pytest

from tests.floor import driver
from tests.floor.evening import FLOOR, HOUSES, Evening, check_clean
from tests.floor.room import Room
from uth.core.refusal import Refusal
from uth.floor.cage.bookings import CorrectionRequested
from uth.floor.cage.shift_report import shift_report
from uth.floor.cage.statements import banker_statement, statement
from uth.floor.clock import HOUR, MINUTE
from uth.floor.records.hand_export import MEDIA, export
from uth.floor.records.hand_history import (
    find_hand,
    find_receipt,
    hands,
    parse_cursor,
    to_line,
    to_notation,
)
from uth.floor.tables.orders import MixSeed
from uth.table import commands as c
from uth.table import events as e
from uth.table.notation.parsing import parse
from uth.table.notation.replaying import replay


def test_money_comes_from_the_cage_and_goes_back_there() -> None:
    room = Room()
    books = room.floor.books
    assert books.buy_in("Ann", 10_000, FLOOR, "k") == books.buy_in("Ann", 10_000, FLOOR, "k")
    assert books.balance("Ann") == 10_000
    with pytest.raises(Refusal, match="account/overdrawn"):
        books.cash_out("Ann", 10_001, FLOOR)
    with pytest.raises(Refusal, match="money/zero"):
        books.buy_in("Ann", 0, FLOOR)
    for booking in (books.cash_out, books.buy_in):
        with pytest.raises(Refusal, match="key/used"):
            booking("Ann", 5, FLOOR, "k")
    room.sit("Bob")
    room.do(c.Leave("Bob"), key="left")
    with pytest.raises(Refusal, match="key/used"):
        books.buy_in("Bob", 5, "Bob", "left")
    books.buy_in("Bob", 5, "Bob", "bought")
    with pytest.raises(Refusal, match="key/used"):
        room.do(c.Sit("Bob", 1, 10**9), key="bought")
    with pytest.raises(Refusal, match="key/used"):
        room.do(c.Sit("Bob", 1, 100), key="bought")
    books.cash_out("Ann", 10_000, FLOOR)
    check_clean(room.store)


@pytest.mark.parametrize(("found", "variance"), [(0, 0), (700, 700)])
def test_a_box_is_counted_and_the_difference_kept(found: int, variance: int) -> None:
    room = Room()
    counted = room.floor.books.count("t1", found, FLOOR)
    assert counted.variance == variance
    check_clean(room.store)


def test_fees_fall_into_the_box_and_are_counted_out_of_it() -> None:
    evening = Evening(2, "california-bad-beat")
    evening.go(rounds=6)
    with evening.store.reading() as reader:
        box = reader.balance("drop/table/t1")
    assert box > 0
    assert evening.floor.books.count("t1", box - 100, FLOOR).variance == -100
    with evening.store.reading() as reader:
        assert reader.balance("drop/table/t1") == 0
        assert reader.balance("house/variance") == 100
        report = shift_report(reader, 0, evening.clock() + 1)
    assert report.variance == -100
    table = report.tables[0]
    assert (table.drop, table.box, table.rounds) == (box, 0, 6)
    assert [count[1:] for count in table.counts] == [(box - 100, -100, FLOOR)]
    check_clean(evening.store)


def test_a_table_is_closed_with_the_count_of_its_tray() -> None:
    """What was there at the opening and what the house has won since must be there."""
    room = Room()
    room.floor.close_table("t1", FLOOR)
    room.table_writer = room.floor.open_table("t1", room.table_writer.rules, FLOOR, tray=500_000)
    room.sit("Ann")
    room.bet("Ann")
    while room.table_writer.table.round == 1:
        room.clock.now += MINUTE
        driver.tick(room.floor)
    won = 50_000 - room.table_writer.table.chips("Ann")
    assert won
    closed = room.floor.close_table("t1", FLOOR, tray=500_000 + won - 300)
    assert (closed.expected, closed.variance) == (500_000 + won, -300)
    with room.store.reading() as reader:
        (table,) = shift_report(reader, 0, room.clock() + 1).tables
    assert [(one.what, one.tray, one.variance) for one in table.sittings][-2:] == [
        ("opened", 500_000, 0),
        ("closed", 500_000 + won - 300, -300),
    ]
    check_clean(room.store)


def _asked(**changes: object) -> CorrectionRequested:
    asked = CorrectionRequested("t1", 1, "house/table/t1", "player/P1", 500, "paid short", FLOOR)
    return msgspec.structs.replace(asked, **changes)


def _asking() -> tuple[Evening, int]:
    """A house after two rounds, and the number of a correction that waits there."""
    evening = Evening(7, "cardroom-25")
    evening.go(rounds=2)
    return evening, evening.floor.books.request_correction(_asked())[0]


def test_a_closed_round_is_corrected_by_two_people_and_one_posting() -> None:
    evening, number = _asking()
    books, before = evening.floor.books, evening.floor.books.balance("P1")
    assert books.balance("P1") == before, "asked is not yet moved"
    assert list(books.corrections("t1")) == [number]
    for by, amount, why in (
        (FLOOR, 500, "approval/own"),
        ("P1", 500, "approval/own"),
        ("Gus", 501, "approval/amount"),
    ):
        with pytest.raises(Refusal, match=why):
            books.approve_correction("t1", number, by, amount)
    books.approve_correction("t1", number, "Gus", 500, "k")
    books.approve_correction("t1", number, "Gus", 500, "k")
    assert books.balance("P1") == before + 500
    assert books.corrections("t1") == {}
    assert [one.approved_by for one in books.floor_corrections()] == ["Gus"]
    with evening.store.reading() as reader:
        (table,) = shift_report(reader, 0, evening.clock() + 1).tables
        assert table.win == reader.balance("house/table/t1")
    assert [made[1:] for made in table.corrections] == [(1, 500, "Gus")]
    with pytest.raises(Refusal, match="correction/done"):
        books.approve_correction("t1", number, "Gus", 500)
    with pytest.raises(Refusal, match="correction/none"):
        books.approve_correction("t1", 99, "Gus", 500)
    with evening.store.reading() as reader:
        linked = [found for _, found in reader.postings_of("player/P1") if found.clauses == "Q-21"]
        assert [(found.round, found.amount) for found in linked] == [(1, 500)]
        assert linked[0].rulebook == evening.table.rulebook
        assert statement(reader, "P1").corrected == 500
    check_clean(evening.store)


def test_a_request_is_withdrawn_by_who_asked_and_never_made_after_that() -> None:
    evening, number = _asking()
    books, before = evening.floor.books, evening.floor.books.balance("P1")
    with pytest.raises(Refusal, match="approval/own"):
        books.withdraw_correction("t1", number, "P1")
    done = books.withdraw_correction("t1", number, FLOOR, "k")
    assert (done.round, done.amount) == (1, 500)
    assert books.withdraw_correction("t1", number, FLOOR, "k") == done
    assert books.corrections("t1") == {}
    assert [one.withdrawn_by for one in books.table_corrections("t1")] == [FLOOR]
    with pytest.raises(Refusal, match="correction/withdrawn"):
        books.approve_correction("t1", number, "Gus", 500)
    with pytest.raises(Refusal, match="correction/withdrawn"):
        books.withdraw_correction("t1", number, "Gus")
    again, _ = books.request_correction(_asked())
    books.approve_correction("t1", again, "Gus", 500)
    with pytest.raises(Refusal, match="correction/done"):
        books.withdraw_correction("t1", again, FLOOR)
    assert books.balance("P1") == before + 500
    check_clean(evening.store)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"round": 9}, "correction/round"),
        ({"reason": " "}, "correction/reason"),
        ({"source": "meter/link/main"}, "correction/account"),
        ({"target": "house/table/t2"}, "correction/account"),
        ({"target": "player/"}, "correction/account"),
        ({"target": "player/P1\0"}, "correction/account"),
        ({"target": "player/" + "P" * 200}, "correction/account"),
        ({"target": "player/nobody-such"}, "player/unknown"),
        ({"source": "player/p1"}, "player/unknown"),
        ({"source": "player/P1"}, "correction/same"),
        ({"target": "house/table/t1"}, "correction/same"),
        ({"amount": -5}, "money/zero"),
    ],
)
def test_corrections_that_are_refused(changes: dict[str, object], why: str) -> None:
    evening = Evening(7, "cardroom-25")
    evening.go(rounds=2)
    books, asked = evening.floor.books, _asked(**changes)
    with pytest.raises(Refusal, match=why):
        books.request_correction(asked)
    assert books.corrections("t1") == {}
    unchecked = books.book("floor/t1", asked, FLOOR)
    (number,) = books.corrections("t1")
    with pytest.raises(Refusal, match=why):
        books.approve_correction("t1", number, "Gus", unchecked.amount)
    books.withdraw_correction("t1", number, "Gus")
    assert books.corrections("t1") == {}


@pytest.mark.parametrize("house", HOUSES)
def test_statements_explain_every_cent(house: str) -> None:
    evening = Evening(31, house)
    evening.go(rounds=10)
    with evening.store.reading() as reader:
        for player in evening.people:
            found = statement(reader, player)
            assert found.at_cage + found.at_tables == found.bought - found.cashed + found.result
        report = shift_report(reader, 0, evening.clock() + 1)
        assert report.tables[0].win == reader.balance("house/table/t1")
        assert report.tables[0].rounds == 10
        assert not any(table.rounds for table in shift_report(reader, 0, 1).tables)
        assert report.issued == -reader.balance("issued")


def test_a_bank_that_is_up_is_still_its_bankers() -> None:
    """At every moment all that lies with players is somebody's, and a bank costs what it paid."""
    evening = Evening(8, "california", people=3, bots=3)
    up = 0
    for _ in range(150):
        evening.turn()
        bank = evening.table.bank
        with evening.store.reading() as reader:
            players = [name.removeprefix("player/") for name in reader.balances("player/")]
            found = {player: statement(reader, player) for player in players}
            theirs = ("player/", "chips/", "wager/", "bank/")
            lies = sum(sum(reader.balances(kind).values()) for kind in theirs)
            banker = found[evening.table.seat(bank.seat).player] if bank.seat else None
            if banker and not banker.reversed:
                before = banker_statement(reader, banker.player)
                so_far = before.collected - before.paid + bank.collected - bank.paid
                assert banker.banked == so_far
                up += 1
        assert sum(one.at_cage + one.at_tables for one in found.values()) == lies
        for one in found.values():
            assert one.at_cage + one.at_tables == one.bought - one.cashed + one.result
    assert up > 20


@pytest.mark.parametrize("house", ["cardroom-25", "hollywood-pa"])
def test_shifts_add_up_to_the_day(house: str) -> None:
    """Each is read from near its own beginning to near its end, and nothing is counted twice."""
    evening = Evening(31, house)
    times = [0]
    for number in range(1, 5):
        evening.go(rounds=number)
        times.append(evening.clock() + 1)
        evening.clock.pass_ms(5 * HOUR)
    with evening.store.reading() as reader:
        (whole,) = shift_report(reader, 0, times[-1]).tables
        shifts = [shift_report(reader, *span).tables[0] for span in pairwise(times)]
    for name in ("rounds", "voids", "approvals", "win", "drop"):
        assert sum(getattr(shift, name) for shift in shifts) == getattr(whole, name), name
    assert [shift.rounds for shift in shifts] == [1, 2, 3, 4]


def test_a_bankers_statement_is_the_sum_of_his_banks() -> None:
    evening = Evening(8, "california", people=3, bots=3)
    evening.go(rounds=15)
    banks = [
        event for news in evening.heard for event in news.events if isinstance(event, e.BankSettled)
    ]
    with evening.store.reading() as reader:
        for player in {event.player for event in banks}:
            own = [event for event in banks if event.player == player]
            found = banker_statement(reader, player)
            assert found.rounds == len(own)
            assert found.paid == sum(event.paid for event in own)
            assert found.collected == sum(event.collected for event in own)
            left = sum(event.amount for event in own)
            assert left == found.put_up - found.paid + found.collected


@pytest.mark.parametrize("house", ["california", "california-bad-beat", "cardroom-25"])
def test_recalled_hands_replay_to_the_same_cents(house: str) -> None:
    evening = Evening(41, house)
    evening.go(rounds=8)
    with evening.store.reading() as reader:
        found = list(hands(reader))
    assert [hand.round for hand in found] == list(range(1, 9))
    for hand in found:
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
        assert find_hand(reader, "t1", 2) == every[1]
        with pytest.raises(Refusal, match="hand/none"):
            find_hand(reader, "t1", 7)


def test_published_receipts_can_be_had_again_and_no_others() -> None:
    evening = Evening(44, "hollywood-pa")
    evening.go(rounds=4)
    published = [news.receipt for news in evening.heard if news.receipt]
    with evening.store.reading() as reader:
        assert [find_receipt(reader, "t1", number) for number in range(1, 5)] == published
        with pytest.raises(Refusal, match="receipt/none"):
            find_receipt(reader, "t1", 5)


def test_a_hand_under_way_is_nowhere_to_be_recalled() -> None:
    room = Room()
    room.sit("Ann")
    room.bet("Ann")
    room.do(c.CloseBets())
    driver.step(room.floor, "t1")
    with room.store.reading() as reader:
        assert list(hands(reader)) == []


def test_hands_are_read_on_from_where_one_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
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
        for wrong in ("csv", ""):
            with pytest.raises(Refusal, match="export/format"):
                export(hands(reader), wrong, io.BytesIO())
        lines = written["jsonl"].getvalue().splitlines()
        assert [msgspec.json.decode(line)["round"] for line in lines] == [1, 2, 3, 4]
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
