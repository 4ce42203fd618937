"""The solved game compared with published figures and known identities."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.exact.reference_solver import canonical_boards
from uth.core.cards import parse_cards
from uth.core.hands import Category
from uth.core.refusal import Refusal
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.outcomes import DEALS, Action, Result, base_net, distribution, moments
from uth.exact.solver.solve import solve

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution

SEVEN_CARD_HANDS = {
    Category.HIGH_CARD: 23_294_460,
    Category.PAIR: 58_627_800,
    Category.TWO_PAIR: 31_433_400,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.STRAIGHT: 6_180_020,
    Category.FLUSH: 4_047_644,
    Category.FULL_HOUSE: 3_473_184,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.STRAIGHT_FLUSH: 37_260,
    Category.ROYAL_FLUSH: 4_324,
}


def test_the_expected_value_is_this_integer(standard: Solution) -> None:
    assert standard.ev * (1326 * 21_187_600 * 1980) == -1_215_447_575_352


def test_published_figures(standard: Solution) -> None:
    assert round(float(standard.house_edge), 5) == 0.02185
    assert round(float(standard.element_of_risk), 5) == 0.00526
    assert round(float(standard.average_wager), 6) == 4.152252
    assert round(standard.moments.deviation, 2) == 4.94
    raising = sum(hand.holdings for hand in standard.hands if hand.best is Action.FOUR)
    assert raising == 500


def test_the_backward_pass_gives_the_same_value(standard: Solution) -> None:
    assert sum(standard.net.values()) == DEALS == 27_813_810_024_000
    assert standard.moments.mean == standard.ev
    assert sum(standard.frequencies.values()) == 1
    assert standard.frequencies[Action.THREE] == 0


def test_hands_are_as_frequent_as_seven_card_hands(standard: Solution) -> None:
    times = Fraction(DEALS, 133_784_560)
    for side in ("mine", "theirs"):
        for category, count in SEVEN_CARD_HANDS.items():
            total = sum(o.count for o in standard.outcomes if getattr(o, side) is category)
            assert total == count * times


def test_starting_hands(standard: Solution) -> None:
    assert len(standard.hands) == 169
    assert sum(hand.holdings for hand in standard.hands) == 1326
    best = {hand.name: hand.best for hand in standard.hands}
    for name in ("33", "A2o", "K2s", "K5o", "Q6s", "Q8o", "J8s", "JTo"):
        assert best[name] is Action.FOUR
    for name in ("22", "K4o", "Q5s", "Q7o", "J7s", "J9o", "T9s"):
        assert best[name] is Action.CHECK
    assert max(standard.hands, key=lambda hand: hand.value).name == "AA"


def test_three_is_never_better_than_four_and_checking(standard: Solution) -> None:
    for hand in standard.hands:
        four, three, check = (
            hand.values[action] for action in (Action.FOUR, Action.THREE, Action.CHECK)
        )
        assert three <= max(four, check)


def test_the_winner_never_has_the_lower_category(standard: Solution) -> None:
    for outcome in standard.outcomes:
        if outcome.result is Result.WIN:
            assert outcome.mine.at_least(outcome.theirs)
        if outcome.result is Result.LOSS:
            assert outcome.theirs.at_least(outcome.mine)


def test_a_push_on_everything_and_no_qualifying(boards: Boards) -> None:
    rules = GameRules((Fraction(0),) * 6, frozenset({4}), qualify=False)
    solution = solve(rules, boards=boards)
    assert set(solution.net) == {Fraction(n) for n in (-6, -4, -3, -2, 0, 2, 3, 5)}
    assert solution.moments.mean == solution.ev


def test_the_value_is_the_same_without_endings(boards: Boards, standard: Solution) -> None:
    quick = solve(boards=boards, endings=False)
    assert quick.ev == standard.ev
    assert quick.outcomes == ()


@pytest.mark.parametrize("threads", [1, 3])
def test_the_number_of_threads_changes_nothing(
    threads: int, boards: Boards, standard: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uth.exact.solver.passes.thread_count", lambda: threads)
    assert solve(boards=boards).outcomes == standard.outcomes


def random_rules(draw: Random) -> GameRules:
    odds = tuple(
        Fraction(draw.randrange(most * 4), draw.choice((1, 2, 3, 4, 5, 7)))
        for most in (500, 60, 20, 6, 3, 2)
    )
    play = draw.choice((frozenset({3}), frozenset({4}), frozenset({3, 4})))
    return GameRules(odds, play, draw.random() < 0.5)


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(more, marks=pytest.mark.nightly) for more in range(2, 6))]
)
def test_both_passes_agree_under_random_rules(boards: Boards, seed: int) -> None:
    solution = solve(random_rules(Random(seed)), boards=boards)
    assert solution.moments.mean == solution.ev
    assert sum(solution.net.values()) == DEALS


def test_canonical_boards_represent_all_boards() -> None:
    boards = canonical_boards()
    assert len(boards) == 134_459
    assert int(boards[:, 5].sum()) == 2_598_960


def test_odds_that_64_bits_cannot_count_are_refused() -> None:
    odds = tuple(Fraction(1, n) for n in (99_991, 99_989, 99_971, 2, 3, 5))
    with pytest.raises(Refusal, match="solve/blind_too_fine"):
        GameRules(odds)


def test_impossible_rules_are_refused() -> None:
    with pytest.raises(Refusal, match="solve/blind_count"):
        GameRules((Fraction(1),))
    with pytest.raises(Refusal, match="solve/blind_negative"):
        GameRules((Fraction(-1),) * 6)
    with pytest.raises(Refusal, match="solve/play"):
        GameRules(river=frozenset())


@pytest.mark.parametrize(
    "cap",
    [4, Fraction(50_000, 507), *(pytest.param(cap, marks=pytest.mark.nightly) for cap in (50, 53))],
)
def test_a_cap_on_total_winnings(cap: Fraction, standard: Solution, boards: Boards) -> None:
    """Both passes agree under a cap, and the solution is better than play that ignores it."""
    rules = GameRules(cap=Fraction(cap))
    solution = solve(rules, boards=boards)
    assert max(solution.net) == cap
    assert solution.moments.mean == solution.ev
    as_before = distribution(standard.outcomes, lambda outcome: base_net(rules, outcome))
    assert moments(as_before).mean < solution.ev < standard.ev
    hole, board = parse_cards("Ac Kc"), parse_cards("Tc Jc Qc 2d 2h")
    assert solution.strategy.river_values(hole, board).values[Action.ONE] == cap


def test_a_cap_that_nothing_reaches_changes_nothing() -> None:
    assert GameRules(cap=Fraction(505)).linear
    assert not GameRules(cap=Fraction(504)).linear
    assert GameRules(cap=Fraction(504), capped=frozenset({"play", "blind"})).linear
    with pytest.raises(Refusal, match="solve/cap"):
        GameRules(cap=Fraction(-1))
