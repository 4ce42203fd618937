"""The bank in the terminal: taken, declined, passed, given back, short, and what it costs."""

from __future__ import annotations

from tests.cli.terminal.evening import Evening, deck
from uth.rulebook import store
from uth.table import events as e


def test_taking_the_bank_pays_and_collects() -> None:
    rules = store.load_house("california")
    cards = deck(rules, {2: "Ks Kd", 3: "7h 2d"}, dealer="As Ah", board="Qh Jd 9c 7s 3h")
    evening = Evening(rules, ["400", "", "q"], cards, bots=2)

    banked = next(event for event in evening.events if isinstance(event, e.BankSettled))
    assert banked.player == "You"
    assert banked.collected > banked.paid == 0
    assert evening.chips == 100_000 + banked.collected
    assert "You bank $400 against $45 of action. Enter: no more bets" in evening.words
    assert "● Bank $400, gross cover: $400 left to pay, $400 left to collect" in evening.words
    left = 400 - banked.collected // 100
    assert f"the bank still covers $400 to pay and ${left} to collect" in evening.words
    assert evening.conserved()


def test_a_short_bank_pays_what_it_covers() -> None:
    rules = store.load_house("california")
    cards = deck(rules, {2: "As Ad"}, dealer="7h 2d", board="Ah Kd Kc 9s 3h")
    evening = Evening(rules, ["5", "", "q"], cards, bots=1)

    settled = evening.settled("Ada")
    assert settled["ante"] == ("win", 500)
    assert settled["play"] == ("returned", 0)
    assert "20 short by bank" in evening.words
    assert "● Bank $5, gross cover: $0 left to pay, $5 left to collect" in evening.words
    assert "CA-1.2" in evening.words
    assert evening.chips == 100_000 - 500
    assert evening.conserved()


def test_a_partly_covered_loss_goes_partly_back() -> None:
    rules = store.load_house("california")
    cards = deck(rules, {2: "As Kd"}, dealer="Ah Ac", board="Qh Jd 9c 7s 3h")
    evening = Evening(rules, ["7", "", "q"], cards, bots=1)

    play = next(row for row in evening.events if isinstance(row, e.Settled) and row.wager == "play")
    assert (play.taken, play.returned) == (200, 1800)
    assert "lose −2 CA-7.4, CA-1.2, Q-2, Q-1 18 back" in evening.words


def test_a_banker_pays_the_collection() -> None:
    evening = Evening("california-bad-beat", ["400", "", "q"], bots=5)

    fee = next(event for event in evening.events if isinstance(event, e.FeeTaken))
    assert (fee.player, fee.amount, fee.action) == ("You", 600, 10_000)
    assert "You pay a collection of $6 on $100 of action (CB-4, CB-5)" in evening.words
    assert "$6 into the drop box" in evening.words
    assert "Collection $6 from you, dropped (CB-4, CB-5)" in evening.words
    assert evening.conserved()


def test_the_bank_is_passed_on_after_two_rounds() -> None:
    evening = Evening("california", ["300", "", "", "", "10", "q", "y"], bots=2)

    taken = [event.player for event in evening.events if isinstance(event, e.BankTaken)]
    assert taken == ["You", "You", "Ada"]
    assert "The button passes on from seat 1 (CA-1.3, CA-7.11)" in evening.words


def test_the_bank_may_be_given_back_before_no_more_bets() -> None:
    evening = Evening("california", ["300", "g", "10", "4", "q"], bots=2)

    assert "You give the bank back" in evening.words
    taken = [event.player for event in evening.events if isinstance(event, e.BankTaken)]
    assert taken[:2] == ["You", "Ada"]
    assert "Ada takes the wagers back" in evening.words
    assert evening.settled()
    assert evening.conserved()


def test_a_wrong_bank_is_refused_in_the_engine_s_words_and_asked_again() -> None:
    evening = Evening("california-bad-beat", ["3", "1000", "lots", "300", "", "q"], bots=1)

    assert "A bank is at least $5 (Q-11)" in evening.words
    assert "You need $1,012 with a fee of up to $12; you have $1,000" in evening.words
    assert "'lots' is not an amount" in evening.words
    assert any(isinstance(event, e.BankTaken) for event in evening.events)


def test_nobody_banks_until_you_do() -> None:
    """With one bot, which has banked twice, only you may bank; the table says so."""
    typed = ["d", "5", "4", "5", "4", "d", "", "200", "", "q"]
    evening = Evening("california", typed, bots=1)

    assert evening.typed.lines == []
    assert "Nobody takes the bank: no round (Q-11)" in evening.words
    taken = [event.player for event in evening.events if isinstance(event, e.BankTaken)]
    assert taken == ["Ada", "Ada", "You"]
    assert evening.conserved()


def test_sitting_out_alone_with_the_banker_makes_no_round() -> None:
    evening = Evening("california", ["d", "s", "10", "4", "q"], bots=1)

    assert "Nobody has wagered: no deal and no fee (Q-22)" in evening.words
    assert evening.settled()


def test_a_bot_that_can_not_hold_a_bank_declines_and_buys_chips_if_nobody_banks() -> None:
    """Two rounds in the bank cost Ada most of her chips; Ben's two are over as well."""
    rules = store.load_house("california")
    hers = deck(rules, {1: "As Ad", 3: "7s 2c"}, dealer="7h 2d", board="Ah Kd Kc 9s 3h")
    his = deck(rules, {1: "As Ad", 2: "7s 2c"}, dealer="7h 2d", board="Ah Kd Kc 9s 3h")
    typed = ["d", "60", "4", "", "4", "", "4", "", "4", "d", "", "d", "q"]
    evening = Evening(rules, typed, hers, hers, his, his, bots=2, chips=50_000)

    assert evening.typed.lines == []
    taken = [
        (event.player, event.amount) for event in evening.events if isinstance(event, e.BankTaken)
    ]
    assert taken[:2] == [("Ada", 25_000), ("Ada", 14_000)]
    assert [player for player, _ in taken] == ["Ada", "Ada", "Ben", "Ben", "Ada"]
    last = [event for event in evening.events if isinstance(event, e.BankDeclined | e.ChipsAdded)]
    assert [event.player for event in last] == ["You", "You", "Ada", "Ada", "Ben", "You"]
    assert evening.conserved()
