"""Seen cards: every combination against the twin in short decks, and the published figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.exact.exposure_twin import twin_exposure
from uth.core.refusal import Refusal
from uth.exact.exposure.exposure import expose, exposure_chunk, preflop_play
from uth.exact.exposure.seen_cards import FULL_DECK, PlayDeck, Seen, Since, chunks, worlds
from uth.exact.solver.game_rules import STANDARD, GameRules

FLUSHES = PlayDeck(ranks=(7, 8, 9, 10, 11, 12), suits=2)
"""Two suits of six ranks: flushes and straight flushes on most boards."""
PAIRS = PlayDeck(ranks=(0, 3, 10, 12), suits=3)
"""Three suits of four ranks: pairs, full houses and no flush."""
COMBINATIONS = [
    Seen(),
    Seen(dealer=1),
    Seen(dealer=2),
    Seen(flop=1),
    Seen(flop=2),
    Seen(flop=3),
    Seen(later=1),
    Seen(later=2),
    Seen(dealer=1, flop=1),
    Seen(dealer=1, flop=2),
    Seen(dealer=1, flop=3),
    Seen(dealer=1, later=1),
    Seen(dealer=2, flop=1),
    Seen(dealer=2, flop=3),
    Seen(flop=1, later=1),
    Seen(dealer=1, flop=1, later=1),
    Seen(bottom=1),
    Seen(flop=1, bottom=1),
    Seen(dealer=1, bottom=1),
    Seen(dealer=1, since="flop"),
    Seen(dealer=1, since="river"),
    Seen(dealer=2, since="flop"),
    Seen(dealer=2, since="river"),
]
OTHER_GAME = GameRules(
    blind=tuple(map(Fraction, ("7", "5", "9/2", "2", "1", "1/3"))),
    play=frozenset({5}),
    flop=frozenset({3}),
    river=frozenset({2}),
    qualify=False,
)


def named(seen: Seen) -> str:
    counts = "-".join(f"{name}={count}" for name, count in seen.counts.items() if count)
    return f"{counts or 'nothing'}-{seen.since}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seen", "deck"),
    [
        pytest.param(
            seen,
            deck,
            marks=[pytest.mark.nightly] if deck is PAIRS and number % 3 else [],
            id=f"{name}-{named(seen)}",
        )
        for name, deck in (("flushes", FLUSHES), ("pairs", PAIRS))
        for number, seen in enumerate(COMBINATIONS)
    ],
)
def test_every_combination_is_what_all_deals_of_a_short_deck_are_worth(
    deck: PlayDeck, seen: Seen
) -> None:
    """All combinations with one deck, every third with the other; with both every night."""
    value, actions = twin_exposure(STANDARD, seen, deck)
    found = expose(STANDARD, seen=seen, deck=deck)
    assert found.ev == value
    assert list(found.actions.values()) == actions


@pytest.mark.slow
@pytest.mark.parametrize(
    "seen", [Seen(dealer=1), Seen(dealer=2, since="river"), Seen(later=1)], ids=named
)
def test_another_game_is_what_all_deals_are_worth(seen: Seen) -> None:
    value, actions = twin_exposure(OTHER_GAME, seen, FLUSHES)
    found = expose(OTHER_GAME, seen=seen, deck=FLUSHES)
    assert found.ev == value
    assert list(found.actions.values()) == actions


@pytest.mark.slow
def test_what_is_known_later_is_worth_less() -> None:
    since: tuple[Since, ...] = ("preflop", "flop", "river")
    values = [expose(seen=Seen(dealer=1, since=street), deck=FLUSHES).ev for street in since]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 3
    assert expose(seen=Seen(), deck=FLUSHES).ev < values[-1]


@pytest.mark.slow
def test_without_a_seen_card_it_is_the_plain_game() -> None:
    assert expose(seen=Seen()).ev == Fraction(-50_643_648_973, 2_317_817_502_000)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("seen", "published"), [(Seen(dealer=1), 0.135922), (Seen(dealer=2), 0.385816)]
)
def test_the_published_figures(seen: Seen, published: float) -> None:
    assert round(float(expose(seen=seen).ev), 6) == published


def test_worlds_are_all_choices_of_the_seen_cards() -> None:
    for seen, choices in (
        (Seen(dealer=1), 52),
        (Seen(dealer=2), 1326),
        (Seen(later=2), 1326),
        (Seen(bottom=1), 52),
        (Seen(dealer=1, later=1), 52 * 51),
        (Seen(flop=3), 1),
        (Seen(dealer=2, since="river"), 1),
    ):
        assert sum(world.weight for chunk in chunks(seen) for world in worlds(chunk)) == choices
    assert [len(chunks(seen)) for seen in (Seen(dealer=1), Seen(dealer=2))] == [13, 91]
    assert sum(len(worlds(chunk)) for chunk in chunks(Seen(dealer=2))) == 169


@pytest.mark.slow
def test_the_best_play_before_the_flop_is_listed_by_hand_and_seen_card() -> None:
    ace = [rank for (rank,), _, _ in chunks(Seen(dealer=1))].index(12)
    play = {
        (hand, seen): action for hand, seen, action in preflop_play(STANDARD, Seen(dealer=1), ace)
    }
    assert len(play) == 391  # of 5,083 for all thirteen ranks
    assert {seen for _, seen in play} == {"dealer=Ac"}
    kings = {action for (hand, _), action in play.items() if hand[0] + hand[2] == "KK"}
    assert kings == {"4x"}
    low = {action for (hand, _), action in play.items() if hand[0] + hand[2] == "32"}
    assert low == {"check"}
    with pytest.raises(Refusal, match="exposure/play"):
        next(preflop_play(STANDARD, Seen(flop=3), 0))


@pytest.mark.parametrize(
    ("counts", "code"),
    [
        ({"dealer": 3}, "exposure/count"),
        ({"flop": 4}, "exposure/count"),
        ({"later": -1}, "exposure/count"),
        ({"dealer": 2, "later": 1}, "exposure/too_much"),
        ({"dealer": 1, "flop": 2, "later": 1}, "exposure/too_much"),
        ({"flop": 1, "since": "flop"}, "exposure/since"),
    ],
)
def test_what_cannot_be_seen_is_refused(counts: dict[str, int], code: str) -> None:
    with pytest.raises(Refusal, match=code):
        Seen(**counts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (GameRules(cap=Fraction(53)), "exposure/game"),
        (GameRules(flop=frozenset({1, 2})), "exposure/game"),
        (GameRules(play=frozenset()), "exposure/game"),
        (
            GameRules(play=frozenset({1}), flop=frozenset({2}), river=frozenset({2})),
            "exposure/raises",
        ),
        (
            GameRules(blind=(Fraction(10_000), *STANDARD.blind[1:-1], Fraction(1, 97))),
            "exposure/odds",
        ),
    ],
)
def test_games_that_are_not_counted_are_refused(rules: GameRules, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        exposure_chunk(rules, Seen(dealer=1), 0, FULL_DECK)
