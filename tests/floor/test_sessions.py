"""Sessions: tokens, expiry, and how many a person may have."""

from __future__ import annotations

import base64
import hashlib

import pytest

from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.floor import clock as clocks
from uth.floor.clock import DAY, HOUR, MINUTE
from uth.floor.fairness.randomness import system
from uth.floor.people.passwords import Cost
from uth.floor.people.sessions import Session, SessionRules, Sessions, key_of
from uth.floor.people.stored_sessions import SESSION, StoredSessions

CHEAP = Cost(passes=1, memory_kib=8, lanes=1)
GOOD = "violet teapot 31"


class CountedSessions(StoredSessions):
    def __len__(self) -> int:
        with self._store.reading() as reader:
            return len(reader.notes(SESSION))


def sessions(clock: Clock, rules: SessionRules | None = None) -> tuple[Sessions, CountedSessions]:
    store = CountedSessions(MemoryStore(clock), clock)
    return Sessions(store, clock, Bytes("sessions"), rules), store


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
    stored = store.get(hashlib.sha256(token.encode()).hexdigest())
    assert stored == Session(key_of(token), "anna", clock.now, clock.now)
    assert token not in repr(stored)
    assert made.find(token) == stored


def test_tokens_from_the_system_differ() -> None:
    made = Sessions(StoredSessions(MemoryStore(), clocks.system), clocks.system, system)
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
    made, _ = sessions(clock, SessionRules(touch=MINUTE))
    token = made.open("anna")
    opened = clock.now
    clock.pass_ms(MINUTE - 1)
    assert made.find(token).seen == opened
    clock.pass_ms(1)
    assert made.find(token).seen == opened + MINUTE


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


def test_a_renewed_session_has_another_token() -> None:
    made, _ = sessions(Clock())
    old = made.open("anna")
    new = made.renew(old)
    assert ended(made, old)
    assert made.find(new).name == "anna"


def test_too_many_sessions_end_the_one_seen_longest_ago() -> None:
    clock = Clock()
    made, store = sessions(clock, SessionRules(most=3, touch=MINUTE))
    tokens = []
    for _ in range(3):
        tokens.append(made.open("anna"))
        clock.pass_s(90)
    made.find(tokens[0])
    tokens.append(made.open("anna"))
    assert [ended(made, token) for token in tokens] == [False, True, False, False]
    assert len(store) == 3


def test_what_ended_is_forgotten() -> None:
    clock = Clock()
    made, store = sessions(clock)
    made.open("anna")
    clock.pass_ms(12 * HOUR - 1)
    token = made.open("bert")
    assert len(store) == 2
    clock.pass_ms(1)
    assert made.purge() == 1
    assert len(store) == 1
    assert not ended(made, token)
    clock.pass_ms(7 * DAY)
    assert made.purge() == 1


def test_what_ended_is_forgotten_by_and_by() -> None:
    """Ended sessions are purged now and then, without a request."""
    clock = Clock()
    made, store = sessions(clock)
    for number in range(48):
        made.open(f"guest {number}")
        clock.pass_ms(HOUR)
    assert len(store) <= 12
    assert made.alive(made.open("anna"))
    assert not made.alive("x" * 43)
