"""Another game on the meter: it feeds and hits the same one as the tables, and all adds up."""

from __future__ import annotations

from threading import Thread

import pytest
from msgspec.structs import replace

from tests.floor import driver
from tests.floor.evening import FLOOR, check_clean
from tests.floor.sources import Bytes
from tests.floor.stacked import stack
from tests.floor.test_linked_meter import Room
from uth.core.cards import DECK, Card, parse_cards
from uth.core.refusal import Refusal
from uth.floor.floor import Floor
from uth.floor.meters.linked_game import GAMES, game_events
from uth.floor.meters.reconciliation import reconcile
from uth.floor.tables.orders import Order
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Append, Batch
from uth.ledger.journal.bookings import booking_append
from uth.ledger.journal.game_events import GamePlayed, game_stream, implied_moves
from uth.table import commands as c
from uth.table.meters import UNITS

clause = pytest.mark.clause
GAME = GAMES[0]
FED = 100 * UNITS
"""What a wager adds to the main meter."""


def deck_with(*hands: str) -> tuple[Card, ...]:
    """A deck that deals these hands of five cards in order."""
    first = [card for hand in hands for card in parse_cards(hand)]
    return (*first, *(card for card in DECK if card not in first))


ROYAL_AND_STRAIGHT_FLUSH = deck_with("9h 8h 7h 6h 5h", "As Ks Qs Js Ts", "2c 4d 6s 8d Tc")
FLUSH = deck_with("2h 4h 6h 8h Th", "2c 4d 6s 8d Tc")


@clause("PA-11", "LW-12")
def test_a_table_and_another_game_feed_one_meter() -> None:
    room = Room()
    before = room.main()
    game = room.floor.linked_game(GAME)
    game.play(3, rounds=2, by=FLOOR)
    room.bet("t1")
    room.deal("t1")
    assert room.main() == before + (3 * 2 + 2) * FED
    room.finish("t1")
    check_clean(room.store)
    with room.store.reading() as reader:
        report = reconcile(reader, "link")
    assert report.right
    assert {source.name: source.wagers for source in report.sources} == {f"game/{GAME}": 6, "t1": 2}


@clause("PA-11", "LW-12", "Q-7")
def test_another_game_is_paid_by_the_meter_highest_hand_first() -> None:
    room = Room()
    before = room.main()
    (played,) = room.floor.linked_game(GAME).play(3, by=FLOOR, deck=ROYAL_AND_STRAIGHT_FLUSH).rounds
    full = before + 3 * FED
    seed = room.floor.tables.links["link"].rules.progressive.seed
    assert played.hits == ((2, 10_000), (1, 1_000))
    assert played.awards == ((2, full // UNITS, 0), (1, seed // 10, 0))
    assert room.main() == seed * UNITS * 9 // 10
    check_clean(room.store)


def test_fixed_prizes_are_not_of_the_meter() -> None:
    room = Room()
    before = room.main()
    (played,) = room.floor.linked_game(GAME).play(2, by=FLOOR, deck=FLUSH).rounds
    assert (played.prizes, played.awards) == (((1, 20_000),), ())
    assert room.main() == before + 2 * FED
    check_clean(room.store)


@clause("PA-11")
def test_the_game_and_a_table_hit_the_meter_in_the_order_it_took_them() -> None:
    room = Room()
    room.bet("t1")
    stack(room.floor.tables.writer("t1"), {1: "9h 8h", 2: "2c 3d"}, "Kc Qd", "7h 6h 5h 2s 3s")
    room.deal("t1")
    table_writer = room.floor.tables.writer("t1")
    while table_writer.table.phase != "river":
        room.do("t1", c.Act("t1 1", "check"))
        room.do("t1", c.Act("t1 2", "check"))
    room.do("t1", c.Act("t1 1", "fold"))
    last = Order("t1", "t1 2", c.Act("t1 2", "fold"))
    prepared = room.floor.prepare(last)
    deck = deck_with("9h 8h 7h 6h 5h")
    (played,) = room.floor.linked_game(GAME).play(1, by=FLOOR, deck=deck).rounds
    with pytest.raises(Refusal, match="journal/version"):
        room.store.commit(prepared.batch)
    full = room.main()
    driver.perform(room.floor, last)
    assert room.main() == full - full // 10 // UNITS * UNITS, "the table gets its share of the rest"
    assert played.awards[0][1] > full // 10 // UNITS
    check_clean(room.store)


@clause("PA-11", "LW-12")
def test_they_run_at_the_same_time_and_every_cent_adds_up_after_a_restart_too() -> None:
    room = Room()
    game = room.floor.linked_game(GAME)
    rounds = Thread(target=lambda: [game.play(4, rounds=5, by=FLOOR) for _ in range(10)])
    rounds.start()
    for _ in range(5):
        room.bet("t1")
        room.deal("t1")
        room.finish("t1")
    rounds.join()
    check_clean(room.store)
    with room.store.reading() as reader:
        report = reconcile(reader, "link")
    assert report.right
    assert report.wagers == 4 * 5 * 10 + 2 * 5
    again = Floor(room.store, clock=room.clock, source=Bytes("again"))
    again.tables.recover()
    again.linked_game(GAME).play(1, by=FLOOR)
    with room.store.reading() as reader:
        after = reconcile(reader, "link")
        numbers = [event.round for event in game_events(reader, GAME)[1:]]  # type: ignore[union-attr]
    assert after.right
    assert after.wagers == report.wagers + 1
    assert numbers == list(range(1, 52))
    check_clean(room.store)


def test_a_key_plays_its_rounds_once() -> None:
    room = Room()
    game = room.floor.linked_game(GAME)
    first = game.play(2, by=FLOOR, key="k")
    assert game.play(2, by=FLOOR, key="k") == first
    with pytest.raises(Refusal, match="key/used"):
        game.play(3, by=FLOOR, key="k")
    with room.store.reading() as reader:
        assert reconcile(reader, "link").wagers == 2


def test_what_is_refused() -> None:
    room = Room()
    with pytest.raises(Refusal, match="game/unknown"):
        room.floor.linked_game("baccarat")
    with pytest.raises(Refusal, match="journal/no_meter"):
        room.floor.linked_game(GAME, "other")
    game = room.floor.linked_game(GAME)
    for seats, rounds, code in (
        (0, 1, "game/seats"),
        (7, 1, "game/seats"),
        (1, 101, "game/rounds"),
    ):
        with pytest.raises(Refusal, match=code):
            game.play(seats, rounds, by=FLOOR)
    room.floor.tables.links["link"].cut = True
    with pytest.raises(Refusal, match="meter/unreachable"):
        game.play(1, by=FLOOR)


def append_to_game(room: Room, event: GamePlayed) -> None:
    stream = game_stream(GAME)
    with room.store.reading() as reader:
        version = reader.stream(stream).version
    append: Append = booking_append(stream, [event], expected=version, at=1)
    room.store.commit(Batch((append,)))


@pytest.mark.parametrize(
    ("number", "moved", "code"),
    [(2, True, "meter/wager_missing"), (3, True, "game/round"), (2, False, "game/moves")],
)
def test_the_audit_holds_a_game_against_the_meter(number: int, moved: bool, code: str) -> None:
    room = Room()
    (played,) = (
        room.floor.linked_game(GAME).play(1, by=FLOOR, deck=deck_with("2c 4d 6s 8d Tc")).rounds
    )
    forged = replace(played, round=number)
    append_to_game(room, replace(forged, moves=implied_moves(GAME, forged) if moved else ()))
    assert [finding.code for finding in audit(room.store).findings] == [code]
