"""Prompts: refusals, help, wordings, and every way to leave."""

from __future__ import annotations

import pytest

from tests.cli.terminal.scripted_session import ScriptedSession, stacked_deck
from uth.rulebook import store
from uth.rulebook.store import HOUSES
from uth.table import events as e


def test_wagers_that_are_refused_are_asked_for_again() -> None:
    answers = [
        "10 blind 20",
        "2",
        "1000",
        "10 trips 0",
        "10 bad 5",
        "10 20",
        "10 trips",
        "-",
        "10.005",
        "10 lottery 5",
        "10",
        "4",
        "q",
    ]
    session = ScriptedSession("light-and-wonder", answers, bots=0)

    for sentence in (
        "Ante $10 and Blind $20 must be equal. (",
        "$2 is below the minimum of $5. (",
        "$1,000 is above the maximum of $300. (",
        "An amount must be above 0.",
        "Bad Beat may be staked only together with Trips. (",
        "What is the 20 on? Try: 10 trips 5",
        "How much on Trips? Try: 10 trips 5",
        "How much on -? Try: 10 trips 5",
        "'10.005' has more than two decimals",
        "This house has no wager 'lottery'; it has Ante, Blind, Trips",
    ):
        assert sentence in session.words
    assert session.settled()["play"][0] in ("win", "lose", "push")


def test_an_action_that_is_not_open_is_refused_by_the_engine() -> None:
    session = ScriptedSession("cardroom-25", ["10", "5", "raise", "4", "q"], bots=0)

    assert "'5x' is not open now; it is 4x, 3x or check. (CR-3)" in session.words
    assert "'raise' is not open now; it is 4x, 3x or check. (CR-3)" in session.words


def test_only_open_actions_are_offered() -> None:
    rules = store.load_house("cardroom-25")
    cards = stacked_deck(rules, {1: "7h 2d"}, dealer="As Ad", board="7c 8s Kd Qs 9h")
    session = ScriptedSession(rules, ["25", "c", "c", "f", "q"], cards, bots=0, chips=10_000)

    assert "Your move: check Enter: check" in session.words  # 3x costs $75; $50 is left
    assert "Your move, with a pair of sevens: 2x ($50) · check Enter: 2x" in session.words
    assert "Your move, with a pair of sevens: 1x ($25) · fold Enter: 1x" in session.words


def test_enter_repeats_the_last_bet_and_plays_by_the_rule_of_thumb() -> None:
    rules = store.load_house("cardroom-25")
    cards = stacked_deck(rules, {1: "As Ad"}, dealer="Qs Qd", board="Ah Kd 7c 7s 2h")
    session = ScriptedSession(rules, ["7 t2", "", "", "", "q"], cards, cards, bots=0)

    placed = [event.wagers for event in session.events if isinstance(event, e.WagersPlaced)]
    assert placed == [{"ante": 700, "blind": 700, "trips": 200}] * 2
    assert [event.multiple for event in session.events if isinstance(event, e.Acted)] == [4, 4]


def test_a_last_bet_that_you_cannot_afford_is_not_offered_again() -> None:
    rules = store.load_house("cardroom-25")
    cards = stacked_deck(rules, {1: "7h 2d"}, dealer="As Ad", board="3c 8s Kd Qs 9h")
    session = ScriptedSession(rules, ["25", "c", "c", "f", "q"], cards, bots=0, chips=7000)

    assert "1 You 7♥ 2♦ folded −50" in session.words
    assert "you have $20. s sits out, ? helps. Enter: 3" in session.words


def test_a_player_without_chips_may_buy_some() -> None:
    rules = store.load_house("cardroom-25")
    cards = stacked_deck(rules, {1: "7h 2d"}, dealer="As Ad", board="3c 8s Kd Qs 9h")
    answers = ["25", "c", "c", "f", "nothing", "0", "", "q"]
    session = ScriptedSession(rules, answers, cards, bots=0, chips=5000)

    assert "You have $0, too little for a wager. Buy chips (play money)" in session.words
    assert "'nothing' is not an amount" in session.words
    assert session.chips == 5000


def test_help_table_and_clauses_are_available_at_every_prompt() -> None:
    answers = ["?", "w", "l", "w cr-14", "w XX-1", "t", "5", "4", "w", "l", "q"]
    session = ScriptedSession("cardroom-25", answers, bots=0)

    text = session.words
    assert "Type your Ante; the Blind equals it." in text
    assert "No clause has been cited yet; try w Q-18." in text
    assert "No round has been settled yet" in text
    assert "The base game: a pair qualifies" in text
    assert "There is no clause 'XX-1'" in text
    assert text.count("round 1 · Bets are open") == 2
    assert "Seats are 1–6 clockwise from the dealer's left." in text


def test_leaving_during_a_round_must_be_confirmed() -> None:
    session = ScriptedSession("cardroom-25", ["10", "q", "n", "c", "q", "y"], bots=1)

    assert session.code == 0
    assert session.words.count("finished for you: check, then fold (Q-13). Leave?") == 2
    folded = [event for event in session.events if isinstance(event, e.Acted) and event.timed_out]
    assert folded[-1].multiple == 0
    assert session.settled()["ante"] == ("lose", -1000)
    assert session.conserved()


def test_leaving_forfeits_where_the_house_says_so() -> None:
    session = ScriptedSession("hollywood-pa", ["20 t5", "q", "y"], bots=1)

    assert "leaving forfeits all your wagers (PA-7)" in session.words
    assert "You forfeit $45. (PA-7)" in session.words
    assert session.chips == 100_000 - 4500
    assert session.conserved()


SCRIPTS = {
    "california": ["300", "", "d", "10 t5 b5", "c", "c", "f", "q"],
    "california-bad-beat": ["d", "10 t5 b5", "c", "c", "f", "q"],
    "cardroom-25": ["10 t5", "c", "c", "f", "q"],
    "hollywood-pa": ["20 t5 u5 b5 p", "c", "c", "f", "q"],
    "light-and-wonder": ["10 t5 u5 b5", "c", "c", "f", "q"],
}


@pytest.mark.parametrize(("end", "code"), [((), 0), (("^C",), 130)])
@pytest.mark.parametrize("house", HOUSES)
def test_the_end_of_input_and_ctrl_c_leave_the_table_at_any_prompt(
    house: str, end: tuple[str, ...], code: int
) -> None:
    for length in range(len(SCRIPTS[house])):
        session = ScriptedSession(house, [*SCRIPTS[house][:length], *end], bots=2)

        assert session.code == code
        assert session.conserved()
        assert "You leave with $" in session.words
        assert session.text.endswith("Good night.\n")


def test_the_session_ends_after_the_given_number_of_rounds() -> None:
    session = ScriptedSession("cardroom-25", ["5", "4", "", "4"], bots=0, rounds=2)

    assert session.answers.left == []
    assert sum(isinstance(event, e.RoundClosed) for event in session.events) == 2
