"""A recorded round under another reading: the same cards, stakes and decisions, other money."""

from __future__ import annotations

from tests.table.driver import LOW_BOARD, PAIR, Game, quick
from uth.rulebook.readings import other_readings
from uth.table import commands as c
from uth.table import events as e
from uth.table.evolve import opened
from uth.table.resettlement import Resettled, at_settlement, nets, resettle
from uth.table.state import Table

LOSES, WINS = "3c 4h", "Ah As"
"""Two cards against a dealer with `PAIR` on `LOW_BOARD`."""


def begun(game: Game) -> Table | None:
    first, *events = game.events
    assert isinstance(first, e.TableOpened)
    return at_settlement(opened(first), events)


def settling(game: Game) -> Table:
    table = begun(game)
    assert table is not None
    return table


def under(game: Game, name: str) -> Resettled:
    """The round of a game under another reading."""
    table = settling(game)
    (other,) = [other for other in other_readings(game.rules) if other.name == name]
    return resettle(game.rules, other.rules, table, nets(game.rules, table))


def test_what_a_round_came_to_is_what_was_settled() -> None:
    game = quick("california", {1: LOSES, 2: WINS}, PAIR, {1: "1x", 2: "1x"})
    rows = game.rows()
    for player in ("P1", "P2"):
        net = sum(row.paid - row.taken for row in rows if row.player == player)
        assert nets(game.rules, settling(game))[player] == net != 0


def test_q_1_under_gross_coverage_a_short_bank_still_pays_what_it_has_collected() -> None:
    game = quick("california", {1: LOSES, 2: WINS}, PAIR, {1: "1x", 2: "1x"}, bank=5_000)
    ended = under(game, "coverage.gross")
    assert ended == Resettled({"P2": 2_500})
    assert (ended.total, ended.absolute) == (2_500, 2_500)


def test_q_18_folds_in_their_place_leave_more_of_the_bank_to_those_before_them() -> None:
    game = quick("california", {1: WINS, 2: LOSES}, PAIR, {1: "1x", 2: "fold"}, bank=4_000)
    assert under(game, "folds.in-place") == Resettled({"P1": 2_000, "P2": 2_000})


def test_a_bank_that_covers_everything_makes_no_difference() -> None:
    game = quick("california", {1: WINS, 2: LOSES}, PAIR, {1: "1x", 2: "fold"})
    for name in ("folds.in-place", "coverage.gross"):
        assert under(game, name) == Resettled({})


def test_q_4_a_bad_beat_that_survives_a_fold_is_paid_by_the_beaten_hand() -> None:
    wagers = dict.fromkeys(("ante", "blind", "trips", "bad_beat"), 1_500)
    board = "2c 7d 7h Js Kd"
    game = quick("california", {1: "Kc Ks"}, "7c 4d", {1: "fold"}, board=board, wagers=wagers)
    assert under(game, "bad_beat_after_fold.yes") == Resettled({"P1": 10 * 1_500})


def test_q_12_pairs_outside_the_cap_are_paid_in_full() -> None:
    wagers = dict.fromkeys(("ante", "blind", "ultimate_pairs"), 100_000)
    game = quick("hollywood-pa", {1: "Ah Ad"}, PAIR, {1: "4x"}, wagers=wagers)
    paid = 100_000 + 400_000 + 100 * 100_000
    assert under(game, "pairs_under_maximum.no") == Resettled({"P1": paid - 5_000_000})


def test_the_order_of_settlement_moves_no_money_where_nothing_runs_out() -> None:
    game = quick("cardroom-25", {1: WINS, 3: LOSES}, "3d 4d", {1: "1x", 3: "1x"})
    for name in ("antes_first.no", "direction.left-to-right"):
        assert under(game, name) == Resettled({})


def test_q_28_without_a_ceiling_other_play_bets_would_have_been_possible() -> None:
    wagers = {"ante": 10_000, "blind": 10_000}
    game = quick("light-and-wonder", {1: WINS}, PAIR, {1: "3x"}, wagers=wagers)
    assert under(game, "ceiling.none") == Resettled({}, opened=True)
    game = quick("light-and-wonder", {1: WINS}, PAIR, {1: "3x"})
    assert under(game, "ceiling.none") == Resettled({})


def test_q_3_a_bad_beat_without_trips_may_be_forbidden_or_become_possible() -> None:
    game = quick("california", {1: WINS}, PAIR, {1: "1x"})
    assert under(game, "bad_beat_needs_trips.no") == Resettled({}, opened=True)
    alone = {"wagers": {"bad_beat_needs_trips": False}}
    wagers = dict.fromkeys(("ante", "blind", "bad_beat"), 1_500)
    game = quick("california", {1: WINS}, PAIR, {1: "1x"}, wagers=wagers, changes=alone)
    assert under(game, "bad_beat_needs_trips.yes") == Resettled({}, forbidden=True)


def test_a_back_line_has_a_part_in_it() -> None:
    game = Game("california").sit(1, 2, 6).bank(6, 6_500)
    game.do(c.Join("Rae", 100_000))
    game.bet(1, 1_000).bet(2, 1_000)
    game.do(c.BackSeat("Rae", 2, {"ante": 1_000, "blind": 1_000}))
    game.deal({1: LOSES, 2: WINS}, PAIR, LOW_BOARD).finish({1: "2x", 2: "1x"})
    assert under(game, "coverage.gross") == Resettled({"Rae": 1_500})


def test_a_round_that_was_never_settled_has_no_settlement() -> None:
    game = Game("cardroom-25").sit(1).bet(1)
    game.close()
    assert begun(game) is None
