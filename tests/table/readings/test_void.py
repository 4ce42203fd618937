"""A void round gives back what was moved, but not what was already won."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.table.driver import LOW_BOARD, PAIR, Changes, Game, rules_of
from uth.core.cards import parse_cards
from uth.core.hands import rank_hand
from uth.table import commands as c
from uth.table import events as e
from uth.table.decide import step
from uth.table.meters import UNITS, Hit, link
from uth.table.view import view

clause = pytest.mark.clause


@clause("Q-21")
def test_q_21_a_void_reverses_fee_and_bank_and_does_not_count_as_banked() -> None:
    game = Game("california-bad-beat").sit(1, 6)
    colour = game.table.colour
    game.bank(6).bet(1).deal({1: "9c 9d"}, PAIR, LOW_BOARD).act(1, "check")
    game.void()
    assert [game.table.chips(player) for player in ("P1", "P6")] == [game.chips] * 2
    assert (game.balance("drop"), game.balance("bank")) == (0, 0)
    assert game.table.bank.rounds == 0
    assert game.table.colour != colour
    assert all("Q-21" in event.clauses for event in game.all(e.Reversed))
    assert game.refused(c.VoidRound("Fay", "exposed-card")).code == "round/none"


@clause("Q-21")
def test_q_21_contributions_go_back() -> None:
    progressive = rules_of("hollywood-pa").progressive
    before = link.draw(progressive, link.start(progressive), 30_000)
    meters, fed, _ = link.feed(progressive, before)
    assert (fed.main, fed.mystery) == (100 * UNITS, 10 * UNITS)
    assert link.take_back(meters, fed) == before
    game = Game("hollywood-pa").sit(1).bet(1, 1_500, progressive=500)
    game.close()
    game.void()
    assert game.table.chips("P1") == game.chips
    assert "Q-21" in game.last(e.RoundVoided).clauses


@clause("Q-21")
def test_q_21_a_contribution_that_was_paid_out_since_does_not_go_back() -> None:
    progressive = rules_of("hollywood-pa").progressive
    before = link.draw(progressive, link.start(progressive), 30_000)
    meters, fed, _ = link.feed(progressive, before)
    royal = rank_hand(parse_cards("As Ks Qs Js Ts"))
    jackpot, _ = link.claim(progressive, meters, (Hit(2, royal),))
    assert jackpot.jackpots == 1
    assert link.take_back(jackpot, fed).main == jackpot.main
    assert link.take_back(jackpot, fed).mystery == before.mystery
    won = replace(meters, mysteries=1)
    assert link.take_back(won, fed).mystery == won.mystery
    assert link.take_back(won, fed).main == before.main


@clause("Q-21")
@pytest.mark.parametrize("paid", [False, True])
def test_q_21_a_mystery_or_jackpot_already_awarded_stands(paid: bool) -> None:
    """Restored from a backup while the royal's Blind waits for the floor, before or after the
    Progressive is settled: there is no other way to void a round then.
    """
    order = ["ante", "play", "blind", "trips", "bad_beat", "ultimate_pairs", "progressive", "envy"]
    if paid:
        order = [
            "ante",
            "play",
            "progressive",
            "blind",
            "trips",
            "bad_beat",
            "ultimate_pairs",
            "envy",
        ]
    changes: Changes = {
        "payouts": {"approval_above": {"value": "5000", "clause": "CR-12"}},
        "settlement": {"order": order},
    }
    game = Game("hollywood-pa", changes).sit(1).bet(1, 1_500, progressive=500)
    game.close()
    game.do(c.PayMystery(1, 40_000))
    game.deal({1: "Jh Th"}, "2h 7c", "Ah Kh Qh 2c 7d").act(1, "4x")
    game.do(c.AwardJackpots(((1, 400_000, 0),)))
    assert game.table.approval_pending
    assert any(row.wager == "progressive" for row in game.rows()) == paid
    assert game.refused(c.VoidRound("Fay", "exposed-card")).code == "void/payout_waits"
    game.do(c.VoidRestored("the floor"))
    assert bool(game.all(e.JackpotHonored)) != paid
    assert game.table.chips("P1") == game.chips + 40_000 + 400_000
    assert game.balance("house") == -440_000


@clause("Q-21")
@pytest.mark.parametrize("house", ["california", "cardroom-25", "hollywood-pa"])
def test_q_21_a_round_is_voided_for_a_reason_from_the_list(house: str) -> None:
    game = Game(house).sit(1, 6)
    if game.rules.player_dealer:
        game.bank(6)
    game.bet(1, 1_500)
    game.close()
    refusal = game.refused(c.VoidRound("Fay", "I do not like it"))
    assert (refusal.code, refusal.clause) == ("void/reason", "Q-21")
    assert "wrong number of cards" in refusal.sentence
    for reason in game.rules.conduct.void_reasons:
        assert step(game.table, c.VoidRound("Fay", reason), game.rules)[1].phase == "betting"


@clause("Q-21")
def test_q_21_one_supervisor_voids_before_a_card_is_dealt() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500)
    game.close()
    game.do(c.VoidRound("Fay", "shuffler-malfunction"))
    voided = game.last(e.RoundVoided)
    assert (voided.by, voided.confirmed_by) == ("Fay", "")
    assert game.table.chips("P1") == game.chips


@clause("Q-21")
def test_q_21_a_second_supervisor_confirms_once_cards_are_out() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    assert game.refused(c.ConfirmVoid("Gus")).code == "void/not_requested"
    game.do(c.VoidRound("Fay", "exposed-card"))
    assert (game.phase(), view(game.table).void_requested) == ("preflop", True)
    assert game.last(e.VoidRequested).clauses == ("Q-21",)
    refusal = game.refused(c.ConfirmVoid("Fay"))
    assert (refusal.code, refusal.clause) == ("void/same_supervisor", "Q-21")
    assert game.refused(c.VoidRound("Gus", "exposed-card")).code == "void/requested"
    assert game.refused(c.ConfirmVoid(" ")).code == "floor/name"
    game.do(c.ConfirmVoid("Gus"))
    voided = game.last(e.RoundVoided)
    assert (voided.reason, voided.by, voided.confirmed_by) == ("exposed-card", "Fay", "Gus")
    assert game.table.chips("P1") == game.chips
    assert not view(game.table).void_requested


@clause("Q-21")
@pytest.mark.parametrize("name", ["Fay", " Fay", "FAY", "fay "])
def test_q_21_the_second_supervisor_is_another_person(name: str) -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    game.do(c.VoidRound("Fay", "exposed-card"))
    assert game.refused(c.ConfirmVoid(name)).code == "void/same_supervisor"


@clause("Q-21")
def test_q_21_a_click_that_comes_too_late_voids_no_other_round() -> None:
    """The round that a supervisor saw has ended; the next one has closed its bets."""
    game = Game("cardroom-25").sit(1).bet(1, 500).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    late = c.VoidRound("Fay", "exposed-card", round=1)
    game.do(late)
    game.act(1, "4x").bet(1, 500).close()
    refusal = game.refused(late)
    assert (refusal.code, refusal.facts["round"]) == ("void/round", 2)
    game.deal({1: "9c 9d"}, PAIR, LOW_BOARD).do(c.VoidRound("Fay", "exposed-card", round=2))
    assert game.refused(c.ConfirmVoid("Gus", round=1)).code == "void/round"
    game.do(c.ConfirmVoid("Gus", round=2))
    assert [one.round for one in game.all(e.RoundClosed) if one.void] == [2]


@clause("Q-21")
def test_q_21_a_request_is_withdrawn_or_expires_with_the_round() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    assert game.refused(c.WithdrawVoid("Gus")).code == "void/not_requested"
    game.do(c.VoidRound("Fay", "exposed-card"))
    game.do(c.WithdrawVoid("Fay"))
    assert game.last(e.VoidRequestEnded).by == "Fay"
    game.do(c.VoidRound("Fay", "wrong-number-of-cards"))
    game.act(1, "4x")
    assert (game.phase(), game.last(e.VoidRequestEnded).by) == ("betting", "")
    assert game.table.void_request is None
    assert game.refused(c.ConfirmVoid("Gus")).code == "round/none"


@clause("Q-21", "CR-12")
def test_q_21_no_round_is_voided_while_a_payout_waits() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 2_500, trips=2_500)
    game.deal({1: "Jh Th"}, "2s Kd", "9h 8h 7h 2c 2d")
    game.do(c.VoidRound("Fay", "exposed-card"))
    game.act(1, "4x")
    assert game.table.approval_pending
    for command in (c.ConfirmVoid("Gus"), c.VoidRound("Gus", "exposed-card")):
        refusal = game.refused(command)
        assert (refusal.code, refusal.clause) == ("void/payout_waits", "Q-21")
    while game.table.due:
        game.do(c.Approve("Gus", game.table.due[0].paid))
    assert (game.phase(), game.all(e.RoundVoided)) == ("betting", [])


@clause("LW-6", "Q-21")
@pytest.mark.parametrize("house", ["light-and-wonder", "cardroom-25"])
def test_lw_6_a_round_that_has_lost_its_cards_says_so_in_every_house(house: str) -> None:
    """No shuffler has failed: nobody decides, and the record has the true reason."""
    game = Game(house).sit(1).bet(1).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    game.do(c.VoidRestored("the floor"))
    assert game.last(e.RoundVoided).reason == "restored-from-backup"
    assert game.table.chips("P1") == game.chips
