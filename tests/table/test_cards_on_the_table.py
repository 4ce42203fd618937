"""Where all 52 cards of the deck in play are, and which shuffler deals them."""

from __future__ import annotations

import random

import pytest

from tests.table.driver import LOW_BOARD, PAIR, Changes, Game
from uth.core.cards import DECK
from uth.table import commands as c
from uth.table import events as e
from uth.table.evolve import evolve, opened
from uth.table.state import Table

clause = pytest.mark.clause
HOUSES = ("california", "california-bad-beat", "cardroom-25", "hollywood-pa", "light-and-wonder")
SHOE: Changes = {"dealing": {"procedure": "shoe"}}
HAND_HELD: Changes = {"dealing": {"procedure": "hand-held"}}


def accounted(table: Table) -> int:
    """The cards that lie somewhere: in hands, on the board, with the dealer, in the rack."""
    hands = sum(
        len(cards)
        for place, cards in enumerate(table.hands)
        if place == 0 or place not in table.rack.hands
    )
    return hands + len(table.board) + table.rack.cards + table.undealt


def play(house: str, changes: Changes, seed: int) -> Game:
    """A random round of three seats, with bonus wagers and any decisions."""
    draw = random.Random(seed)
    game = Game(house, changes).sit(1, 2, 3, 4)
    if game.rules.player_dealer:
        game.bank(4)
    for seat in (1, 2, 3):
        least = game.table.minimum
        game.bet(seat, least, **({"trips": least} if draw.random() < 0.5 else {}))
    game.close()
    deck = list(DECK)
    draw.shuffle(deck)
    game.do(c.Deal(tuple(deck)))
    open_now = {"preflop": ["4x", "check"], "flop": ["2x", "check"], "river": ["1x", "fold"]}
    while game.table.phase in open_now:
        seat = draw.choice([number for number, seat in game.table.taken() if seat.to_act])
        game.act(seat, draw.choice(open_now[game.table.phase]))
    while game.table.approval_pending:
        game.do(c.Approve("Fay", game.table.due[0].paid))
    return game


@clause("CA-3.2", "CA-6.8", "CA-6.14", "CA-7.8")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("house", "changes"),
    [*((house, {}) for house in HOUSES), ("california", SHOE), ("light-and-wonder", HAND_HELD)],
)
def test_all_52_cards_are_accounted_for_at_every_moment(
    house: str, changes: Changes, seed: int
) -> None:
    game = play(house, changes, seed)
    first, *rest = game.events
    assert isinstance(first, e.TableOpened)
    table = opened(first)
    for event in rest:
        table = evolve(table, event)
        if table.phase == "betting":
            assert table.rack.cards == (52 if table.round > 1 else 0), "between rounds, all of it"
        else:
            assert accounted(table) == 52, event
            assert table.rack.colour == table.colour, "one deck at a time"
    assert table == game.table
    assert table.rack.colour != table.colour, "the decks alternate"


@clause("CA-6.8", "CA-6.14", "CA-7.8")
@pytest.mark.parametrize("house", ["california", "california-bad-beat"])
def test_the_rack_fills_with_the_rest_then_folds_then_settled_hands(house: str) -> None:
    game = Game(house).sit(1, 2, 3).bank(3).bet(1).bet(2)
    game.deal({1: "As Ad", 2: "8c 5d"}, PAIR, LOW_BOARD)
    assert (game.table.rack.cards, game.table.rack.hands) == (52 - 11, ())
    assert game.table.undealt == 0
    game.act(1, "4x").act(2, "check", "check", "fold")
    filled = [(call.call, call.seat, call.discarded) for call in game.all(e.DealerCall)]
    assert [row for row in filled if row[2]] == [
        ("deal.rest", 0, 41),
        ("hand.spread", 2, 2),
        ("hand.counted", 1, 2),
    ]
    assert game.table.rack.cards == 52


@clause("LW-2")
def test_lw_2_the_rest_of_a_hand_held_deck_stays_with_the_dealer() -> None:
    game = Game("light-and-wonder", HAND_HELD).sit(1).bet(1)
    game.deal({1: "As Ad"}, PAIR, LOW_BOARD)
    assert (game.table.undealt, game.table.rack.cards) == (52 - 9, 0)
    assert not game.calls("deal.dispensed")


@clause("LW-3")
@pytest.mark.parametrize(
    ("house", "cited"),
    [("light-and-wonder", "LW-3"), ("hollywood-pa", "Q-15"), ("cardroom-25", "CR-2")],
)
def test_lw_3_the_rest_of_the_deck_is_dispensed_after_the_deal(house: str, cited: str) -> None:
    game = Game(house).sit(1).bet(1, 2_000 if house == "hollywood-pa" else 500)
    game.deal({1: "As Ad"}, PAIR, LOW_BOARD)
    (call,) = game.calls("deal.dispensed")
    assert (call.discarded, call.clauses) == (52 - 9, (cited,))
    after = game.events[game.events.index(call) + 1 :]
    assert not any(isinstance(event, e.Dealt) for event in after)
    assert game.table.undealt == 0


@clause("CR-2")
def test_cr_2_cards_are_picked_up_once_all_are_dispensed() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500)
    game.deal({1: "As Ad"}, PAIR, LOW_BOARD)
    calls = [call.call for call in game.all(e.DealerCall)]
    assert calls == ["deal.dispensed", "deal.pick_up"]


def test_a_void_round_puts_its_deck_into_the_rack_too() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500)
    game.close()
    assert (game.table.rack.colour, game.table.rack.cards) == (game.table.colour, 0)
    colour = game.table.colour
    game.void("shuffler-malfunction")
    assert (game.table.rack.colour, game.table.rack.cards) == (colour, 52)
    assert game.table.colour != colour


@clause("CR-13")
def test_cr_13_the_back_up_shuffler_deals_once_the_floor_switches_to_it() -> None:
    game = Game("cardroom-25").sit(1)
    game.bet(1, 500).deal({1: "As Ad"}, PAIR, LOW_BOARD).finish({1: "4x"})
    (switched,) = game.do(c.SwitchShuffler("Fay", "back-up"))
    assert switched == e.ShufflerSwitched("back-up", "Fay", clauses=("CR-13",))
    game.bet(1, 500).deal({1: "As Ad"}, PAIR, LOW_BOARD).finish({1: "4x"})
    assert [dealt.shuffler for dealt in game.all(e.Dealt)] == ["main", "back-up"]
    game.replays()


@clause("CR-13")
def test_cr_13_the_shuffler_is_switched_between_rounds_where_there_are_two() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500)
    assert game.refused(c.SwitchShuffler("Fay", "main")).code == "shuffler/same"
    assert game.refused(c.SwitchShuffler(" ", "back-up")).code == "floor/name"
    game.close()
    assert game.refused(c.SwitchShuffler("Fay", "back-up")).code == "round/under_way"
    for house in HOUSES:
        if house != "cardroom-25":
            refused = Game(house).refused(c.SwitchShuffler("Fay", "back-up"))
            assert refused.code == "shuffler/only_one"
