"""Sessions: tokens, expiry, and how many a person may have."""

from __future__ import annotations

import base64
import hashlib

import msgspec
import pytest

from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.floor import clock as clocks
from uth.floor.clock import DAY, HOUR, MINUTE
from uth.floor.fairness.randomness import system
from uth.floor.people import sessions as rules
from uth.floor.people.passwords import Passwords
from uth.floor.people.people import People
from uth.floor.people.session_changes import SessionChanges
from uth.floor.people.sessions import SESSION, Session, Sessions, key_of
from uth.ledger.journal.notes import Note


class SessionNotes(MemoryStore):
    def sessions(self) -> list[Note]:
        with self.reading() as reader:
            return reader.notes(SESSION)

    def __len__(self) -> int:
        return len(self.sessions())


def sessions(clock: Clock) -> tuple[Sessions, SessionNotes]:
    store = SessionNotes(clock)
    return Sessions(store, clock, Bytes("sessions"), SessionChanges(store, clock)), store


def ended(made: Sessions, token: str) -> bool:
    """Whether a token has no session; the refusal is always the same."""
    sentence = "session/none: sign in first; your session has ended"
    try:
        made.find(token)
    except Refusal as error:
        return str(error) == sentence
    return False


def test_a_token_has_256_bits_and_only_its_hash_is_stored() -> None:
    clock = Clock()
    made, store = sessions(clock)
    token = made.open("anna")
    assert base64.urlsafe_b64decode(token + "=") == Bytes("sessions")(32)
    (note,) = store.sessions()
    assert note.key == hashlib.sha256(token.encode()).hexdigest()
    assert token.encode() not in note.body
    stored = msgspec.json.decode(note.body, type=Session)
    assert stored == Session(key_of(token), "anna", clock.now, clock.now)
    assert made.find(token) == stored


def test_tokens_from_the_system_differ() -> None:
    store = MemoryStore()
    made = Sessions(store, clocks.system, system, SessionChanges(store, clocks.system))
    assert len({made.open(f"guest {number}") for number in range(1_000)}) == 1_000


@pytest.mark.parametrize("token", ["", "x", "x" * 43, "x" * 100_000, "\ud800" * 43])
def test_what_is_no_token(token: str) -> None:
    made, _ = sessions(Clock())
    assert ended(made, token)


def test_a_session_ends_when_it_lies_idle() -> None:
    clock = Clock()
    made, store = sessions(clock)
    token = made.open("anna")
    clock.pass_ms(12 * HOUR - 1)
    assert made.find(token).seen == clock.now
    clock.pass_ms(12 * HOUR - 1)
    assert not ended(made, token)
    clock.pass_ms(12 * HOUR)
    assert ended(made, token)
    assert len(store) == 0


def test_a_session_ends_however_busy_it_is() -> None:
    clock = Clock()
    made, _ = sessions(clock)
    token = made.open("anna")
    for _ in range(7 * 4 - 1):
        clock.pass_ms(6 * HOUR)
        assert not ended(made, token)
    clock.pass_ms(6 * HOUR - 1)
    assert not ended(made, token)
    clock.pass_ms(1)
    assert ended(made, token)


def test_a_session_is_not_written_at_every_look() -> None:
    clock = Clock()
    made, _ = sessions(clock)
    token = made.open("anna")
    opened = clock.now
    clock.pass_ms(5 * MINUTE - 1)
    assert made.find(token).seen == opened
    clock.pass_ms(1)
    assert made.find(token).seen == opened + 5 * MINUTE


def test_ending_sessions() -> None:
    made, _ = sessions(Clock())
    one, two, three = (made.open("anna") for _ in range(3))
    other = made.open("bert")
    made.end(one)
    made.end("never was")
    assert ended(made, one)
    assert made.end_all("anna", but=two) == 1
    assert ended(made, three)
    assert not ended(made, two)
    assert made.end_all("anna") == 1
    assert ended(made, two)
    assert not ended(made, other)


def test_too_many_sessions_end_the_one_seen_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST", 3)
    clock = Clock()
    made, store = sessions(clock)
    tokens = []
    for _ in range(3):
        tokens.append(made.open("anna"))
        clock.pass_ms(6 * MINUTE)
    made.find(tokens[0])
    tokens.append(made.open("anna"))
    assert [ended(made, token) for token in tokens] == [False, True, False, False]
    assert len(store) == 3


def test_what_ended_is_forgotten() -> None:
    clock = Clock()
    store = SessionNotes(clock)
    cheap = Passwords(passes=1, memory_kib=8)
    people = People(store, clock, Bytes("sessions"), cheap)
    people.sessions.open("anna")
    clock.pass_ms(12 * HOUR - 1)
    token = people.sessions.open("bert")
    assert len(store) == 2
    clock.pass_ms(1)
    assert people.tidy() == 1
    assert len(store) == 1
    assert people.sessions.alive(token)
    clock.pass_ms(7 * DAY)
    assert people.tidy() == 1
    assert not people.sessions.alive(token)
    assert not people.sessions.alive("x" * 43)
