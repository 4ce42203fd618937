"""What the floor does is audited too: voids by two supervisors, and the posted maximum."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.table.driver import LOW_BOARD, PAIR, Game
from uth.core.refusal import Refusal
from uth.ledger.audit.round_verifier import MeterRecord, RoundVerifier
from uth.table import commands as c
from uth.table import events as e


def finding(game: Game, changed: dict[type[e.Event], dict[str, object]]) -> str:
    """The code of the first refused event, if fields of these kinds are changed."""
    verifier = RoundVerifier("t1", lambda _: game.rules, MeterRecord())
    try:
        for event in game.events:
            verifier.apply(replace(event, **changed.get(type(event), {})))
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, ""),
        ({"reason": "I do not like it"}, "settle/void_reason"),
        ({"reason": "wrong-number-of-cards"}, "settle/void_alone"),
        ({"confirmed_by": ""}, "settle/void_alone"),
        ({"confirmed_by": "Fay"}, "settle/void_alone"),
        ({"confirmed_by": "fay "}, "settle/void_alone"),
        ({"confirmed_by": " "}, "settle/void_alone"),
        ({"by": "Hal"}, "settle/void_alone"),
    ],
)
def test_a_void_after_the_deal_has_two_supervisors(changes: dict[str, object], code: str) -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500).deal({1: "9c 9d"}, PAIR, LOW_BOARD).void()
    assert finding(game, {e.RoundVoided: changes}) == code


def test_a_void_before_the_deal_has_one() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500)
    game.close()
    game.void()
    assert finding(game, {}) == ""


def test_nothing_is_voided_while_a_payout_waits() -> None:
    """A round whose cards are there, as if they were not."""
    game = Game("cardroom-25").sit(1).bet(1, 2_500, trips=2_500)
    game.deal({1: "Jh Th"}, "2s Kd", "9h 8h 7h 2c 2d").act(1, "4x")
    game.do(c.VoidRestored("the floor"))
    assert finding(game, {}) == "settle/void_waiting"


def test_the_posted_maximum_is_part_of_what_is_settled_again() -> None:
    game = Game("cardroom-25").sit(1)
    game.do(c.PostMaximum("Fay", 3_000))
    game.bet(1, 1_000).deal({1: "Ac Ad"}, PAIR, LOW_BOARD).finish({1: "4x"})
    assert sum(row.paid for row in game.rows()) == 3_000
    assert finding(game, {}) == ""
    assert finding(game, {e.MaximumPosted: {"maximum": 4_000}}) == "settle/cents"


def test_a_round_that_has_lost_its_cards_is_no_void_by_a_supervisor() -> None:
    """Before the deal nobody has seen a card; afterwards the cards would have to be missing."""
    closed = Game("light-and-wonder").sit(1).bet(1)
    closed.close()
    closed.do(c.VoidRestored("the floor"))
    assert finding(closed, {}) == ""
    dealt = Game("light-and-wonder").sit(1).bet(1).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    dealt.void("shuffler-malfunction")
    assert finding(dealt, {}) == ""
    restored: dict[type[e.Event], dict[str, object]] = {
        e.RoundVoided: {"reason": "restored-from-backup"}
    }
    assert finding(dealt, restored) == "settle/void_reason"
