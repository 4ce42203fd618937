"""The steps that the documents describe: each is taken in its place and cites its clause."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, PAIR, Changes, Game
from uth.table import commands as c
from uth.table import events as e
from uth.table.options import document_options

clause = pytest.mark.clause
OWN = {
    "california": ("CA-",),
    "california-bad-beat": ("CB-", "BB-"),
    "cardroom-25": ("CR-",),
    "hollywood-pa": ("PA-",),
    "light-and-wonder": ("LW-",),
}
"""How the clauses of each house's own document begin."""
STEPS = (e.BetsClosed, e.BoardTurned, e.DealerTurned, e.HandRanked)


def played(house: str) -> Game:
    """A round in which a hand is played to the end."""
    game = Game(house).sit(1, 2)
    if game.rules.player_dealer:
        game.bank(2)
    game.bet(1, 2_000).deal({1: "As Ad"}, PAIR, LOW_BOARD)
    return game.finish({1: "4x"})


@clause("CA-6.4", "CA-6.10", "CA-6.12", "CA-6.15", "CR-3", "CR-4", "PA-2", "PA-3", "LW-15")
@pytest.mark.parametrize("house", OWN)
def test_every_step_cites_a_clause_of_the_house_itself(house: str) -> None:
    game = played(house)
    for kind in STEPS:
        events = game.all(kind)
        assert events
        for event in events:
            assert event.clauses, event
            assert event.clauses[0].startswith(OWN[house]), event


@clause("LW-2", "LW-3")
@pytest.mark.parametrize(
    ("procedure", "cited"), [("hand-held", "LW-2"), ("community-first", "LW-3")]
)
def test_turning_the_board_cites_the_procedure_too(procedure: str, cited: str) -> None:
    game = Game("light-and-wonder", {"dealing": {"procedure": procedure}}).sit(1).bet(1)
    game.deal({1: "As Ad"}, PAIR, LOW_BOARD).finish({1: "4x"})
    assert [event.clauses for event in game.all(e.BoardTurned)] == [("LW-15", cited)] * 2


@clause("LW-9")
def test_lw_9_the_lost_bets_are_taken_then_the_cards_are_tucked_then_the_bonus_is_settled() -> None:
    game = Game("light-and-wonder").sit(1).bet(1, trips=500, bad_beat=500, ultimate_pairs=500)
    game.deal({1: "5s 5d"}, PAIR, LOW_BOARD).act(1, "check", "check")
    assert not game.calls("hand.tucked_pairs")
    game.act(1, "fold")
    (taken,), (tucked,) = game.calls("hand.bets_taken"), game.calls("hand.tucked_pairs")
    assert taken.clauses == tucked.clauses == ("LW-9",)
    at = game.events.index
    lost = [at(game.row(1, name)) for name in ("ante", "blind", "bad_beat")]
    assert max(lost) < at(taken) < at(tucked) < at(game.row(1, "ultimate_pairs"))
    assert game.row(1, "ultimate_pairs").paid > 0


@clause("CR-6")
def test_cr_6_the_other_bets_are_taken_then_the_hand_is_revealed_and_trips_paid_once() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500, trips=2_500)
    game.deal({1: "9c 9d"}, PAIR, "9h 9s 2c 3d 7h").act(1, "check", "check", "fold")
    assert game.table.approval_pending
    game.do(c.Approve("Fay", game.table.due[0].paid))
    (taken,), (tucked,) = game.calls("hand.bets_taken"), game.calls("hand.tucked_trips")
    at = game.events.index
    steps = [game.row(1, "blind"), taken, tucked, game.last(e.HandRanked), game.row(1, "trips")]
    assert [at(step) for step in steps] == sorted(at(step) for step in steps)
    assert (taken.clauses, tucked.clauses) == (("CR-6",), ("CR-6",))


@clause("CR-6")
def test_cr_6_a_folded_hand_without_trips_is_not_tucked() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500, trips=500)
    game.deal({1: "5s 4c"}, PAIR, LOW_BOARD).act(1, "check", "check", "fold")
    assert not game.calls("hand.tucked_trips")
    assert not game.calls("hand.bets_taken")


