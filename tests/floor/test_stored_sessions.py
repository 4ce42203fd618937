"""Sessions, failed attempts and waiting lists in the store, for restarts and other nodes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
from msgspec.structs import replace

from tests.floor import driver
from tests.floor.evening import FLOOR, seat_bots
from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.floor.clock import DAY, HOUR, SECOND
from uth.floor.floor import Floor
from uth.floor.people.lockout import ATTEMPTS, Attempts, Lockout
from uth.floor.people.passwords import Passwords
from uth.floor.people.people import People
from uth.floor.people.roles import Role
from uth.floor.people.session_changes import MOMENT
from uth.floor.people.sessions import SESSION
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Reader
from uth.rulebook.store import load_house

GOOD = "correct horse battery"


class Node:
    """The people of one node, on a shared store."""

    def __init__(self, store: MemoryStore, clock: Clock, seed: str) -> None:
        cheap = Passwords(passes=1, memory_kib=64)
        self.people = People(store, clock, Bytes(seed), cheap)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> MemoryStore:
    return MemoryStore(clock)


def test_a_session_is_known_to_every_node_and_after_a_restart(
    store: MemoryStore, clock: Clock
) -> None:
    one, two = Node(store, clock, "one").people, Node(store, clock, "two").people
    one.make("ann", GOOD, Role.PLAYER)
    token = one.sign_in("ann", GOOD, "here")
    guest, person = one.guest()
    assert two.person(token).name == "ann"
    assert two.person(guest) == person
    with store.reading() as reader:
        noted = reader.notes(SESSION)
    assert len(noted) == 2
    for secret in (token, guest):
        assert all(secret.encode() not in note.body and secret != note.key for note in noted)
    two.sessions.end(token)
    with pytest.raises(Refusal, match="session/none"):
        one.person(token)
    again = one.sign_in("ann", GOOD, "here")
    two.change("ann", closed=True)
    with pytest.raises(Refusal, match="session/none"):
        one.person(again)


def test_a_session_that_is_seen_stays_and_one_that_ended_is_forgotten(
    store: MemoryStore, clock: Clock
) -> None:
    people = Node(store, clock, "one").people
    busy, _ = people.guest()
    idle, _ = people.guest()
    for _ in range(3):
        clock.pass_ms(6 * HOUR)
        people.person(busy)
    with pytest.raises(Refusal, match="session/none"):
        people.person(idle)
    lost, _ = people.guest()
    store.commit(Batch(notes=(NoteWrite(Note(SESSION, "junk", "x", clock(), b"{}")),)))
    assert people.tidy() == 0
    clock.pass_ms(8 * DAY)
    assert people.tidy() == 3, "what can't be read goes too"
    with pytest.raises(Refusal, match="session/none"):
        people.person(lost)


class Counting(MemoryStore):
    """Counts how often it is read."""

    looks = 0

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        self.looks += 1
        with super().reading() as reader:
            yield reader


def test_what_was_read_holds_until_somebody_changes_something(clock: Clock) -> None:
    store = Counting(clock)
    one, two = Node(store, clock, "one").people, Node(store, clock, "two").people
    one.make("ann", GOOD, Role.PLAYER)
    token, other = (one.sign_in("ann", GOOD, "here") for _ in range(2))
    guests = [one.guest()[0] for _ in range(20)]
    everybody = [token, other, *guests]
    for held in everybody:
        assert one.sessions.alive(held)
        one.person(held)
    looks = store.looks
    for _ in range(10):
        clock.pass_ms(MOMENT)
        assert all(map(one.sessions.alive, everybody))
        assert one.person(token).role is Role.PLAYER
    assert store.looks == looks + 10, "one look a moment, however many there are"
    one.sessions.end(guests[0])
    assert not one.sessions.alive(guests[0]), "what one ends oneself is known at once"
    assert all(map(one.sessions.alive, everybody[3:]))
    two.sessions.end(other)
    one.sessions.end(guests[1])
    assert not one.sessions.alive(other), "one's own word is written upon the other's"
    two.change("ann", role=Role.FLOOR)
    clock.pass_ms(MOMENT)
    assert not one.sessions.alive(token)
    again = one.sign_in("ann", GOOD, "here")
    assert one.person(again).role is Role.FLOOR
    assert all(map(one.sessions.alive, guests[2:]))


def test_a_session_that_was_seen_on_another_node_goes_on(store: MemoryStore, clock: Clock) -> None:
    one, two = Node(store, clock, "one").people, Node(store, clock, "two").people
    token, _ = one.guest()
    assert one.sessions.alive(token)
    clock.pass_ms(7 * HOUR)
    two.person(token)
    clock.pass_ms(7 * HOUR)
    assert one.sessions.alive(token)
    assert one.person(token) == two.person(token)


def test_attempts_count_for_all_nodes_together(store: MemoryStore, clock: Clock) -> None:
    nodes = [Node(store, clock, seed).people for seed in ("one", "two")]
    nodes[0].make("ann", GOOD, Role.PLAYER)
    codes = []
    for number in range(8):
        with pytest.raises(Refusal) as caught:
            nodes[number % 2].sign_in("ann", "something else", "here")
        codes.append(caught.value.code)
    assert codes == ["sign_in/refused"] * 5 + ["sign_in/locked"] * 3
    clock.pass_ms(31 * SECOND)
    nodes[1].sign_in("ann", GOOD, "here")
    clock.pass_ms(2 * HOUR)
    with pytest.raises(Refusal, match="sign_in/refused"):
        nodes[1].sign_in("bob", "something else", "here")
    assert nodes[0].tidy() == 0
    clock.pass_ms(2 * HOUR)
    assert nodes[0].tidy() == 2, "bob's count, by name and by name and place"


class Racing(MemoryStore):
    """Another node counts between the read and the write, this many times."""

    races = 2

    def commit(self, batch: Batch) -> Committed:
        (write,) = batch.notes
        if self.races:
            self.races -= 1
            before = msgspec.json.decode(write.expected or b'{"failed":0,"last":0}', type=Attempts)
            body = msgspec.json.encode(Attempts(before.failed + 1, write.note.at))
            super().commit(Batch(notes=(NoteWrite(replace(write.note, body=body)),)))
        return super().commit(batch)


def test_two_attempts_at_the_same_moment_both_count(clock: Clock) -> None:
    racing = Racing(clock)
    Lockout(racing, clock).begin("ann", "here")
    with racing.reading() as reader:
        notes = reader.notes(ATTEMPTS)
    counts = [msgspec.json.decode(note.body, type=Attempts).failed for note in notes]
    assert sorted(counts) == [1, 3], "two races for the address, none for the name"
    racing.races = 100
    with pytest.raises(Refusal, match="sign_in/locked"):
        Lockout(racing, clock).begin("bob", "here")


def test_the_waiting_list_survives_a_restart(store: MemoryStore, clock: Clock) -> None:
    floor = Floor(store, clock=clock, source=Bytes())
    table_writer = floor.open_table("t1", load_house("cardroom-25"), FLOOR)
    seat_bots(floor, "t1", 6)
    floor.books.buy_in("Ann", 50_000, FLOOR)
    for name in ("Zoe", "Ann", "Bob"):
        floor.waiting.add(table_writer, name, 50_000)
    floor.waiting.remove("t1", "Zoe")
    again = Floor(store, clock=clock, source=Bytes("two"))
    again.tables.recover()
    assert again.waiting.players("t1") == ("Ann", "Bob"), "in the order in which they came"
    for _ in range(4):
        driver.step(again, "t1")
    assert again.tables.writer("t1").table.present("Ann")
    while again.tables.writer("t1").table.phase != "betting" and driver.step(again, "t1"):
        pass
    again.close_table("t1", FLOOR)
    with store.reading() as reader:
        assert reader.notes("line") == []
