"""Prompts: refusals told and asked again, help, wording, leaving in every way there is."""

from __future__ import annotations

import pytest

from tests.cli.terminal.evening import Evening, deck
from uth.rulebook import store
from uth.rulebook.store import HOUSES
from uth.table import events as e


def test_wrong_wagers_are_told_in_one_sentence_and_asked_again() -> None:
    typed = [
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
    evening = Evening("light-and-wonder", typed, bots=0)

    for sentence in (
        "Ante $10 and Blind $20 must be equal (",
        "$2 is below the minimum of $5 (",
        "$1,000 is above the maximum of $300 (",
        "An amount must be above 0",
        "Bad Beat may be staked only together with Trips (",
        "What is the 20 on? Try: 10 trips 5",
        "How much on Trips? Try: 10 trips 5",
        "How much on -? Try: 10 trips 5",
        "'10.005' has more than two decimals",
        "This house has no wager 'lottery'; it has ante, blind, trips",
    ):
        assert sentence in evening.words
    assert evening.settled()["play"][0] in ("win", "lose", "push")


def test_a_wrong_move_is_refused_by_the_engine() -> None:
    evening = Evening("cardroom-25", ["10", "5", "raise", "4", "q"], bots=0)

    assert "'5x' is not open now; it is 4x or 3x or check (CR-3)" in evening.words
    assert "'raise' is not open now; it is 4x or 3x or check (CR-3)" in evening.words


def test_only_open_moves_are_offered() -> None:
    rules = store.load_house("cardroom-25")
    cards = deck(rules, {1: "7h 2d"}, dealer="As Ad", board="7c 8s Kd Qs 9h")
    evening = Evening(rules, ["25", "c", "c", "f", "q"], cards, bots=0, chips=10_000)

    assert "Your move: check Enter: check" in evening.words  # 75.00 is less than 3x and 4x
    assert "Your move, with pair of sevens: 2x ($50) · check Enter: 2x" in evening.words
    assert "Your move, with pair of sevens: 1x ($25) · fold Enter: 1x" in evening.words


def test_enter_repeats_the_last_bet_and_plays_by_the_rule_of_thumb() -> None:
    rules = store.load_house("cardroom-25")
    cards = deck(rules, {1: "As Ad"}, dealer="Qs Qd", board="Ah Kd 7c 7s 2h")
    evening = Evening(rules, ["7 t2", "", "", "", "q"], cards, cards, bots=0)

    placed = [event.wagers for event in evening.events if isinstance(event, e.WagersPlaced)]
    assert placed == [{"ante": 700, "blind": 700, "trips": 200}] * 2
    assert [event.multiple for event in evening.events if isinstance(event, e.Acted)] == [4, 4]


def test_a_last_bet_that_chips_do_not_hold_is_not_offered_again() -> None:
    rules = store.load_house("cardroom-25")
    cards = deck(rules, {1: "7h 2d"}, dealer="As Ad", board="3c 8s Kd Qs 9h")
    evening = Evening(rules, ["25", "c", "c", "f", "q"], cards, bots=0, chips=7000)

    assert "1 You 7♥ 2♦ folded −50" in evening.words
    assert "you have $20. s sits out, ? helps. Enter: 3" in evening.words


def test_one_without_chips_may_buy_some() -> None:
    rules = store.load_house("cardroom-25")
    cards = deck(rules, {1: "7h 2d"}, dealer="As Ad", board="3c 8s Kd Qs 9h")
    typed = ["25", "c", "c", "f", "nothing", "0", "", "q"]
    evening = Evening(rules, typed, cards, bots=0, chips=5000)

    assert "You have $0, too little for a wager. Buy chips (play money)" in evening.words
    assert "'nothing' is not an amount" in evening.words
    assert evening.chips == 5000


def test_help_the_table_and_the_clauses_are_there_at_every_prompt() -> None:
    typed = ["?", "w", "l", "w cr-14", "w XX-1", "t", "5", "4", "w", "l", "q"]
    evening = Evening("cardroom-25", typed, bots=0)

    text = evening.words
    assert "Type your Ante; the Blind equals it." in text
    assert "No clause has been cited yet; try w Q-18" in text
    assert "No round has been settled yet" in text
    assert "The base game: a pair qualifies" in text
    assert "There is no clause 'XX-1'" in text
    assert text.count("round 1 · place your bets") == 2
    assert "Seats are 1–6 clockwise from the dealer's left." in text


def test_quitting_in_mid_round_asks_once_more() -> None:
    evening = Evening("cardroom-25", ["10", "q", "n", "c", "q", "y"], bots=1)

    assert evening.code == 0
    assert evening.words.count("finished for you: check, fold (Q-13). Leave all the same?") == 2
    folded = [event for event in evening.events if isinstance(event, e.Acted) and event.timed_out]
    assert folded[-1].multiple == 0
    assert evening.settled()["ante"] == ("lose", -1000)
    assert evening.conserved()


def test_leaving_forfeits_where_the_house_says_so() -> None:
    evening = Evening("hollywood-pa", ["20 t5", "q", "y"], bots=1)

    assert "leaving forfeits all your wagers (PA-7)" in evening.words
    assert "You forfeit $45 on the layout (PA-7)" in evening.words
    assert evening.chips == 100_000 - 4500
    assert evening.conserved()


SCRIPTS = {
    "california": ["300", "", "d", "10 t5 b5", "c", "c", "f", "q"],
    "california-bad-beat": ["d", "10 t5 b5", "c", "c", "f", "q"],
    "cardroom-25": ["10 t5", "c", "c", "f", "q"],
    "hollywood-pa": ["20 t5 u5 b5 p", "c", "c", "f", "q"],
    "light-and-wonder": ["10 t5 u5 b5", "c", "c", "f", "q"],
}


@pytest.mark.parametrize(("end", "code"), [((), 0), (("^C",), 130)])
@pytest.mark.parametrize("house", HOUSES)
def test_the_end_of_input_and_ctrl_c_leave_politely_anywhere(
    house: str, end: tuple[str, ...], code: int
) -> None:
    for length in range(len(SCRIPTS[house])):
        evening = Evening(house, [*SCRIPTS[house][:length], *end], bots=2)

        assert evening.code == code
        assert evening.conserved()
        assert "You leave with $" in evening.words
        assert evening.text.endswith("Good night.\n")


def test_the_rounds_asked_for_are_played_and_no_more() -> None:
    evening = Evening("cardroom-25", ["5", "4", "", "4"], bots=0, rounds=2)

    assert evening.typed.lines == []
    assert sum(isinstance(event, e.RoundClosed) for event in evening.events) == 2
