"""The audit of what people did: amounts, multiples and approvals that the house does not allow."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.ledger.test_recorded_readings import audit, tampered
from tests.table.driver import LOW_BOARD, PAIR, Game
from uth.core.refusal import Refusal
from uth.table import commands as c
from uth.table import events as e


def finding(events: list[e.Event], game: Game) -> str:
    assert audit(game.events, game.rules).rounds == 1
    with pytest.raises(Refusal) as caught:
        audit(events, game.rules)
    return caught.value.code


def played(house: str, *commands: c.Command) -> Game:
    """A round of one seat whose Blind is paid $500; before it, what the floor does."""
    game = Game(house).sit(1)
    for command in commands:
        game.do(command)
    game.bet(1, 2_500).deal({1: "Ac Kc"}, "Kd 4d", "Tc Jc Qc 2d 2h").act(1, "check").act(1, "2x")
    while game.table.approval_pending:
        game.do(c.Approve("Fay", game.table.due[0].paid))
    return game


@pytest.mark.clause("CR-7", "CR-8")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"maximum": 500_000}, "house/departs"),
        ({"maximum": 1_000}, "house/departs"),
        ({"minimum": 400}, "house/departs"),
        ({"minimum": 3_000}, "limits/order"),
    ],
)
def test_cr_7_limits_that_the_house_never_has(changes: dict[str, Any], code: str) -> None:
    game = played("cardroom-25", c.SetLimits("Fay", 500, 2_500))
    assert finding(tampered(game.events, e.LimitsChanged, **changes), game) == code


@pytest.mark.clause("CR-9")
def test_cr_9_a_minimum_that_is_kept_where_none_may_be() -> None:
    game = played("hollywood-pa")
    kept = e.MinimumGrandfathered("P1", 1, 100)
    at = next(at for at, one in enumerate(game.events) if isinstance(one, e.WagersPlaced))
    assert finding([*game.events[:at], kept, *game.events[at:]], game) == "settle/kept"
    game = Game("cardroom-25").sit(1).bet(1, 300).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    game.finish({1: "fold"}).do(c.SetLimits("Fay", 500, 2_500))
    wrong = tampered(game.events, e.MinimumGrandfathered, minimum=100)
    assert finding(wrong, game) == "house/departs"


@pytest.mark.clause("CR-10")
def test_cr_10_a_maximum_that_is_posted_where_none_may_be() -> None:
    game = played("cardroom-25", c.PostMaximum("Fay", 100_000))
    assert finding(tampered(game.events, e.MaximumPosted, maximum=0), game) == "maximum/amount"
    game = played("hollywood-pa")
    at = next(at for at, one in enumerate(game.events) if isinstance(one, e.WagersPlaced))
    posted = e.MaximumPosted(5_000, "Fay")
    assert finding([*game.events[:at], posted, *game.events[at:]], game) == "maximum/not_here"


@pytest.mark.clause("CR-12")
def test_cr_12_a_payout_that_nobody_approved() -> None:
    game = played("cardroom-25")
    kinds = (e.ApprovalRequested, e.Approved)
    silent = [one for one in game.events if not isinstance(one, kinds)]
    assert finding(silent, game) == "settle/not_approved"
    begun = game.last(e.SettlementBegun)
    due = tuple(replace(row, approval=False) for row in begun.due)
    unmarked = [
        replace(one, due=due)
        if isinstance(one, e.SettlementBegun)
        else replace(one, approval=False)
        if isinstance(one, e.Settled)
        else one
        for one in silent
    ]
    assert finding(unmarked, game) == "settle/cents"


def test_wagers_that_the_house_does_not_take() -> None:
    game = played("cardroom-25")
    for wagers, code in (
        ({"ante": 10_000, "blind": 10_000}, "wager/above_maximum"),
        ({"ante": 2_500, "blind": 2_500, "bad_beat": 500}, "wager/not_offered"),
    ):
        assert finding(tampered(game.events, e.WagersPlaced, wagers=wagers), game) == code
    placed = e.BackLinePlaced("Bob", 1, {"ante": 500, "blind": 500}, 0)
    at = next(at for at, one in enumerate(game.events) if isinstance(one, e.BetsClosed))
    assert finding([*game.events[:at], placed, *game.events[at:]], game) == "seat/standing"


@pytest.mark.clause("CR-3", "Q-28")
def test_q_28_a_play_bet_that_the_house_does_not_have() -> None:
    game = played("cardroom-25")
    at = next(at for at, one in enumerate(game.events) if getattr(one, "multiple", 0) == 2)
    wrong = replace(game.events[at], multiple=10, amount=25_000)
    assert finding([*game.events[:at], wrong, *game.events[at + 1 :]], game) == "settle/multiple"
    game = Game("light-and-wonder").sit(1).bet(1, 10_000).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    game.finish({1: "3x"})
    at = next(at for at, one in enumerate(game.events) if getattr(one, "multiple", 0) == 3)
    wrong = replace(game.events[at], multiple=4, amount=40_000)
    assert finding([*game.events[:at], wrong, *game.events[at + 1 :]], game) == "act/above_ceiling"
