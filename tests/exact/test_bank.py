"""The bank's exact figures, compared with a seat's distribution and with the simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.own_house import own_house
from uth.core.refusal import Refusal
from uth.exact.banking.bank import SeatWagers, bank_figures, seat_distribution
from uth.exact.banking.simulation import simulate
from uth.exact.bets.side_bets import holding_returns
from uth.rulebook.store import load_house, load_text
from uth.table.collection import band_fee

if TYPE_CHECKING:
    from uth.exact.banking.board_bounds import BoardBounds
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution

PLAIN = SeatWagers({"ante": 1000, "blind": 1000})
BONUS = SeatWagers({"ante": 2500, "blind": 2500, "trips": 500, "bad_beat": 500})


def test_the_mean_is_what_the_seats_lose(
    standard: Solution, boards: Boards, board_bounds: BoardBounds
) -> None:
    house = load_house("california-bad-beat")
    figures = bank_figures(house, standard, (PLAIN, BONUS), boards, board_bounds)
    assert figures.results[0].mean == 1000 * standard.ev
    assert figures.action == 8000
    assert figures.fee == band_fee(house.collection.action, 8000) > 0
    assert figures.mean == figures.mean_before_fee - figures.fee
    assert figures.worst[0].at_most == 505_000
    assert figures.worst_case == figures.together.at_most + figures.fee
    alone = [worst.at_most for worst in figures.worst]
    assert max(alone) <= figures.together.at_most < sum(alone)
    assert figures.together.exact
    assert not figures.capped
    capped = house.replace(payouts=house.payouts.replace(aggregate={"blind": 100_000}))
    assert bank_figures(capped, standard, (PLAIN,), boards, board_bounds).capped == ()
    assert bank_figures(capped, standard, (PLAIN, PLAIN), boards, board_bounds).capped == (
        "the aggregate on Blind",
    )
    assert figures.steps[0].needed is not None


def test_the_distribution_of_a_seat_covers_every_deal(standard: Solution) -> None:
    distribution = seat_distribution(load_house("california"), standard, BONUS)
    assert sum(distribution.values()) == 27_813_810_024_000
    assert min(distribution) == -6 * 2500 - 500 - 500


def test_a_simulation_of_full_cover_agrees_with_the_figures(
    standard: Solution, boards: Boards, board_bounds: BoardBounds
) -> None:
    figures = bank_figures(
        load_house("light-and-wonder"), standard, (PLAIN, PLAIN), boards, board_bounds
    )
    simulated = simulate(figures, None, 3000, 7)
    assert simulated.mean.value is not None
    assert simulated.mean.error is not None
    assert simulated.mean.value == pytest.approx(float(figures.mean), abs=1e-6), "by the controls"
    assert simulated.mean.error < 1e-3
    assert simulated.short.value == simulated.uncovered.value == simulated.exhausted.value == 0


def test_a_short_bank_never_loses_more_than_it_put_up(
    standard: Solution, boards: Boards, board_bounds: BoardBounds
) -> None:
    figures = bank_figures(load_house("california"), standard, (BONUS, PLAIN), boards, board_bounds)
    simulated = simulate(figures, 5000, 400, 3)
    assert simulated.worst >= -5000 - figures.fee
    assert simulated.short.value is not None
    assert simulated.short.value > 0.5
    assert simulated.rounds == 400
    assert simulated.best <= 5000
    reports: list[int] = []
    again = simulate(figures, 5000, 400, 3, lambda done, of: reports.append(done))
    assert again == simulated
    assert reports[-1] == 400


def test_too_few_rounds_give_no_estimate(
    standard: Solution, boards: Boards, board_bounds: BoardBounds
) -> None:
    figures = bank_figures(load_house("california"), standard, (PLAIN,), boards, board_bounds)
    one = simulate(figures, 50_000, 1, 3)
    assert one.mean.value == one.worst == one.best
    assert one.mean.error is None
    assert one.deviation.value is one.deviation.error is None
    assert one.ruined.value is one.ruined.error is None
    assert simulate(figures, 50_000, 99, 3).ruined.value is None
    session = simulate(figures, 50_000, 199, 3)
    assert session.ruined.value in (0, 1)
    assert session.ruined.error is None
    assert simulate(figures, 50_000, 200, 3).ruined.error is not None


def test_where_the_mean_covers_the_fee(
    standard: Solution, boards: Boards, board_bounds: BoardBounds
) -> None:
    """The mean is proportional to the action; it covers a fee from some action on, or nowhere."""
    figures = bank_figures(
        load_house("california-bad-beat"), standard, (BONUS,), boards, board_bounds
    )
    rate = figures.mean_before_fee / figures.action
    assert figures.steps[-1].end is None
    assert any(step.covered_from is None for step in figures.steps)
    for step, after in pairwise(figures.steps):
        assert step.end == after.start
    for step in figures.steps:
        start = step.covered_from
        if start is not None:
            assert start >= step.start
            assert start * rate >= step.fee
            assert start == step.start or start * rate == step.fee
        else:
            assert step.end is not None
            assert step.end * rate <= step.fee


def test_ultimate_pairs_of_a_player_dealer(
    standard: Solution, boards: Boards, board_bounds: BoardBounds
) -> None:
    house = load_text(own_house("california", "[wagers]\nultimate_pairs = true\n"))
    seat = SeatWagers({"ante": 1000, "blind": 1000, "ultimate_pairs": 500})
    figures = bank_figures(house, standard, (seat, PLAIN), boards, board_bounds)
    pairs = holding_returns(house.pays.by_holding("ultimate_pairs"))
    one, plain = figures.results
    assert one.mean == plain.mean + 500 * pairs.mean
    assert one.variance > plain.variance + 500**2 * pairs.variance
    assert figures.worst[0].at_most == figures.worst[1].at_most + 500 * 100
    assert figures.worst[0].exact
    simulated = simulate(figures, 10_000_000, 2000, 5)
    assert simulated.mean.value is not None
    assert simulated.mean.error is not None
    assert abs(simulated.mean.value - float(figures.mean)) < 4 * simulated.mean.error


def test_the_bank_does_not_cover_the_progressive() -> None:
    with pytest.raises(Refusal, match="bank/meter"):
        SeatWagers({"ante": 1, "blind": 1, "progressive": 5})
    assert SeatWagers({"ante": 100, "blind": 100}).staked == Fraction(200)
