"""Whole rounds in every house, with bonus bets, from the first prompt until you leave."""

from __future__ import annotations

import pytest

from tests.cli.terminal.scripted_session import ScriptedSession, stacked_deck
from uth.rulebook import store
from uth.rulebook.store import HOUSES
from uth.table import events as e

CALIFORNIA = ("california", "california-bad-beat")
BONUSES = {
    "california": "10 trips 5 bad beat 5",
    "california-bad-beat": "10 t5 b5",
    "cardroom-25": "10 trips 5",
    "hollywood-pa": "20 trips 5 pairs 5 bad 5 progressive",
    "light-and-wonder": "$10, trips 5, bad beat 5, ultimate pairs 5",
}
WAGERS = {
    "california": {"ante", "blind", "trips", "bad_beat"},
    "california-bad-beat": {"ante", "blind", "trips", "bad_beat"},
    "cardroom-25": {"ante", "blind", "trips"},
    "hollywood-pa": {"ante", "blind", "trips", "bad_beat", "ultimate_pairs", "progressive"},
    "light-and-wonder": {"ante", "blind", "trips", "bad_beat", "ultimate_pairs"},
}


@pytest.mark.parametrize("house", HOUSES)
def test_a_round_in_every_house(house: str) -> None:
    rules = store.load_house(house)
    cards = stacked_deck(rules, {1: "As Ad"}, dealer="Qs Qd", board="Ah Kd 7c 7s 2h")
    answers = [BONUSES[house], "4", "q"]
    if house in CALIFORNIA:
        answers.insert(0, "d")
    session = ScriptedSession(rules, answers, cards, bots=1 if house in CALIFORNIA else 0)

    assert session.code == 0
    assert session.answers.left == []
    settled = session.settled()
    assert settled.keys() == WAGERS[house] | {"play"}
    ante = 2000 if house == "hollywood-pa" else 1000
    assert settled["ante"] == ("win", ante)
    assert settled["play"] == ("win", 4 * ante)
    assert settled["blind"] == ("win", 3 * ante)
    assert session.chips == 100_000 + sum(change for _, change in settled.values())
    assert session.conserved()
    text = session.words
    assert "full house, aces full of sevens, wins" in text
    assert "two pair, queens and sevens" in text
    for event in session.events:
        if isinstance(event, e.Settled):
            assert all(clause in text for clause in event.clauses)
    assert "this round" in text


@pytest.mark.parametrize("house", HOUSES)
def test_many_rounds_with_bots_only(house: str) -> None:
    session = ScriptedSession(house, [], bots=5, rounds=8, auto=True, seat=4)

    assert session.code == 0
    assert sum(isinstance(event, e.RoundClosed) for event in session.events) == 8
    assert session.conserved()


def test_a_seed_repeats_the_session() -> None:
    one, two, other = (
        ScriptedSession("california", [], bots=3, rounds=3, auto=True, seed=seed).text
        for seed in ("x", "x", "y")
    )

    assert one == two
    assert one != other


def test_antes_go_back_first_if_the_dealer_does_not_qualify() -> None:
    rules = store.load_house("cardroom-25")
    cards = stacked_deck(rules, {1: "As Kd"}, dealer="3s 4d", board="Qh Jd 9c 7s 2h")
    session = ScriptedSession(rules, ["10", "4", "q"], cards, bots=0)

    assert session.settled()["ante"] == ("push", 0)
    assert "Antes are returned first: seat 1 $10 (CR-5" in session.words
    assert "high card, queen, does not qualify" in session.words


def test_a_fold_keeps_trips() -> None:
    rules = store.load_house("cardroom-25")
    cards = stacked_deck(rules, {1: "7h 2d"}, dealer="As Ad", board="7c 7s Kd Qs 9h")
    session = ScriptedSession(rules, ["10 t5", "c", "c", "f", "q"], cards, bots=0)

    assert session.settled() == {
        "ante": ("lose", -1000),
        "blind": ("lose", -1000),
        "trips": ("win", 1500),
    }
    assert "the cards are tucked under Trips (CR-6)" in session.words


def test_a_large_payout_waits_for_the_floor() -> None:
    rules = store.load_house("cardroom-25")
    cards = stacked_deck(rules, {1: "9s 8s"}, dealer="As Ad", board="7s 6s 5s 2d 2h")
    session = ScriptedSession(rules, ["25", "4", "?", "", "q"], cards, bots=0)

    assert session.settled()["blind"] == ("win", 125_000)
    assert "You are the floor: $1,250 on seat 1’s Blind. Enter approves" in session.words
    assert "It is only delayed, never denied" in session.words
    assert "approved by the floor" in session.words
    assert session.conserved()


def test_a_payout_is_approved_for_a_player_who_left() -> None:
    rules = store.load_house("cardroom-25")
    cards = stacked_deck(rules, {1: "9s 8s"}, dealer="As Ad", board="7s 6s 5s 2d 2h")
    session = ScriptedSession(rules, ["25", "4"], cards, bots=0)

    assert session.code == 0
    assert session.chips == 100_000 + 2500 + 10_000 + 125_000
    assert session.conserved()


def test_a_straight_flush_wins_a_share_of_the_meter_and_pays_envy() -> None:
    rules = store.load_house("hollywood-pa")
    hands = {1: "9s 8s", 2: "", 3: ""}
    cards = stacked_deck(rules, hands, dealer="As Ad", board="7s 6s 5s 2d 2h")
    session = ScriptedSession(rules, ["20 p", "4", "q"], cards, bots=2)

    meter = 1_000_000 + 2 * 100
    assert session.settled()["progressive"] == ("win", meter // 10 - 500)
    assert session.settled("Ben")["envy"] == ("win", 150_000)
    assert "A share of the meter is claimed." in session.words
    assert "Envy, seat 1" in session.words
    assert f"Progressive ${(meter - meter // 10) // 100:,}" in session.words
    assert session.conserved()


def test_the_mystery_is_won_and_its_hidden_value_is_never_shown() -> None:
    session = ScriptedSession(
        "hollywood-pa", ["20 p", "c", "c", "f", "q"], bots=0, lowest_mystery=True
    )

    won = next(event for event in session.events if isinstance(event, e.MysteryWon))
    assert won.amount == 25_010
    assert "You win the mystery: $250.10! (PA-13, Q-23)" in session.words
    assert session.words.count("You win the mystery: $250.10!") == 2
    assert "Mystery $250.00, must hit by $1,000" in session.words
    assert "target" not in session.words
    assert session.conserved()