@clause("PA-12")
def test_pa_12_the_maximum_is_posted_when_a_table_opens_and_called_when_it_binds() -> None:
    game = Game("hollywood-pa").sit(1).bet(1, 100_000)
    (posted,) = game.calls("table.maximum_posted")
    assert (posted.facts, posted.clauses[0]) == ({"maximum": 5_000_000}, "PA-12")
    game.deal({1: "As Ks"}, "2c 3d", "Qs Js Ts 4h 7d").finish({1: "4x"})
    (capped,) = game.calls("pay.capped")
    assert capped.clauses[0] == "PA-12"
    row = game.row(1, "blind")
    assert (row.short_by, capped.facts["paid"], capped.facts["short"]) == (
        "cap",
        row.paid,
        row.short,
    )
    assert game.events.index(capped) < game.events.index(row)
    assert sum(row.paid for row in game.rows()) == 5_000_000


def test_no_cap_is_called_where_none_binds() -> None:
    game = played("hollywood-pa")
    assert not game.calls("pay.capped")


@clause("CR-7", "CR-8")
def test_cr_7_and_cr_8_a_refused_amount_cites_the_limit_that_it_is_outside_of() -> None:
    game = Game("cardroom-25").sit(1)
    for ante, cited in ((200, "CR-8"), (2_600, "CR-7")):
        assert game.refused(c.Wager("P1", {"ante": ante, "blind": ante})).clause == cited
    bonus = {"ante": 500, "blind": 500, "trips": 2_600}
    assert game.refused(c.Wager("P1", bonus)).clause == "CR-7"
    game.bet(1, 300)
    game.do(c.SetLimits("Fay", 500, 2_500, keep=()))
    assert game.last(e.WagersPlaced).clauses == ("CR-7", "CR-8")


@clause("CA-6.2", "CA-8", "CA-10.1", "CA-11")
def test_ca_11_the_options_in_force_are_recorded_when_a_table_opens() -> None:
    bands = [{"from": "5", "fee": "1"}, {"from": "100", "fee": "2"}]
    changes: Changes = {
        "wagers": {"back_line": False},
        "tables": {"paytable": "UTH-03", "bad_beat": "2"},
        "limits": {"minimum": "10", "maximum": "200"},
        "collection": {"player": bands, "drop": "after-settlement"},
    }
    (recorded,) = Game("california", changes).all(e.OptionsRecorded)
    assert recorded.options == {
        "wagers.back_line": False,
        "tables.paytable": "UTH-03",
        "tables.bad_beat": "2",
        "wagers.bad_beat_needs_trips": True,
        "dealing.procedure": "shuffler",
        "collection.drop": "after-settlement",
    }
    assert recorded.limits["trips"] == (1_000, 20_000)
    assert (recorded.drop, recorded.fees) == (
        "after-settlement",
        {"player": ((500, 100), (10_000, 200))},
    )
    assert {"CA-6.2", "CA-8", "CA-10.1", "CA-11"} <= set(recorded.clauses)


@clause("CB-2", "CB-3", "CB-4")
def test_cb_4_the_schedule_is_recorded_with_its_bands() -> None:
    (recorded,) = Game("california-bad-beat", {"collection": {"schedule": 3}}).all(
        e.OptionsRecorded
    )
    assert recorded.options["collection.schedule"] == 3
    assert (recorded.options["wagers.back_line"], recorded.options["tables.paytable"]) == (
        False,
        "UTH-04",
    )
    assert list(recorded.fees) == ["action"]
    assert recorded.drop == "before-deal"


def test_a_house_that_banks_itself_records_no_options() -> None:
    for house in ("cardroom-25", "hollywood-pa", "light-and-wonder"):
        assert not Game(house).all(e.OptionsRecorded)


def test_every_option_in_force_is_one_that_the_document_offers() -> None:
    for house in ("california", "california-bad-beat"):
        rules = Game(house).rules
        for option in document_options(rules):
            assert rules.entry(option.entry) in option.choices
            assert option.clause
