"""An insider's journal: consistent, but the table would not have allowed what it records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.ledger.test_recorded_readings import audit
from tests.table.driver import Game
from uth.core.refusal import Refusal
from uth.table import commands as c
from uth.table import events as e
from uth.table.state import CHECK, FOLD

Forge = Callable[[Game], list[e.Event]]

BOARD = "2c 7d 3c 9s Kd"


def played(house: str) -> Game:
    """A round of two seats: 4x before the flop, and 1x at the river."""
    game = Game(house).sit(1, 2)
    if game.rules.player_dealer:
        game.sit(6).bank(6)
    game.bet(1, 1_500).bet(2, 1_500)
    game.deal({1: "9c 9d", 2: "3h 5s"}, "Kc 4d", BOARD).finish({1: "4x", 2: "1x"})
    return game


def at(game: Game, kind: type[e.Event], number: int = 0, **fields: Any) -> int:
    """Where an event of a kind is, and with these fields."""
    return [
        index
        for index, event in enumerate(game.events)
        if isinstance(event, kind)
        and all(getattr(event, name) == value for name, value in fields.items())
    ][number]


def inserted(game: Game, index: int, event: e.Event) -> list[e.Event]:
    return [*game.events[:index], event, *game.events[index:]]


def changed(game: Game, index: int, **fields: Any) -> list[e.Event]:
    event = replace(game.events[index], **fields)
    return [*game.events[:index], event, *game.events[index + 1 :]]


def without(game: Game, *indexes: int) -> list[e.Event]:
    return [event for index, event in enumerate(game.events) if index not in indexes]


def finding(game: Game, events: list[e.Event]) -> str:
    audit(game.events, game.rules)
    with pytest.raises(Refusal) as caught:
        audit(events, game.rules)
    return caught.value.code


def late_wager(game: Game) -> list[e.Event]:
    more = e.WagersPlaced("P1", 1, {"ante": 2_500, "blind": 2_500}, 3_000)
    return inserted(game, at(game, e.BoardTurned) + 1, more)


def five_at_once(game: Game) -> list[e.Event]:
    first, second = at(game, e.BoardTurned), at(game, e.BoardTurned, 1)
    flop, rest = game.events[first], game.events[second]
    assert isinstance(flop, e.BoardTurned)
    assert isinstance(rest, e.BoardTurned)
    every = replace(flop, cards=flop.cards + rest.cards)
    return [every if index == first else event for index, event in enumerate(game.events)
            if index != second]  # fmt: skip


def limits_in_a_round(game: Game) -> list[e.Event]:
    limits = e.LimitsChanged(500, game.table.maximum, "Fay")
    return inserted(game, at(game, e.Dealt) + 1, limits)


def other_colour(game: Game) -> str:
    return "blue" if game.last(e.Dealt).colour == "red" else "red"


FORGERIES: dict[str, tuple[Forge, str]] = {
    "a bet after the flop": (late_wager, "round/under_way"),
    "two decisions on a street": (
        lambda game: inserted(game, at(game, e.Acted) + 1, game.events[at(game, e.Acted)]),
        "act/acted",
    ),
    "a fold before the river": (
        lambda game: changed(game, at(game, e.Acted, seat=2), multiple=FOLD, amount=0),
        "settle/multiple",
    ),
    "a check at the river": (
        lambda game: changed(game, at(game, e.Acted, 2, seat=2), multiple=CHECK, amount=0),
        "settle/multiple",
    ),
    "a street without a decision": (
        lambda game: without(game, at(game, e.Acted, seat=2)),
        "settle/street",
    ),
    "five cards turned at once": (five_at_once, "settle/street"),
    "the deck of the round before": (
        lambda game: changed(game, at(game, e.Dealt), colour=other_colour(game)),
        "settle/colour",
    ),
    "a hand for nobody": (
        lambda game: changed(game, at(game, e.Dealt), seats=(1, 2, 3)),
        "settle/seats",
    ),
    "cards dealt twice": (
        lambda game: inserted(game, at(game, e.Dealt) + 1, game.events[at(game, e.Dealt)]),
        "deal/not_now",
    ),
    "limits changed in a round": (limits_in_a_round, "round/under_way"),
    "a lower minimum as a gift": (
        lambda game: inserted(game, at(game, e.BetsClosed), e.MinimumGrandfathered("P1", 1, 300)),
        "settle/kept",
    ),
    "one player on two spots": (
        lambda game: inserted(game, at(game, e.BetsClosed), e.PlayerSeated("P1", 4, 1_000)),
        "player/twice",
    ),
    "wagers forfeited": (
        lambda game: inserted(game, at(game, e.Acted), e.Forfeited("P2", 2, 3_000)),
        "settle/forfeit",
    ),
    "another hand announced": (
        lambda game: changed(game, at(game, e.HandRanked), hand="royal_flush A"),
        "settle/hand",
    ),
}


@pytest.mark.parametrize("house", ["cardroom-25", "california"])
@pytest.mark.parametrize("forgery", FORGERIES)
def test_what_the_table_would_not_have_allowed(forgery: str, house: str) -> None:
    forge, code = FORGERIES[forgery]
    game = played(house)
    assert finding(game, forge(game)) == code


@pytest.mark.clause("PA-7")
def test_pa_7_who_gives_up_out_of_turn_forfeits() -> None:
    game = Game("hollywood-pa").sit(1, 2).bet(1, 1_500).bet(2, 1_500)
    game.deal({1: "9c 9d", 2: "3h 5s"}, "Kc 4d", BOARD)
    game.do(c.Leave("P2"))
    game.finish({1: "4x"})
    forfeited = at(game, e.Forfeited)
    assert finding(game, without(game, forfeited, forfeited + 1)) == "settle/multiple"


@pytest.mark.clause("CR-12")
@pytest.mark.parametrize(("by", "code"), [("", "floor/name"), ("P1", "approval/own")])
def test_cr_12_an_approval_by_nobody_or_by_the_player(by: str, code: str) -> None:
    game = Game("cardroom-25").sit(1).bet(1, 2_500)
    game.deal({1: "Ac Kc"}, "Kd 4d", "Tc Jc Qc 2d 2h").act(1, "check").act(1, "2x")
    while game.table.approval_pending:
        game.do(c.Approve("Fay", game.table.due[0].paid))
    assert finding(game, changed(game, at(game, e.Approved), by=by)) == code


@pytest.mark.clause("CR-10")
def test_cr_10_a_maximum_that_is_withdrawn_in_a_round() -> None:
    game = Game("cardroom-25").sit(1)
    game.do(c.PostMaximum("Fay", 10_000))
    game.bet(1, 500).deal({1: "9c 9d"}, "Kc 4d", BOARD).finish({1: "4x"})
    withdrawn = inserted(game, at(game, e.Dealt) + 1, e.MaximumWithdrawn("Fay"))
    assert finding(game, withdrawn) == "round/under_way"


@pytest.mark.clause("CA-1.3", "CA-7.11")
def test_ca_1_3_a_bank_that_was_not_offered_or_a_third_one() -> None:
    game = played("california")
    taken = at(game, e.BankTaken)
    assert finding(game, changed(game, taken, amount=100)) == "bank/below_minimum"
    assert finding(game, changed(game, taken, player="P2", seat=2)) == "bank/not_offered"
    offers = [index for index, one in enumerate(game.events) if isinstance(one, e.BankOffered)]
    assert finding(game, without(game, *offers)) == "bank/no_offer"
    game.bank(6).bet(1, 1_500)
    game.deal({1: "9c 9d"}, "Kc 4d", BOARD).finish({1: "4x"})
    third = [*game.events, game.last(e.BankTaken)]
    assert finding(game, third) == "bank/rotation"


def test_what_the_table_allowed_is_believed() -> None:
    game = Game("cardroom-25").sit(1, 2)
    game.do(c.SwitchShuffler("Fay", "back-up"))
    game.do(c.PostMaximum("Fay", 10_000))
    game.do(c.WithdrawMaximum("Fay"))
    game.do(c.HoldSeat("Fay", "P2", 10))
    game.bet(1, 1_500).deal({1: "9c 9d"}, "Kc 4d", BOARD)
    for _ in range(3):
        game.do(c.TimeOut("P1"))
    assert game.last(e.Acted).timed_out
    assert audit(game.events, game.rules).rounds == 1
    backed = Game("california").sit(1, 6).bank(6).bet(1, 1_500)
    backed.do(c.Join("Rae", 100_000))
    backed.do(c.BackSeat("Rae", 1, {"ante": 500, "blind": 500}))
    backed.deal({1: "9c 9d"}, "Kc 4d", BOARD).finish({1: "1x"})
    assert audit(backed.events, backed.rules).rounds == 1
