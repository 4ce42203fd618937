"""One round's shuffle: committed first, mixed by the players, closed, kept and opened again."""

from __future__ import annotations

import hashlib
import logging
import pickle
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.floor.sources import Bytes
from uth.core.cards import DECK, print_cards
from uth.core.refusal import Refusal
from uth.floor.fairness.randomness import fresh, fresh_seed, system
from uth.floor.fairness.sealed import Sealed
from uth.floor.fairness.shuffle import (
    OpenShuffle,
    RoundName,
    open_shuffle,
    reopen,
)

NAME = RoundName("T-1", 7, "california", "5a" * 32)


def test_a_commitment_is_the_hash_of_plain_lines() -> None:
    source = Bytes()
    shuffle = open_shuffle(NAME, source)
    assert source.given == 32
    seed = Bytes()(32).hex()
    text = (
        "uth commitment uth-receipt/1\n"
        f"table T-1\nround 7\nhouse california\nrulebook {'5a' * 32}\nseed {seed}\n"
    )
    assert shuffle.commitment == hashlib.sha256(text.encode()).hexdigest()


def test_a_known_deck() -> None:
    """Worked out with `sha256sum` and a shell; it must never change, or old receipts break."""
    shuffle = OpenShuffle(NAME, Sealed(bytes(range(32)))).mix(3, "lucky dog")
    assert shuffle.commitment == KNOWN_COMMITMENT
    assert print_cards(shuffle.close().deck()) == KNOWN_DECK


KNOWN_COMMITMENT = "c561eeed372567e81cea0a71fda8798e2738d22ac8eefc6a689840928c03534d"
KNOWN_DECK = (
    "Th Ah Tc Jd Ks 3d Ac 6h Qs 4h 5h Qd Qh 9d 2h Kh 8c 9c 8d 9s 5s Td 5d 5c 4d 4c "
    "7c Kc 6c 7h Kd 6d 2d 8s Jh 6s 3c 3h 8h 7d 4s 3s Js 9h 7s 2c 2s Ts Jc Qc As Ad"
)


def test_the_deck_is_whole_and_each_round_s_own() -> None:
    source = Bytes()
    decks = {
        open_shuffle(replace(NAME, round=number), source).close().deck() for number in range(1, 101)
    }
    assert len(decks) == 100
    for deck in decks:
        assert Counter(deck) == Counter(DECK)


def test_the_same_seed_deals_another_deck_in_another_round() -> None:
    names = [
        NAME,
        replace(NAME, round=8),
        replace(NAME, table="T-2"),
        replace(NAME, house="cardroom-25"),
        replace(NAME, rulebook="5b" * 32),
    ]
    shuffles = [open_shuffle(name, Bytes()) for name in names]
    assert len({shuffle.commitment for shuffle in shuffles}) == 5
    assert len({shuffle.close().deck() for shuffle in shuffles}) == 5


def test_players_change_the_deck_and_not_the_commitment() -> None:
    first = open_shuffle(NAME, Bytes())
    second = first.mix(2, "b")
    third = second.mix(1, "a")
    assert first.commitment == second.commitment == third.commitment
    assert len({shuffle.close().deck() for shuffle in (first, second, third)}) == 3
    assert first.mixed == {}, "mixing makes a new shuffle and leaves the old one"


def test_seeds_count_by_seat_and_not_by_who_was_first() -> None:
    shuffle = open_shuffle(NAME, Bytes())
    one = shuffle.mix(1, "a").mix(6, "z").close().deck()
    other = shuffle.mix(6, "z").mix(1, "a").close().deck()
    assert one == other
    assert one != shuffle.mix(1, "z").mix(6, "a").close().deck()


def test_a_seat_may_think_again_until_the_bets_close() -> None:
    shuffle = open_shuffle(NAME, Bytes())
    assert shuffle.mix(4, "x").mix(4, "y").close().deck() == shuffle.mix(4, "y").close().deck()
    assert not hasattr(shuffle.close(), "mix")
    assert not hasattr(shuffle, "deck")


