"""Cage, counts, corrections, statements and shift reports, from one journal."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from tests.floor import driver
from tests.floor.evening import FLOOR, HOUSES, Evening, check_clean
from tests.floor.room import Room
from uth.core.refusal import Refusal
from uth.floor.cage.books import Books
from uth.floor.cage.corrections import CorrectionLine, all_requested, requested
from uth.floor.cage.shift_report import shift_report
from uth.floor.cage.statements import Statement, banker_statement, statement
from uth.floor.clock import HOUR, MINUTE
from uth.ledger.journal.bookings import Corrected, CorrectionRequested, CorrectionWithdrawn
from uth.table import commands as c
from uth.table import events as e


def result_of(own: Statement) -> int:
    """What a player has won or lost altogether."""
    return own.won - own.lost - own.fees + own.banked + own.reversed + own.corrected


def pending(books: Books) -> list[int]:
    """The numbers of the corrections that wait at the table."""
    return [one.number for one in corrections_of(books) if one.pending]


def corrections_of(books: Books) -> list[CorrectionLine]:
    with books.store.reading() as reader:
        corrections = list(requested(reader, "t1").values())
        assert corrections == all_requested(reader)
    return corrections


def test_money_comes_from_the_cage_and_goes_back_there() -> None:
    room = Room()
    books = room.floor.books
    assert books.buy_in("Ann", 10_000, FLOOR, "k") == books.buy_in("Ann", 10_000, FLOOR, "k")
    assert books.balance("Ann") == 10_000
    with pytest.raises(Refusal, match="account/overdrawn"):
        books.cash_out("Ann", 10_001, FLOOR)
    with pytest.raises(Refusal, match="money/range"):
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


@pytest.mark.parametrize(("amount", "variance"), [(0, 0), (700, 700)])
def test_a_count_records_the_variance(amount: int, variance: int) -> None:
    room = Room()
    counted = room.floor.books.count("t1", amount, FLOOR)
    assert counted.variance == variance
    check_clean(room.store)


def test_fees_are_dropped_into_the_box_and_counted() -> None:
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


def test_ca_1_2_the_shift_report_counts_exhausted_banks_and_what_they_did_not_cover() -> None:
    room = Room("california")
    room.sit("Ann", "Bob", "Cat")
    players = ("Bob", "Cat")
    for bank in (1_000, 50_000):
        if room.table_writer.table.bank.offered == 1:
            room.do(c.TakeBank("Ann", min(bank, room.table_writer.table.chips("Ann"))))
        room.bet(*players)
        number = room.table_writer.table.round
        while room.table_writer.table.round == number:
            room.clock.now += MINUTE
            driver.tick(room.floor)
    settled = [
        event for news in room.heard for event in news.events if isinstance(event, e.Settled)
    ]
    with room.store.reading() as reader:
        (table,) = shift_report(reader, 0, room.clock() + 1).tables
    folded = 2 * 2 * 500
    assert [row.outcome for row in settled[:4]] == ["lose", "lose", "returned", "returned"]
    assert (table.rounds, table.exhausted, table.uncovered) == (2, 1, folded - 1_000)
    check_clean(room.store)


def test_a_table_is_closed_with_the_count_of_its_tray() -> None:
    """The tray should hold the count at the opening plus what the house has won since."""
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


def _request(**changes: object) -> CorrectionRequested:
    request = CorrectionRequested(
        table="t1",
        round=1,
        source="house/table/t1",
        target="player/P1",
        amount=500,
        reason="paid short",
        by=FLOOR,
    )
    return msgspec.structs.replace(request, **changes)


def _asking() -> tuple[Evening, int]:
    """An evening after two rounds, and the number of a pending correction."""
    evening = Evening(7, "cardroom-25")
    evening.go(rounds=2)
    return evening, evening.floor.books.request_correction(_request())[0]


def test_a_closed_round_is_corrected_by_two_people_and_one_posting() -> None:
    evening, number = _asking()
    books, before = evening.floor.books, evening.floor.books.balance("P1")
    assert books.balance("P1") == before, "a request moves nothing"
    assert pending(books) == [number]
    for by, amount, why in (
        (FLOOR, 500, "correction/own_approval"),
        ("P1", 500, "correction/own_approval"),
        ("Gus", 501, "correction/amount"),
    ):
        with pytest.raises(Refusal, match=why):
            books.approve_correction("t1", number, by, amount)
    done = books.approve_correction("t1", number, "Gus", 500, "k")
    wanted = Corrected(number, "Gus", 500, ())
    assert books.previous_answer("floor/t1", wanted, "Gus", "k") == (number + 1, done)
    assert books.balance("P1") == before + 500
    assert pending(books) == []
    assert [one.approved_by for one in corrections_of(books)] == ["Gus"]
    with evening.store.reading() as reader:
        (table,) = shift_report(reader, 0, evening.clock() + 1).tables
        assert table.win == reader.balance("house/table/t1")
    assert [made[1:] for made in table.corrections] == [(1, 500, "Gus")]
    with pytest.raises(Refusal, match="correction/done"):
        books.approve_correction("t1", number, "Gus", 500)
    with pytest.raises(Refusal, match="correction/none"):
        books.approve_correction("t1", 99, "Gus", 500)
    with evening.store.reading() as reader:
        postings = [posting for _, posting in reader.postings_of("player/P1")]
        corrections = [posting for posting in postings if posting.clauses == "Q-21"]
        assert [(posting.round, posting.amount) for posting in corrections] == [(1, 500)]
        assert corrections[0].rulebook == evening.table.rulebook
        assert statement(reader, "P1").corrected == 500
    check_clean(evening.store)


def test_a_withdrawn_request_is_never_made() -> None:
    evening, number = _asking()
    books, before = evening.floor.books, evening.floor.books.balance("P1")
    with pytest.raises(Refusal, match="correction/own_withdrawal"):
        books.withdraw_correction("t1", number, "P1")
    done = books.withdraw_correction("t1", number, FLOOR, "k")
    assert (done.round, done.amount) == (1, 500)
    wanted = CorrectionWithdrawn(number, FLOOR, 0, 0)
    assert books.previous_answer("floor/t1", wanted, FLOOR, "k") == (number + 1, done)
    assert pending(books) == []
    assert [one.withdrawn_by for one in corrections_of(books)] == [FLOOR]
    with pytest.raises(Refusal, match="correction/withdrawn"):
        books.approve_correction("t1", number, "Gus", 500)
    with pytest.raises(Refusal, match="correction/withdrawn"):
        books.withdraw_correction("t1", number, "Gus")
    again, _ = books.request_correction(_request())
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
        ({"amount": -5}, "money/range"),
    ],
)
def test_corrections_that_are_refused(changes: dict[str, object], why: str) -> None:
    evening = Evening(7, "cardroom-25")
    evening.go(rounds=2)
    books, request = evening.floor.books, _request(**changes)
    with pytest.raises(Refusal, match=why):
        books.request_correction(request)
    assert pending(books) == []
    unchecked = books.book("floor/t1", request, FLOOR)
    (number,) = pending(books)
    with pytest.raises(Refusal, match=why):
        books.approve_correction("t1", number, "Gus", unchecked.amount)
    books.withdraw_correction("t1", number, "Gus")
    assert pending(books) == []


@pytest.mark.parametrize("practice", [True, False])
def test_practice_tables_are_listed_and_not_in_the_total_of_a_shift(practice: bool) -> None:
    evening = Evening(31, "cardroom-25", practice=practice)
    evening.go(rounds=3)
    with evening.store.reading() as reader:
        report = shift_report(reader, 0, evening.clock() + 1)
    (table,) = report.tables
    assert (table.practice, table.rounds) == (practice, 3)
    assert table.win
    counted = (0, 0) if practice else (table.rounds, table.win)
    assert (report.total.rounds, report.total.win) == counted


@pytest.mark.parametrize("house", HOUSES)
def test_statements_explain_every_cent(house: str) -> None:
    evening = Evening(31, house)
    evening.go(rounds=10)
    with evening.store.reading() as reader:
        for player in evening.people:
            own = statement(reader, player)
            assert own.at_cage + own.at_tables == own.bought - own.cashed + result_of(own)
        report = shift_report(reader, 0, evening.clock() + 1)
        assert report.tables[0].win == reader.balance("house/table/t1")
        assert report.tables[0].rounds == 10
        assert not any(table.rounds for table in shift_report(reader, 0, 1).tables)
        assert report.issued == -reader.balance("issued")


def test_a_bank_that_is_up_is_still_its_bankers() -> None:
    """At every moment the players' money adds up, and a bank costs what it paid."""
    evening = Evening(8, "california", people=3, bots=3)
    up = 0
    for _ in range(150):
        evening.turn()
        bank = evening.table.bank
        with evening.store.reading() as reader:
            players = [name.removeprefix("player/") for name in reader.balances("player/")]
            statements = {player: statement(reader, player) for player in players}
            theirs = ("player/", "chips/", "wager/", "bank/")
            lies = sum(sum(reader.balances(kind).values()) for kind in theirs)
            banker = statements[evening.table.seat(bank.seat).player] if bank.seat else None
            if banker and not banker.reversed:
                before = banker_statement(reader, banker.player)
                so_far = before.collected - before.paid + bank.collected - bank.paid
                assert banker.banked == so_far
                up += 1
        assert sum(one.at_cage + one.at_tables for one in statements.values()) == lies
        for one in statements.values():
            assert one.at_cage + one.at_tables == one.bought - one.cashed + result_of(one)
    assert up > 20


@pytest.mark.parametrize("house", ["cardroom-25", "hollywood-pa"])
def test_shifts_add_up_to_the_day(house: str) -> None:
    """Each shift reads only its own part of the journal, and nothing is counted twice."""
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


def test_a_bankers_statement_is_the_sum_of_their_banks() -> None:
    evening = Evening(8, "california", people=3, bots=3)
    evening.go(rounds=15)
    banks = [
        event for news in evening.heard for event in news.events if isinstance(event, e.BankSettled)
    ]
    with evening.store.reading() as reader:
        for player in {event.player for event in banks}:
            own = [event for event in banks if event.player == player]
            banker = banker_statement(reader, player)
            assert banker.rounds == len(own)
            assert banker.paid == sum(event.paid for event in own)
            assert banker.collected == sum(event.collected for event in own)
            left = sum(event.amount for event in own)
            assert left == banker.put_up - banker.paid + banker.collected
