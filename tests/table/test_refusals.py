"""Every refusal of the table, as a table: how it comes about, its code, no change."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.table.driver import LOW_BOARD, Changes, Game
from uth.core.cards import DECK
from uth.core.refusal import Refusal
from uth.table import commands as c
from uth.table import events as e
from uth.table.decide import legal
from uth.table.meters import UNITS, link
from uth.table.wire import event_from_json, to_json

STAKES = {"ante": 1_500, "blind": 1_500}
LINKED = {**STAKES, "progressive": 500}
ROYAL = "Ah Kh Qh 2c 7d"


def low_ceiling() -> Game:
    return Game("light-and-wonder", {"limits": {"maximum": "100", "ceiling": "100"}})


def above_ceiling() -> Game:
    game = Game("light-and-wonder").sit(1).bet(1, 10_000)
    return game.deal({1: "As Ah"}, "Kc 4d", LOW_BOARD)


def betting(house: str = "light-and-wonder") -> Game:
    return Game(house).sit(1, 2)


def banked() -> Game:
    return Game("california").sit(1, 6).bank(6).bet(1)


def playing(house: str = "light-and-wonder") -> Game:
    game = Game(house).sit(1, 2).bet(1, 1_500)
    return game.deal({1: "9c 9d"}, "Kc 4d", LOW_BOARD)


def claiming() -> Game:
    game = Game("hollywood-pa").sit(1)
    game.do(c.Wager("P1", LINKED))
    return game.deal({1: "Jh Th"}, "2h 7c", ROYAL).act(1, "4x")


def closed(house: str = "hollywood-pa") -> Game:
    game = Game(house).sit(1, 2)
    game.do(c.Wager("P1", LINKED if house == "hollywood-pa" else STAKES))
    game.close()
    return game


def poor() -> Game:
    """A seat with just enough for its wagers."""
    return Game("light-and-wonder", chips=3_000).sit(1).bet(1, 1_500)


def railed() -> Game:
    game = banked()
    game.do(c.Join("Bea", 50_000))
    game.do(c.BackSeat("Bea", 1, {"ante": 500, "blind": 500}))
    return game


def left_behind() -> Game:
    game = railed()
    game.close()
    game.do(c.Leave("Bea"))
    return game


def held() -> Game:
    changes: Changes = {
        "wagers": {"back_line": True},
        "cites": {"seat": {"held": ["CR-9"]}},
    }
    game = Game("california", changes).sit(1)
    game.do(c.HoldSeat("Fay", "P1", 5))
    game.do(c.Leave("P1"))
    return game


REFUSALS: list[tuple[str, Callable[[], Game], c.Command]] = [
    ("player/name", betting, c.Sit(" ", 3, 100)),
    ("player/name", betting, c.Sit("x" * 41, 3, 100)),
    ("player/name", betting, c.Sit("a\nb", 3, 100)),
    ("player/twice", betting, c.Sit("P1", 3, 100)),
    ("player/twice", railed, c.Join("Bea", 100)),
    ("player/absent", betting, c.AddChips("Zed", 100)),
    ("player/leaving", left_behind, c.Leave("Bea")),
    ("player/cut_off", lambda: _after(betting(), c.Disconnect("P1")), c.Disconnect("P1")),
    ("player/here", betting, c.Reconnect("P1")),
    ("chips/none", betting, c.Sit("X", 3, 0)),
    ("chips/none", betting, c.AddChips("P1", -100)),
    ("seat/unknown", betting, c.Sit("X", 7, 100)),
    ("seat/taken", betting, c.Sit("X", 1, 100)),
    ("seat/held", held, c.Sit("X", 1, 100)),
    ("seat/other", held, c.Sit("P1", 2, 100)),
    ("seat/other", held, c.Join("P1", 100)),
    ("seat/not_seated", betting, c.Leave("Zed")),
    ("seat/not_seated", held, c.Wager("P1", STAKES)),
    ("seat/no_hold", betting, c.HoldSeat("Fay", "P1", 5)),
    ("seat/minutes", lambda: betting("cardroom-25"), c.HoldSeat("Fay", "P1", 0)),
    ("seat/minutes", lambda: betting("cardroom-25"), c.HoldSeat("Fay", "P1", 1_441)),
    ("seat/not_held", betting, c.ReleaseSeat("Fay", 1)),
    ("seat/not_held", betting, c.ReleaseSeat("Fay", 9)),
    ("limits/order", betting, c.SetLimits("Fay", 500, 400)),
    ("limits/order", betting, c.SetLimits("Fay", 0, 400)),
    ("limits/chip", betting, c.SetLimits("Fay", 550, 1_000)),
    ("house/departs", lambda: betting("cardroom-25"), c.SetLimits("Fay", 400, 2_500)),
    ("house/departs", lambda: betting("cardroom-25"), c.SetLimits("Fay", 300, 2_600)),
    ("round/under_way", playing, c.SetLimits("Fay", 500, 1_000)),
    ("round/under_way", playing, c.Wager("P1", {})),
    ("round/under_way", playing, c.CloseBets()),
    ("round/none", betting, c.VoidRound("Fay", "exposed-card")),
    ("round/no_wagers", betting, c.CloseBets()),
    ("void/reason", playing, c.VoidRound("Fay", " ")),
    ("void/reason", playing, c.VoidRound("Fay", "exposed-card")),
    ("void/not_requested", playing, c.ConfirmVoid("Fay")),
    ("seat/standing", lambda: betting("cardroom-25"), c.Join("Zed", 100)),
    ("maximum/not_here", betting, c.PostMaximum("Fay", 100)),
    ("money/zero", betting, c.Wager("P1", {"ante": 0, "blind": 0})),
    ("wager/not_offered", betting, c.Wager("P1", {**STAKES, "play": 500})),
    ("wager/no_base", betting, c.Wager("P1", {"blind": 500})),
    ("wager/unequal", betting, c.Wager("P1", {"ante": 500, "blind": 600})),
    ("wager/needs", betting, c.Wager("P1", {**STAKES, "bad_beat": 500})),
    ("wager/chip", betting, c.Wager("P1", {"ante": 550, "blind": 550})),
    ("wager/below_minimum", betting, c.Wager("P1", {"ante": 400, "blind": 400})),
    ("wager/above_maximum", betting, c.Wager("P1", {**STAKES, "trips": 30_100})),
    ("wager/fixed", lambda: betting("hollywood-pa"), c.Wager("P1", {**STAKES, "progressive": 600})),
    ("wager/not_enough_chips", poor, c.Wager("P1", {"ante": 1_600, "blind": 1_600})),
    ("wager/backed", railed, c.Wager("P1", {})),
    ("back_line/not_here", betting, c.Join("Bea", 100)),
    ("back_line/not_here", betting, c.BackSeat("P1", 2, {})),
    ("back_line/wager", railed, c.BackSeat("Bea", 1, {**STAKES, "bad_beat": 500})),
    ("back_line/rail", railed, c.BackSeat("Zed", 1, STAKES)),
    ("back_line/seat", railed, c.BackSeat("Bea", 2, STAKES)),
    ("back_line/seat", railed, c.BackSeat("Bea", 9, STAKES)),
    ("bank/none_here", betting, c.TakeBank("P1", 1_000)),
    ("bank/none_here", betting, c.DeclineBank("P1")),
    ("bank/none_here", betting, c.OfferBank()),
    ("bank/open", banked, c.OfferBank()),
    ("bank/nobody", lambda: Game("california"), c.OfferBank()),
    ("bank/none", lambda: Game("california").sit(1).bet(1), c.CloseBets()),
    ("bank/no_wager", banked, c.Wager("P6", STAKES)),
    ("bank/no_offer", banked, c.TakeBank("P1", 1_000)),
    ("bank/not_yours", banked, c.DeclineBank("P1")),
    ("bank/wagers", lambda: Game("california").sit(1).bet(1), c.TakeBank("P1", 1_000)),
    ("bank/below_minimum", lambda: Game("california").sit(1), c.TakeBank("P1", 400)),
    ("bank/not_enough_chips", lambda: Game("california").sit(1), c.TakeBank("P1", 10**9)),
    ("act/above_ceiling", above_ceiling, c.Act("P1", "4x")),
    ("limits/above_ceiling", low_ceiling, c.SetLimits("Flo", 500, 20_000)),
    ("deal/not_now", betting, c.Deal(DECK)),
    ("deal/deck", closed, c.Deal(DECK[:51])),
    ("card/twice", closed, c.Deal((*DECK[:51], DECK[0]))),
    ("act/not_now", betting, c.Act("P1", "check")),
    ("act/no_hand", playing, c.Act("P2", "check")),
    ("act/not_allowed", playing, c.Act("P1", "2x")),
    ("act/not_allowed", playing, c.Act("P1", "all in")),
    (
        "act/not_enough_chips",
        lambda: poor().deal({1: "9c 9d"}, "Kc 4d", LOW_BOARD),
        c.Act("P1", "4x"),
    ),
    ("act/not_your_turn", betting, c.TimeOut("P1")),
    ("act/not_your_turn", playing, c.TimeOut("P2")),
    ("jackpot/none", playing, c.AwardJackpots(((1, 100, 0),))),
    ("jackpot/seats", claiming, c.AwardJackpots(((2, 100, 0),))),
    ("jackpot/amount", claiming, c.AwardJackpots(((1, -100, 0),))),
    ("mystery/not_now", playing, c.PayMystery(1, 100)),
    ("mystery/no_wager", closed, c.PayMystery(2, 100)),
    ("mystery/no_wager", closed, c.PayMystery(0, 100)),
    ("mystery/amount", closed, c.PayMystery(1, 0)),
    ("approval/none", playing, c.Approve("Fay", 100)),
]


def _after(game: Game, *commands: c.Command) -> Game:
    for command in commands:
        game.do(command)
    return game


@pytest.mark.parametrize(
    ("code", "situation", "command"),
    REFUSALS,
    ids=[f"{code}-{at}" for at, (code, _, _) in enumerate(REFUSALS)],
)
def test_refusals(code: str, situation: Callable[[], Game], command: c.Command) -> None:
    game = situation()
    before = to_json(game.table)
    refusal = game.refused(command)
    assert refusal.code == code
    assert refusal.sentence
    assert "\n" not in str(refusal)
    assert to_json(game.table) == before
    assert json.loads(to_json(command))["type"] == type(command).__name__


def test_a_player_who_was_cut_off_comes_back() -> None:
    game = playing()
    game.do(c.Disconnect("P1"))
    assert game.table.seat(1).disconnected
    game.do(c.Reconnect("P1"))
    assert not game.table.seat(1).disconnected
    game.act(1, "4x")


def test_a_player_without_a_hand_may_go_in_mid_round() -> None:
    game = playing()
    game.do(c.Leave("P2"))
    assert game.last(e.PlayerLeft).chips == game.chips
    assert game.table.seats[1] is None


def test_a_back_line_leaves_with_the_seat_or_by_itself() -> None:
    game = railed()
    game.do(c.Leave("P1"))
    assert game.table.chips("Bea") == 50_000
    game = railed()
    game.do(c.Leave("Bea"))
    assert game.last(e.PlayerLeft).chips == 50_000
    game = left_behind()
    game.deal({1: "9c 9d"}, "Kc 4d", LOW_BOARD).act(1, "4x")
    assert game.last(e.PlayerLeft).chips == 50_000 + 500 + 2_000
    assert game.table.rail == ()


def test_limits_that_rise_send_wagers_back_from_the_back_line_too() -> None:
    game = railed()
    game.do(c.SetLimits("Fay", 800, 50_000))
    assert game.table.seat(1).wagers == {"ante": 1_000, "blind": 1_000}
    assert game.table.seat(1).backing == ()
    game = railed()
    game.do(c.SetLimits("Fay", 500, 700))
    assert game.table.seat(1).wagers == {}
    assert game.table.chips("Bea") == 50_000


def test_a_void_after_winnings_were_carried_away_is_at_the_houses_cost() -> None:
    """P2's Ante is paid, the Play waits for the floor, P2 leaves; then P1's Blind waits."""
    changes: Changes = {
        "payouts": {"approval_above": {"value": "300", "clause": "CR-12"}},
        "settlement": {"direction": "right-to-left"},
    }
    game = Game("hollywood-pa", changes).sit(1, 2).bet(1, 1_500).bet(2, 10_000)
    game.deal({1: "Jh Th", 2: "Ac Ad"}, "2h 7c", "Ah Kh Qh 9s 7d").act(1, "4x").act(2, "4x")
    assert game.row(2, "ante").paid == 10_000
    assert game.last(e.ApprovalRequested).wager == "play"
    game.do(c.Leave("P2"))
    assert game.last(e.ApprovalRequested).seat == 1
    game.do(c.VoidRestored("the floor"))
    assert game.table.chips("P1") == game.chips
    carried = [left.chips for left in game.all(e.PlayerLeft)]
    assert sum(carried) == game.chips + 10_000 + 10_000
    assert game.balance("house") == -20_000


def test_a_forfeit_leaves_the_approval_of_another_waiting_and_a_void_after_it() -> None:
    changes: Changes = {"payouts": {"approval_above": {"value": "300", "clause": "CR-12"}}}
    game = Game("hollywood-pa", changes).sit(1, 2).bet(1, 1_500).bet(2, 1_500)
    game.deal({1: "9c 9d", 2: "Jh Th"}, "2h 7c", "Ah Kh Qh 9s 7d").act(1, "4x").act(2, "4x")
    assert game.table.approval_pending
    game.do(c.Leave("P1"))
    assert game.table.approval_pending
    game.do(c.VoidRestored("the floor"))
    assert game.table.chips("P2") == game.chips
    assert game.last(e.PlayerLeft).player == "P1"
    assert game.balance("house") == 0
    paid = Game("hollywood-pa", changes).sit(1, 2).bet(1, 1_500).bet(2, 1_500)
    paid.deal({1: "Jh Th", 2: "Js Tc"}, "2h 7c", "Ah Kh Qh 9s 7d").act(1, "4x").act(2, "4x")
    assert paid.table.approval_pending
    paid.do(c.VoidRestored("the floor"))
    assert [paid.table.chips(player) for player in ("P1", "P2")] == [paid.chips] * 2


def test_a_claimant_who_leaves_gives_up_his_claim() -> None:
    game = claiming()
    game.do(c.Leave("P1"))
    assert game.phase() == "betting"
    assert game.all(e.Settled) == []
    assert game.balance("house") == 3_500 + 6_000


def test_what_a_player_may_do() -> None:
    game = betting()
    assert c.Wager("P1", {"ante": 500, "blind": 500}) in legal(game.table, "P1", game.rules)
    assert legal(game.table, "Zed", game.rules) == []
    game = playing()
    assert [command.action for command in legal(game.table, "P1", game.rules)
            if isinstance(command, c.Act)] == ["4x", "3x", "check"]  # fmt: skip


def test_meters_refuse_a_value_out_of_range_and_wagers_without_one() -> None:
    progressive = betting("hollywood-pa").rules.progressive
    meters = link.start(progressive)
    for call, code in (
        (lambda: link.feed(progressive, meters), "mystery/no_target"),
        (lambda: link.draw(progressive, meters, 99_991), "mystery/target"),
        (
            lambda: link.draw(progressive, link.draw(progressive, meters, 25_000), 1),
            "mystery/target",
        ),
        (
            lambda: link.draw(progressive, link.draw(progressive, meters, 25_000), 26_000),
            "mystery/drawn",
        ),
    ):
        with pytest.raises(Refusal) as caught:
            call()
        assert caught.value.code == code


def test_what_was_paid_out_since_does_not_go_back() -> None:
    progressive = betting("hollywood-pa").rules.progressive
    meters = link.draw(progressive, link.start(progressive), 25_000)
    meters, fed, won = link.feed(progressive, meters)
    assert won == 25_010
    back = link.take_back(meters, fed)
    assert (meters.main - back.main, meters.mystery - back.mystery) == (100 * UNITS, 0)


def test_only_what_has_a_json_form_is_written_or_read() -> None:
    with pytest.raises(NotImplementedError):
        to_json(object())
    dealt = e.BoardTurned(DECK[:3])
    assert event_from_json(to_json(dealt)) == dealt
    with pytest.raises((NotImplementedError, Exception), match="JSON form"):
        event_from_json(b'{"type":"BoardTurned","cards":[1]}')
