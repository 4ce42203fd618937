"""The bank in the terminal: taken, declined, passed on, given back, short, and its fee."""

from __future__ import annotations

from tests.cli.terminal.scripted_session import ScriptedSession, stacked_deck
from uth.rulebook import store
from uth.table import events as e


def test_taking_the_bank_pays_and_collects() -> None:
    rules = store.load_house("california")
    cards = stacked_deck(rules, {2: "Ks Kd", 3: "7h 2d"}, dealer="As Ah", board="Qh Jd 9c 7s 3h")
    session = ScriptedSession(rules, ["400", "", "q"], cards, bots=2)

    banked = next(event for event in session.events if isinstance(event, e.BankSettled))
    assert banked.player == "You"
    assert banked.collected > banked.paid == 0
    assert session.chips == 100_000 + banked.collected
    assert "You bank $400 against $45 of action. Enter: no more bets" in session.words
    assert "● Bank $400, action cover: $400 left to pay, $400 left to collect" in session.words
    left = 400 - banked.collected // 100
    assert f"the bank still covers ${left} to pay and ${left} to collect" in session.words
    assert session.conserved()


def test_a_short_bank_pays_what_it_covers() -> None:
    rules = store.load_house("california")
    cards = stacked_deck(rules, {2: "As Ad"}, dealer="7h 2d", board="Ah Kd Kc 9s 3h")
    session = ScriptedSession(rules, ["5", "", "q"], cards, bots=1)

    settled = session.settled("Ada")
    assert settled["ante"] == ("win", 500)
    assert settled["play"] == ("returned", 0)
    assert "$20 short by bank" in session.words
    assert "● Bank $5, action cover: $0 left to pay, $0 left to collect" in session.words
    assert "CA-1.2" in session.words
    assert session.chips == 100_000 - 500
    assert session.conserved()


def test_the_uncovered_part_of_a_loss_is_returned() -> None:
    rules = store.load_house("california")
    cards = stacked_deck(rules, {2: "As Kd"}, dealer="Ah Ac", board="Qh Jd 9c 7s 3h")
    session = ScriptedSession(rules, ["7", "", "q"], cards, bots=1)

    play = next(row for row in session.events if isinstance(row, e.Settled) and row.wager == "play")
    assert (play.taken, play.returned) == (200, 1800)
    assert "lose −2 CA-7.4, CA-1.2, Q-2, Q-1 $18 returned" in session.words


def test_the_banker_pays_the_collection() -> None:
    session = ScriptedSession("california-bad-beat", ["400", "", "q"], bots=5)

    fee = next(event for event in session.events if isinstance(event, e.FeeTaken))
    assert (fee.player, fee.amount, fee.action) == ("You", 600, 10_000)
    assert "You pay a fee of $6 on $100 of action. (CB-4, CB-5)" in session.words
    assert "$6 goes into the drop box." in session.words
    assert session.words.count("You pay a fee of $6 on $100 of action. (CB-4, CB-5)") == 2
    assert session.conserved()


def test_the_bank_passes_on_after_two_rounds() -> None:
    session = ScriptedSession("california", ["300", "", "", "", "10", "q", "y"], bots=2)

    taken = [event.player for event in session.events if isinstance(event, e.BankTaken)]
    assert taken == ["You", "You", "Ada"]
    assert "The button moves on from you. (CA-1.3, CA-7.11)" in session.words


def test_the_bank_may_be_given_back_before_no_more_bets() -> None:
    session = ScriptedSession("california", ["300", "g", "10", "4", "q"], bots=2)

    assert "You give the bank back" in session.words
    taken = [event.player for event in session.events if isinstance(event, e.BankTaken)]
    assert taken[:2] == ["You", "Ada"]
    assert "Ada bets nothing" in session.words
    assert session.settled()
    assert session.conserved()


def test_a_bank_that_is_refused_is_asked_for_again() -> None:
    session = ScriptedSession("california-bad-beat", ["3", "1001", "lots", "300", "", "q"], bots=1)

    assert "A bank is at least $5. (Q-11)" in session.words
    assert "ou need $1,001; you have $1,000" in session.words
    assert "'lots' is not an amount" in session.words
    assert any(isinstance(event, e.BankTaken) for event in session.events)


def test_nobody_banks_until_you_do() -> None:
    """The only bot has banked twice, so only you may bank."""
    answers = ["d", "5", "4", "5", "4", "d", "", "200", "", "q"]
    session = ScriptedSession("california", answers, bots=1)

    assert session.answers.left == []
    assert "Nobody takes the bank. (Q-11)" in session.words
    taken = [event.player for event in session.events if isinstance(event, e.BankTaken)]
    assert taken == ["Ada", "Ada", "You"]
    assert session.conserved()


def test_there_is_no_round_if_you_sit_out_alone_with_the_banker() -> None:
    session = ScriptedSession("california", ["d", "s", "10", "4", "q"], bots=1)

    assert "Nobody has wagered: no deal and no fee. (Q-22)" in session.words
    assert session.settled()


def test_a_bot_that_cannot_afford_a_bank_declines_and_buys_chips_if_nobody_banks() -> None:
    """Ada loses most of her chips in two rounds as banker; Ben has banked twice as well."""
    rules = store.load_house("california")
    ada_banks = stacked_deck(
        rules, {1: "As Ad", 3: "7s 2c"}, dealer="7h 2d", board="Ah Kd Kc 9s 3h"
    )
    ben_banks = stacked_deck(
        rules, {1: "As Ad", 2: "7s 2c"}, dealer="7h 2d", board="Ah Kd Kc 9s 3h"
    )
    answers = ["d", "60", "4", "", "4", "", "4", "", "4", "d", "", "d", "q"]
    session = ScriptedSession(
        rules, answers, ada_banks, ada_banks, ben_banks, ben_banks, bots=2, chips=50_000
    )

    assert session.answers.left == []
    taken = [
        (event.player, event.amount) for event in session.events if isinstance(event, e.BankTaken)
    ]
    assert taken[:2] == [("Ada", 25_000), ("Ada", 15_500)]
    assert [player for player, _ in taken] == ["Ada", "Ada", "Ben", "Ben", "Ada"]
    last = [event for event in session.events if isinstance(event, e.BankDeclined | e.ChipsAdded)]
    assert [event.player for event in last] == ["You", "You", "Ada", "Ada", "Ben", "You"]
    assert session.conserved()
