"""A bank of any size: exact for one seat, simulated for more, compared with the table's settle."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from tests.own_house import own_house
from uth.core.cards import DECK, parse_cards
from uth.core.hands import rank_hand
from uth.exact.banking.at_bank import at_bank, most_used
from uth.exact.banking.bank import BankFigures, SeatWagers, bank_figures
from uth.exact.banking.batch_settlement import (
    MultipliedAmounts,
    SeatAmounts,
    index_of,
    settle_batch,
)
from uth.exact.banking.dealt_rounds import RoundBatch, SeatPlay, deal_rounds, play_rounds
from uth.exact.banking.ended_wagers import offered_multiples
from uth.exact.banking.seat_at_bank import SeatSettlement, ending_of, seat_at_bank, uncovered
from uth.exact.banking.settled_deal import cards_of
from uth.exact.banking.simulation import BATCH, FEWEST_ROUNDS, Simulation, simulate
from uth.exact.solver.outcomes import DEALS, Action, Outcome, Result
from uth.rulebook.readings import other_readings
from uth.rulebook.settings import changed
from uth.rulebook.store import load_house, load_text
from uth.table.settling.settlement import DealtSpot, settle

if TYPE_CHECKING:
    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.exact.banking.board_bounds import BoardBounds
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook
    from uth.table.settling.settlement import Settlement

PLAIN = {"ante": 1000, "blind": 1000}
BONUS = {"ante": 2500, "blind": 2500, "trips": 500, "bad_beat": 500}
ODD = {"ante": 501, "blind": 501, "trips": 333}
BAD_BEAT = load_house("california-bad-beat")
GROSS = changed(BAD_BEAT, {"bank": {"coverage": "gross"}})
CAPPED = load_text(
    own_house("california", "[wagers]\nultimate_pairs = true\n[payouts]\nmaximum = '200'\n")
)


class Deal(NamedTuple):
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    action: Action


@pytest.fixture(scope="module")
def two_seats(standard: Solution, boards: Boards, board_bounds: BoardBounds) -> BankFigures:
    seats = SeatWagers(BONUS), SeatWagers(PLAIN)
    return bank_figures(BAD_BEAT, standard, seats, boards, board_bounds)


@pytest.fixture(scope="module")
def one_seat(standard: Solution, boards: Boards, board_bounds: BoardBounds) -> BankFigures:
    return bank_figures(BAD_BEAT, standard, (SeatWagers(BONUS),), boards, board_bounds)


def settled_at_table(
    house: Rulebook, seats: list[dict[str, int]], batch: RoundBatch, bank: Cents | None, at: int
) -> Settlement:
    """One round of a batch, settled by the table."""
    spots = [
        DealtSpot(
            number + 1,
            cards_of(batch.holding(number)[at].tolist()),
            int(batch.multiples[at, number]),
            wagers,
        )
        for number, wagers in enumerate(seats)
    ]
    board, dealer = (cards_of(batch.cards[at, part].tolist()) for part in (slice(5), slice(5, 7)))
    return settle(house, board, dealer, spots, len(seats) + 1, bank)


def random_play(
    house: Rulebook, seats: list[dict[str, int]], standard: Solution, rounds: int
) -> RoundBatch:
    """Random cards, and a random bet or fold of every seat."""
    draw = np.random.default_rng(11)
    cards = deal_rounds(draw, rounds, 7 + 2 * len(seats))
    batch = play_rounds([SeatPlay(standard)] * len(seats), cards)
    plays = [draw.choice(offered_multiples(house, seat["ante"]), rounds) for seat in seats]
    return replace(batch, multiples=np.column_stack(plays))


def test_play_in_batches_follows_the_strategy(standard: Solution) -> None:
    cards = deal_rounds(np.random.default_rng(5), 250, 11)
    assert all(len(set(row)) == 11 for row in cards.tolist())
    batch = play_rounds([SeatPlay(standard)] * 2, cards)
    for at in range(len(cards)):
        board = cards_of(cards[at, :5].tolist())
        for seat in range(2):
            hole = cards_of(batch.holding(seat)[at].tolist())
            assert batch.multiples[at, seat] == standard.strategy.play(hole, board).multiple
            assert batch.seats[at, seat] == rank_hand((*hole, *board)).strength
    assert {0, 1, 2, 4} <= set(batch.multiples.ravel().tolist())


@pytest.mark.parametrize("bank", [700, 4_000, 15_000, 60_000, None])
@pytest.mark.parametrize(
    ("house", "seats"),
    [
        (BAD_BEAT, [BONUS, ODD, PLAIN]),
        (GROSS, [BONUS, ODD, PLAIN]),
        (CAPPED, [{**PLAIN, "ultimate_pairs": 700}, {**BONUS, "ultimate_pairs": 500}]),
    ],
    ids=["action", "gross", "capped"],
)
def test_batches_are_settled_as_the_table_settles(
    house: Rulebook, seats: list[dict[str, int]], bank: Cents | None, standard: Solution
) -> None:
    batch = random_play(house, seats, standard, 400)
    settled = settle_batch(house, [SeatAmounts(house, seat) for seat in seats], batch, bank)
    for at in range(len(batch.cards)):
        table = settled_at_table(house, seats, batch, bank, at)
        assert settled.results[at] == table.collected - table.paid
        assert settled.uncovered[at] == uncovered(table.rows)


@pytest.mark.parametrize("name", ["california-bad-beat", "hollywood-pa"])
def test_batches_under_other_readings_pay_each_seat_as_the_table_does(
    name: str, standard: Solution
) -> None:
    """Coverage `gross`, folds in their place, a Bad Beat that lives, Pairs outside the cap …"""
    house = load_house(name)
    seats = [{**BONUS, "bad_beat": 2500}, {**BONUS, "trips": 2500}, PLAIN]
    if house.payouts.maximum:
        seats = [dict.fromkeys(("ante", "blind", "trips", "ultimate_pairs"), 100_000), *seats]
    bank = 6_000 if house.player_dealer else None
    batch = random_play(house, seats, standard, 60)
    for other in other_readings(house):
        units = ({wager: stake // 50 for wager, stake in seat.items()} for seat in seats)
        amounts = [MultipliedAmounts(SeatAmounts(other.rules, unit), 50) for unit in units]
        nets = settle_batch(other.rules, amounts, batch, bank).nets
        for at in range(len(batch.cards)):
            paid: Counter[int] = Counter()
            for row in settled_at_table(other.rules, seats, batch, bank, at).rows:
                paid[row.seat] += row.paid - row.taken
            assert nets[:, at].tolist() == [paid[seat] for seat in range(1, len(seats) + 1)]


def every_dealer(standard: Solution, hole: str, board: str) -> list[Deal]:
    """A spot with the play that is best, against all 990 dealers."""
    mine, shared = parse_cards(hole), parse_cards(board)
    left = [card for card in DECK if card not in mine and card not in shared]
    action = standard.strategy.play(mine, shared)
    return [Deal(mine, shared, dealer, action) for dealer in combinations(left, 2)]


def outcome_of(deal: Deal) -> Outcome:
    mine, theirs = rank_hand((*deal.hole, *deal.board)), rank_hand((*deal.dealer, *deal.board))
    gap = mine.strength - theirs.strength
    result = Result.WIN if gap > 0 else Result.LOSS if gap else Result.TIE
    return Outcome(deal.action, mine.category, theirs.category, result, 1)


@pytest.mark.parametrize("house", [BAD_BEAT, GROSS], ids=["action", "gross"])
def test_one_seat_is_exact_against_every_dealer(house: Rulebook, standard: Solution) -> None:
    """All dealers on some boards, each settled by the table."""
    deals = [
        *every_dealer(standard, "7c 2d", "Ks Kd Kh Kc 3s"),
        *every_dealer(standard, "9s 9d", "9h 4c 4d Ts As"),
        *every_dealer(standard, "3c 2h", "Ad Qs 9h 8c 6d"),
    ]
    assert {deal.action.multiple for deal in deals} > {0}
    reduced = replace(standard, outcomes=tuple(map(outcome_of, deals)))
    for bank in (900, 6_000, 21_000):
        expected: Counter[SeatSettlement] = Counter()
        for deal in deals:
            spot = DealtSpot(1, deal.hole, deal.action.multiple, BONUS)
            table = settle(house, deal.board, deal.dealer, [spot], 2, bank)
            expected[SeatSettlement(table.collected - table.paid, uncovered(table.rows))] += 1
        counted = seat_at_bank(house, reduced, BONUS, bank)
        assert counted.deals == expected
        assert counted.total == len(deals)


def test_a_bank_below_the_ante_wins_or_loses_itself(standard: Solution) -> None:
    """The first wager that is not a push uses up the whole bank: Ante, or else Play."""
    seat = seat_at_bank(load_house("california"), standard, PLAIN, 700)
    won = lost = 0
    for outcome in standard.outcomes:
        if outcome.action is Action.FOLD or outcome.result is Result.LOSS:
            won += outcome.count
        elif outcome.result is Result.WIN:
            lost += outcome.count
    assert seat.moments.mean == Fraction(700 * (won - lost), seat.total)
    assert seat.exhausted == Fraction(lost, seat.total)
    assert seat.moments.variance == 700**2 * Fraction(won + lost, seat.total) - (
        seat.moments.mean**2
    )


def test_one_seat_agrees_with_the_simulation(one_seat: BankFigures) -> None:
    for bank in (5_000, 20_000):
        simulation = Simulation(one_seat, bank, 4)
        simulation.add(BATCH)
        at = at_bank(one_seat, bank, None)
        assert at.mean is not None
        assert at.deviation is not None
        assert at.mean.exact
        assert at.deviation.exact
        mean, error = simulation.regression.plain_mean()
        assert abs(mean - at.mean.value) < 4 * error
        spread, error = simulation.regression.deviation()
        assert abs(spread - at.deviation.value) < 4 * error
        figures = simulation.figures()
        for exact, simulated in (
            (at.short, figures.short),
            (at.uncovered, figures.uncovered),
            (at.exhausted, figures.exhausted),
        ):
            assert exact is not None
            assert exact.exact
            assert simulated.value is not None
            assert simulated.error is not None
            assert abs(exact.value - simulated.value) < 4 * simulated.error


def test_full_cover_is_what_a_large_bank_has(one_seat: BankFigures, standard: Solution) -> None:
    """To the cent, where the figures of full cover ignore rounding."""
    at = at_bank(one_seat, 10_000_000, None)
    assert at.covered
    assert at.mean_before_fee is not None
    assert at.mean_before_fee.fraction == one_seat.mean_before_fee
    assert at.variance == one_seat.results[0].variance
    assert at.worst == one_seat.together
    assert at.short is not None
    assert at.short.value == 0


def test_more_seats_are_exact_if_the_bank_covers_every_deal(two_seats: BankFigures) -> None:
    most = most_used(BAD_BEAT, [BONUS, PLAIN])
    assert most.covered_by(BAD_BEAT, most.both)
    assert not most.covered_by(BAD_BEAT, most.both - 1)
    assert most.covered_by(GROSS, most.paid)
    assert not most.covered_by(GROSS, most.paid - 1)
    at = at_bank(two_seats, most.both, None)
    assert at.mean is not None
    assert at.mean.fraction == two_seats.mean
    assert at.deviation is None
    assert at_bank(two_seats, most.both - 1, None).mean is None
    simulation = Simulation(two_seats, most.both, 8)
    simulation.add(BATCH)
    mean, error = simulation.regression.plain_mean()
    assert abs(mean - float(two_seats.mean)) < 4 * error
    mean, error = simulation.regression.mean()
    assert mean == pytest.approx(float(two_seats.mean), abs=1e-3)
    assert error < 1e-3
    assert simulation.figures().short.value == 0


def test_controls_narrow_the_error_and_not_the_mean(two_seats: BankFigures) -> None:
    simulation = Simulation(two_seats, 10_000, 2)
    simulation.add(BATCH)
    plain, plain_error = simulation.regression.plain_mean()
    mean, error = simulation.regression.mean()
    assert error < plain_error / 3
    assert abs(mean - plain) < 4 * plain_error


def test_controls_have_the_mean_zero(two_seats: BankFigures) -> None:
    simulation = Simulation(two_seats, 10_000, 2)
    for control, solution in zip(simulation.controls, two_seats.solutions, strict=True):
        total = sum(
            outcome.count * control.values[index_of(ending_of(outcome))]
            for outcome in solution.outcomes
        )
        assert total / DEALS == pytest.approx([0] * 4, abs=1e-6)


def test_the_simulation_stops_at_one_percent_of_the_lowest_ante(two_seats: BankFigures) -> None:
    reports: list[tuple[int, int]] = []
    simulated = simulate(two_seats, 10_000, None, 1, lambda done, of: reports.append((done, of)))
    assert simulated.target == 10
    assert simulated.precise
    assert simulated.mean.error is not None
    assert simulated.mean.error < 10
    assert simulated.rounds >= FEWEST_ROUNDS
    assert reports[-1] == (simulated.rounds, simulated.rounds)
    assert all(done <= of for done, of in reports)
    few = simulate(two_seats, 10_000, 300, 1)
    assert not few.precise
    at = at_bank(two_seats, 10_000, simulated)
    assert at.mean is not None
    assert at.mean_before_fee is not None
    assert not at.mean.exact
    assert at.mean_before_fee.value == at.mean.value + two_seats.fee
    other = simulate(two_seats, 10_000, None, 99)
    assert other.mean.value is not None
    assert simulated.mean.value is not None
    assert abs(other.mean.value - simulated.mean.value) < 4 * 10 * 2**0.5
    assert other.mean != simulated.mean


def test_a_seed_repeats_a_simulation(two_seats: BankFigures) -> None:
    run = partial(simulate, two_seats, 7_000, 1_000)
    assert run(6) == run(6)
    assert run(6).mean != run(7).mean
    assert run(-6).mean != run(6).mean


def test_no_deal_costs_more_than_the_bank_and_the_fee(two_seats: BankFigures) -> None:
    """Random deals with random plays, and the worst deal of full cover at every bank."""
    draw = Random(3)
    seats = [BONUS, PLAIN]
    batch = random_play(BAD_BEAT, seats, two_seats.solutions[0], 300)
    for bank in (500, 3_000, 17_500, 250_000, 1_250_000, 1_400_000, 1_700_000):
        at = at_bank(two_seats, bank, None)
        assert at.worst_case <= bank + two_seats.fee
        assert at.worst.deal.total <= at.worst.at_most
        if bank <= 1_250_000:
            assert at.worst.exact
            assert at.worst_case == bank + two_seats.fee
        for _ in range(100):
            table = settled_at_table(BAD_BEAT, seats, batch, bank, draw.randrange(300))
            assert table.paid - table.collected <= at.worst.at_most
    simulated = simulate(two_seats, 500, 2_000, 1)
    assert simulated.worst_deal.total == 500
    assert simulated.worst == -500 - two_seats.fee


def test_a_short_bank_can_lose_more_than_full_cover_would() -> None:
    """The first seat uses up the bank, and what the second lost goes back."""
    board, dealer = parse_cards("Ah Ad 7c 8s 9d"), parse_cards("Kc Kd")
    spots = [
        DealtSpot(1, parse_cards("As Ac"), 4, PLAIN),
        DealtSpot(2, parse_cards("2c 3d"), 4, PLAIN),
    ]
    whole = settle(BAD_BEAT, board, dealer, spots, 3)
    short = settle(BAD_BEAT, board, dealer, spots, 3, 13_000)
    assert whole.paid - whole.collected == 9_000
    assert short.paid - short.collected == 13_000
    assert most_used(BAD_BEAT, [PLAIN, PLAIN]).paid >= 13_000
