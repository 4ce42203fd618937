"""What single sentences say beyond their clauses: circles, boards, boxes, what is optional."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conformance.test_california_houses import both
from tests.conformance.test_house_banked import BASE, TRIPS, ends, of
from tests.table.driver import LOW_BOARD, NO_PAIR, PAIR, Game, order_of, quick, rules_of
from uth.core.cards import DECK
from uth.reports.par import printed
from uth.rulebook.approval.documents import sentences
from uth.rulebook.settings import with_settings
from uth.table import commands as c
from uth.table import events as e
from uth.table.state import CHECK, DiscardRack

BONUSES = {**TRIPS, "bad_beat": 500}


@both("5.1")
def test_the_collection_goes_into_the_tables_box(house: str) -> None:
    changes = {"collection": {"schedule": 1}}
    game = quick(house, {1: "9c 9d"}, PAIR, {1: "4x"}, changes=changes)
    fees = sum(event.amount for event in game.all(e.FeeTaken))
    assert game.balance("drop") == fees > 0


@both("9")
def test_no_trips_after_the_bets_are_closed(house: str) -> None:
    game = Game(house).sit(1, 6).bank(6).bet(1, 1_500)
    game.close()
    assert game.refused(c.Wager("P1", dict(TRIPS))).code == "round/under_way"


@of(lw="LW-9")
def test_no_ultimate_pairs_after_the_bets_are_closed(house: str) -> None:
    game = Game(house).sit(1).bet(1, 1_500)
    game.close()
    assert game.refused(c.Wager("P1", {**BASE, "ultimate_pairs": 500})).code == "round/under_way"


@both("7.1")
def test_without_a_pair_the_order_is_the_same(house: str) -> None:
    hands = {1: "9c 9d", 2: "Qc Qd"}
    game = quick(house, hands, NO_PAIR, dict.fromkeys(hands, "4x"))
    seats = [seat for seat, _ in order_of(game.rows())]
    assert list(dict.fromkeys(seats)) == [1, 2]


@both("10")
def test_bad_beat_needs_ante_and_blind_and_has_a_circle(house: str) -> None:
    assert rules_of(house).offers("bad_beat")
    game = Game(house).sit(1, 6).bank(6)
    assert game.refused(c.Wager("P1", {"trips": 500, "bad_beat": 500})).where
    assert "Bad Beat" in game.last(e.TableOpened).circles


@of(pa="PA-8", lw="LW-8")
def test_bad_beat_is_offered_and_has_a_circle(house: str) -> None:
    assert rules_of(house).offers("bad_beat")
    assert "Bad Beat" in Game(house).last(e.TableOpened).circles


@of(lw="LW-9")
def test_ultimate_pairs_has_a_circle(house: str) -> None:
    assert "Ultimate Pairs" in Game(house).last(e.TableOpened).circles


@of(pa="PA-8", lw="LW-8")
def test_bad_beat_loses_where_nobody_has_three_of_a_kind(house: str) -> None:
    game = quick(house, {1: "3h 5s"}, PAIR, {1: "4x"}, wagers=BONUSES)
    assert ends(game)["bad_beat"] == ("lose", -500)


@of(pa="PA-3")
def test_trips_pays_from_three_of_a_kind(house: str) -> None:
    board = "2c 7d 3h 9s Kd"
    three = quick(house, {1: "9c 9d"}, "Kc 4d", {1: "4x"}, wagers=TRIPS, board=board)
    assert ends(three)["trips"] == ("win", 1_500)
    pair = quick(house, {1: "9c 4h"}, "Kc 4d", {1: "4x"}, wagers=TRIPS, board=board)
    assert ends(pair)["trips"] == ("lose", -500)


@of(cr="CR-3", pa="PA-2", lw="LW-15")
def test_three_cards_are_turned_and_then_two(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, PAIR, {1: "1x"}, wagers=BASE)
    assert [len(event.cards) for event in game.all(e.BoardTurned)] == [3, 2]


@pytest.mark.clause("LW-2")
def test_lw_2_a_hand_held_deck_gives_three_cards_and_then_two() -> None:
    changes = {"dealing": {"procedure": "hand-held"}}
    game = quick("light-and-wonder", {1: "9c 9d"}, PAIR, {1: "1x"}, wagers=BASE, changes=changes)
    assert game.rules.approved
    assert [len(event.cards) for event in game.all(e.BoardTurned)] == [3, 2]


@of(cr="CR-14", pa="PA-1", lw="LW-15")
def test_everybody_gets_two_cards(house: str) -> None:
    game = Game(house).sit(1, 2).bet(1, 1_500).bet(2, 1_500)
    game.close()
    game.do(c.Deal(DECK))
    assert {len(cards) for cards in game.table.hands if cards} == {2}


@both("2.1")
def test_players_and_player_dealer_get_two_cards(house: str) -> None:
    game = Game(house).sit(1, 2, 6).bank(6).bet(1).bet(2)
    game.close()
    game.do(c.Deal(DECK))
    assert {len(cards) for cards in game.table.hands if cards} == {2}


@of(cr="CR-3", lw="LW-15")
def test_one_play_bet_that_is_never_changed(house: str) -> None:
    game = Game(house).sit(1, 2).bet(1, 1_500).bet(2, 1_500)
    game.close()
    game.do(c.Deal(DECK))
    game.act(1, "4x")
    assert game.refused(c.Act("P1", "3x")).code == "act/decided"


@of(cr="CR-3", pa="PA-2", lw="LW-15")
def test_a_check_keeps_the_hand(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, "Kc 4d", {1: "1x"}, wagers=BASE, board="2c 7d 3h 9s Kd")
    assert [event.multiple for event in game.all(e.Acted)] == [CHECK, CHECK, 1]
    assert ends(game)["play"] == ("win", 1_500)


@of(pa="PA-6")
def test_ultimate_pairs_wins_with_a_losing_hand(house: str) -> None:
    wagers = {**BASE, "ultimate_pairs": 500}
    game = quick(house, {1: "4c 4d"}, "Kc Kh", {1: "4x"}, wagers=wagers, board=LOW_BOARD)
    assert ends(game)["ante"][0] == "lose"
    assert ends(game)["ultimate_pairs"] == ("win", 2_000)


@of(cr="CR-4", pa="PA-3", lw="LW-15")
def test_the_dealer_announces_the_hand(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, "Kc 4d", {1: "4x"}, wagers=BASE, board="2c 7d 3h 9s Kd")
    assert game.last(e.DealerTurned).hand == "pair K974"


@of(cr="CR-14", pa="PA-4", lw="LW-15")
def test_a_dealer_without_a_pair_may_still_win(house: str) -> None:
    board = "2c 7d 9h Js Qd"
    game = quick(house, {1: "3h 4s"}, "Ac 5d", {1: "4x"}, wagers=BASE, board=board)
    assert not game.last(e.DealerTurned).qualifies
    assert ends(game)["play"] == ("lose", -6_000)


@both("7.1")
def test_a_player_dealer_without_a_pair_may_still_win(house: str) -> None:
    board = "2c 7d 9h Js Qd"
    game = quick(house, {1: "3h 4s"}, "Ac 5d", {1: "4x"}, board=board)
    assert not game.last(e.DealerTurned).qualifies
    assert ends(game)["play"] == ("lose", -6_000)


@both("7.2")
def test_a_pair_of_the_player_dealer_is_compared(house: str) -> None:
    game = quick(house, {1: "3h 5s"}, PAIR, {1: "4x"})
    assert ends(game)["ante"] == ("lose", -1_500)


@both("3.2")
def test_one_deck_at_a_time_is_in_the_discard_rack(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, PAIR, {1: "4x"})
    used = game.table.rack
    assert used.cards == 52
    game.bank(6).bet(1)
    game.close()
    assert game.table.rack == DiscardRack("blue" if used.colour == "red" else "red", 0)


@both("6.14")
def test_a_folded_hand_goes_to_the_discard_rack(house: str) -> None:
    hands = {1: "3h 5s", 2: "9c 9d"}
    game = quick(house, hands, PAIR, {1: "fold", 2: "1x"})
    (spread,) = game.calls("hand.spread")
    assert (spread.seat, spread.discarded) == (1, 2)


@both("7.7")
@pytest.mark.clause("CA-8", "CB-3")
def test_blind_and_trips_are_paid_by_their_own_columns(house: str) -> None:
    game = quick(house, {1: "Tc Qd"}, PAIR, {1: "4x"}, wagers=TRIPS)
    assert ends(game)["blind"] == ("win", 1_500)
    assert ends(game)["trips"][1] >= 4 * 500


@of(pa="PA-5", lw="LW-11")
def test_the_blind_is_paid_by_its_own_column(house: str) -> None:
    game = quick(house, {1: "Tc Qd"}, PAIR, {1: "4x"}, wagers=TRIPS)
    assert ends(game)["blind"] == ("win", 1_500)
    assert ends(game)["trips"][1] >= 4 * 500


@pytest.mark.clause("CR-5")
def test_cr_5_the_house_may_push_each_ante_as_it_comes_to_it() -> None:
    assert with_settings("cardroom-25", {"settlement": {"antes_first": False}}).approved


@pytest.mark.clause("LW-11")
def test_lw_11_the_printed_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the maker's sheet has them on its line; the exact ones are tested elsewhere."""
    row = next(one for one in sentences("light-and-wonder") if one.line_number == 146)
    shown = [float(part.rstrip("%*")) for part in row.words.split()]
    exact = SimpleNamespace(edge=Fraction(0), element_of_risk=Fraction(0), house_edge=Fraction(0))
    solved: Any = SimpleNamespace(**vars(exact), outcomes=None)
    monkeypatch.setattr(printed, "hand_counts", lambda outcomes: None)
    monkeypatch.setattr(printed, "hand_returns", lambda nets, hands: exact)
    monkeypatch.setattr(printed, "even_money_flush", lambda solution, boards: 0.0)
    rows = printed.printed_rows(rules_of("light-and-wonder"), solved, solved)
    assert [one["printed_percent"] for one in rows] == [*shown[::2], shown[1]]
    assert {*shown[1::2]} == {shown[1]}