def test_seeds_can_t_be_mistaken_for_one_another() -> None:
    """One seat's text can't look like two seats', whatever it says."""
    shuffle = open_shuffle(NAME, Bytes())
    assert (
        shuffle.mix(1, "a seat 2 b").close().deck()
        != shuffle.mix(1, "a").mix(2, "b").close().deck()
    )
    with pytest.raises(Refusal, match=r"^seed/text: .*on one line \(seed\)$"):
        shuffle.mix(1, "a\nseat 2 b")


@pytest.mark.parametrize("seat", [0, 7, -1])
def test_seeds_come_from_seats(seat: int) -> None:
    with pytest.raises(Refusal, match=r"^seed/seat: "):
        open_shuffle(NAME, Bytes()).mix(seat, "x")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (replace(NAME, table=""), "shuffle/name"),
        (replace(NAME, table="a\nround 9"), "shuffle/name"),
        (replace(NAME, house="x" * 65), "shuffle/name"),
        (replace(NAME, round=0), "shuffle/round"),
        (replace(NAME, rulebook="5A" * 32), "shuffle/rulebook"),
    ],
)
def test_a_round_s_name_fits_its_lines(name: RoundName, code: str) -> None:
    with pytest.raises(Refusal) as no:
        open_shuffle(name, Bytes())
    assert no.value.code == code


def test_a_shuffle_is_reopened_from_the_store() -> None:
    """After a restart the round continues with the deck it was committed to."""
    shuffle = open_shuffle(NAME, Bytes()).mix(3, "dog")
    reopened = reopen(NAME, shuffle.commitment, shuffle.seed.open(), {"3": "dog"})
    assert reopened.commitment == shuffle.commitment
    assert reopened.close().deck() == shuffle.close().deck()


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": bytes(32)},
        {"seed": bytes(31)},
        {"commitment": "00" * 32},
        {"name": replace(NAME, round=8)},
    ],
)
def test_an_altered_shuffle_is_not_dealt(changes: dict[str, Any]) -> None:
    shuffle = open_shuffle(NAME, Bytes())
    stored = {"name": NAME, "commitment": shuffle.commitment, "seed": shuffle.seed.open()}
    with pytest.raises(Refusal, match=r"^shuffle/altered: .* \(T-1\)$"):
        reopen(**{**stored, **changes})


def test_nothing_that_prints_shows_the_seed(caplog: pytest.LogCaptureFixture) -> None:
    shuffle = open_shuffle(NAME, Bytes())
    secret = Bytes()(32)
    closed = shuffle.close()
    things = [shuffle, closed, shuffle.seed]
    with caplog.at_level(logging.DEBUG):
        for thing in [*things, things, {"shuffle": closed}]:
            logging.getLogger("floor").warning("%s %r", thing, thing)
    printed = caplog.text + "".join(f"{thing} {thing!r} {thing!s:>9}" for thing in things)
    assert "<sealed>" in printed
    for form in (secret.hex(), repr(secret), str(list(secret)), str(int.from_bytes(secret, "big"))):
        assert form not in printed


def test_what_is_sealed_is_neither_pickled_nor_written_as_json() -> None:
    sealed = fresh_seed(Bytes())
    with pytest.raises(TypeError):
        pickle.dumps(sealed)
    with pytest.raises(TypeError):
        msgspec.json.encode(sealed)
    assert not hasattr(sealed, "__dict__")
    assert sealed.open() == Bytes()(32)


def test_the_system_s_own_source_gives_seeds_of_256_bits() -> None:
    seeds = {fresh_seed(system).open() for _ in range(1_000)}
    assert len(seeds) == 1_000
    assert {len(seed) for seed in seeds} == {32}


def test_a_broken_source_deals_nothing() -> None:
    with pytest.raises(RuntimeError, match="gave 3 bytes instead of 32"):
        fresh(lambda count: b"abc")
