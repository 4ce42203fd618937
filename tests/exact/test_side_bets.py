"""Bonus wagers compared with published figures, with enumeration and with each other."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.core.plain_hands import five_card_hand
from tests.exact.enumeration import flop_gain, river_value, without
from tests.exact.test_solve import SEVEN_CARD_HANDS
from uth.core.cards import DECK, parse_cards
from uth.core.hands import CATEGORIES, Category, rank_hand
from uth.core.refusal import Refusal
from uth.exact.bets.house_bets import house_bets
from uth.exact.bets.jackpots.envy import envy, envy_mean
from uth.exact.bets.jackpots.five_cards import five_card_hands
from uth.exact.bets.jackpots.mystery import Mystery, floor_sum
from uth.exact.bets.jackpots.progressive import ProgressiveBet, total_edge
from uth.exact.bets.late_wagers import late_wagers
from uth.exact.bets.side_bets import beaten_hand_returns, hand_returns, holding_returns
from uth.exact.bets.wager_means import wager_means
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.house_game import beaten_hand_bet, game_rules, hand_nets
from uth.exact.solver.outcomes import Action, base_net, beaten_hand_net, distribution, moments
from uth.exact.solver.pays import beaten_hand_pays, hand_pays
from uth.exact.solver.solve import solve
from uth.rulebook.store import HOUSES, load_house, load_text
from uth.table.wagers import DependsOn
from uth.table.wagers.trips import Trips

if TYPE_CHECKING:
    from uth.core.cards import Card
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook


@pytest.fixture(scope="module")
def with_bad_beat(boards: Boards) -> Solution:
    """Optimal play for the base game and a Bad Beat of one ante together."""
    return solve(
        beaten_hand=beaten_hand_bet(load_house("hollywood-pa"), "bad_beat"),
        boards=boards,
        endings=False,
    )


def with_table(**tables: str) -> Rulebook:
    lines = "\n".join(f'{name} = "{value}"' for name, value in tables.items())
    return load_text(f'extends = "light-and-wonder"\n[tables]\n{lines}\n')


@pytest.mark.parametrize(
    ("table", "edge"),
    [("UTH-01", 0.9018), ("UTH-02", 1.9040), ("UTH-03", 3.4979), ("UTH-04", 6.1808)],
)
def test_trips_has_the_published_edges(table: str, edge: float) -> None:
    returns = hand_returns(
        hand_nets(with_table(paytable=table).pays.by_category("trips")), SEVEN_CARD_HANDS
    )
    assert round(float(returns.edge) * 100, 4) == edge
    assert returns.deals == 133_784_560


def test_bad_beat_when_a_fold_does_not_matter(standard: Solution) -> None:
    wager = beaten_hand_bet(load_house("california-bad-beat"), "bad_beat")
    returns = beaten_hand_returns(wager.nets, standard.outcomes, fold_loses=False)
    assert round(float(returns.edge) * 100, 4) == 14.7868


def test_a_fold_loses_a_bad_beat(standard: Solution) -> None:
    wager = beaten_hand_bet(load_house("california"), "bad_beat")
    with_fold = beaten_hand_returns(wager.nets, standard.outcomes)
    without = beaten_hand_returns(wager.nets, standard.outcomes, fold_loses=False)
    assert with_fold.edge > without.edge
    assert with_fold.deals == without.deals


def test_two_ways_to_value_a_bad_beat(boards: Boards, standard: Solution) -> None:
    wager = beaten_hand_bet(load_house("california"), "bad_beat")
    counted = moments(
        distribution(standard.outcomes, lambda o: beaten_hand_net(wager.nets, o))
    ).mean
    assert wager_means(boards, standard, beaten_hand_pays(wager)).mean == counted
    assert counted == beaten_hand_returns(wager.nets, standard.outcomes).mean


def test_the_wager_means_of_the_base_game_are_its_values(
    boards: Boards, standard: Solution
) -> None:
    by_cell = wager_means(boards, standard, standard.strategy.decisions.pays)
    assert by_cell.mean == standard.ev
    for start, hand in enumerate(standard.hands):
        total = sum(value for (at, _), value in by_cell.sums.items() if at == start)
        assert total == hand.value * hand.holdings * 19600
    made: Counter[Category] = Counter()
    for (_, category), count in by_cell.counts.items():
        made[category] += count
    assert made == {category: 10 * count for category, count in five_card_hands().items()}


def test_trips_does_not_depend_on_the_strategy(boards: Boards, standard: Solution) -> None:
    nets = hand_nets(load_house("cardroom-25").pays.by_category("trips"))
    assert (
        wager_means(boards, standard, hand_pays(nets)).mean
        == hand_returns(nets, SEVEN_CARD_HANDS).mean
    )


def test_play_that_counts_a_bad_beat_gains(boards: Boards, standard: Solution) -> None:
    wager = beaten_hand_bet(load_house("california"), "bad_beat", Fraction(1, 5))
    both = solve(beaten_hand=wager, boards=boards)
    apart = standard.ev + wager.stake * beaten_hand_returns(wager.nets, standard.outcomes).mean
    together = moments(
        distribution(
            both.outcomes,
            lambda o: base_net(both.rules, o) + wager.stake * beaten_hand_net(wager.nets, o),
        )
    ).mean
    assert both.ev == together > apart
    assert both.frequencies[Action.FOLD] < standard.frequencies[Action.FOLD]


def test_figures_that_count_a_bad_beat_agree(boards: Boards) -> None:
    wager = beaten_hand_bet(load_house("hollywood-pa"), "bad_beat", Fraction(1, 5))
    both = solve(beaten_hand=wager, boards=boards)
    assert both.moments.mean == both.ev
    play = sum(action.multiple * often for action, often in both.frequencies.items())
    assert both.average_wager == 2 + Fraction(1, 5) + play
    assert both.element_of_risk == -both.ev / both.average_wager


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("3d 2h", "9s Tc 9h 5d 9c"),
        ("3d 2h", "9s Tc 9h 5d 4c"),
        ("Ah Kh", "Qh Jh Th 2c 3d"),
        ("7c 7d", "Ah Ad Ac Kh Ks"),
        ("3d 2h", "Ah Ad Ac As Ks"),
    ],
)
def test_the_strategy_counts_a_bad_beat_on_the_river(
    boards: Boards, with_bad_beat: Solution, hole: str, board: str
) -> None:
    mine, cards = parse_cards(hole), parse_cards(board)
    nets = beaten_hand_bet(load_house("hollywood-pa"), "bad_beat").nets
    own = rank_hand((*mine, *cards)).strength
    total = Fraction(0)
    for theirs in combinations(without(mine, cards), 2):
        dealer = rank_hand((*theirs, *cards)).strength
        beaten = CATEGORIES[min(own, dealer) >> 20] if own != dealer else None
        total += nets[beaten.value] if beaten else -1
    bet = river_value(with_bad_beat.rules, (mine[0], mine[1]), cards, 1) + total / 990
    advice = with_bad_beat.strategy.river_values(mine, cards)
    assert advice.values == {Action.ONE: bet, Action.FOLD: -3}
    assert with_bad_beat.strategy.river(mine, cards) is (Action.ONE if bet >= -3 else Action.FOLD)
    if board.endswith("9c"):
        assert round(float(bet), 2) == 5.77


def test_flop_decisions_agree_with_river_values(with_bad_beat: Solution) -> None:
    """The gain of 2x over checking, summed over every turn and river of a flop."""
    mine, flop = parse_cards("3d 2h"), parse_cards("9s 9h 9c")
    gain = Fraction(0)
    for more in combinations(without(mine, flop), 2):
        values = with_bad_beat.strategy.river_values(mine, (*flop, *more)).values
        gain -= max(values.values())
        gain += values[Action.ONE] + play_once(mine, (*flop, *more))
    unit = 990 * with_bad_beat.strategy.decisions.pays.scale
    assert flop_gain(with_bad_beat, mine, flop) == gain * unit


def play_once(mine: tuple[Card, ...], board: tuple[Card, ...]) -> Fraction:
    """The mean net of one more ante on Play."""
    hands = np.array(
        [
            [card.index for card in (*board, *two_cards)]
            for two_cards in (mine, *combinations(without(mine, board), 2))
        ],
        np.uint8,
    )
    own, *theirs = evaluator().evaluate(hands).tolist()
    return Fraction(sum((own > dealer) - (own < dealer) for dealer in theirs), len(theirs))


def test_ultimate_pairs_by_every_holding() -> None:
    table = load_house("hollywood-pa").pays.by_holding("ultimate_pairs")
    returns = holding_returns(table)
    total = Fraction(0)
    for holding in combinations(DECK, 2):
        paid = next(
            (pay_line.pays.fraction for pay_line in table if pay_line.fits(holding, ())), None
        )
        total += Fraction(-1) if paid is None else paid
    assert returns.mean == total / 1326
    assert returns.deals == 1326 * 1225


@pytest.mark.clause("LW-10")
def test_aces_against_aces() -> None:
    returns = holding_returns(with_table(ultimate_pairs="2").pays.by_holding("ultimate_pairs"))
    assert returns.lines[0].count == 6
    assert returns.lines[1].count == 6 * 1224


def test_five_card_hands_have_the_known_counts() -> None:
    assert [five_card_hands()[category] for category in CATEGORIES] == [
        1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4
    ]  # fmt: skip


def test_the_progressive_and_its_meter() -> None:
    bet = ProgressiveBet(load_house("hollywood-pa").progressive)
    meter = bet.break_even
    assert meter is not None
    assert bet.at(meter).edge == 0
    assert bet.at(meter / 2).edge > 0 > bet.at(meter * 2).edge
    by_hand = sum(
        Fraction(count, 2_598_960) * bet.prize(category, Fraction(1_000_000))
        for category, count in five_card_hands().items()
    )
    assert bet.at(Fraction(1_000_000)).mean == by_hand / bet.rules.wager - 1


def test_envy_by_every_flop_of_one_suit() -> None:
    """The figures for two other players, by enumeration of one suit."""
    rules = load_house("hollywood-pa").progressive
    suited = [card for card in DECK if card.index & 3 == 0]
    mean = square = hits = Fraction(0)
    for flop in combinations(suited, 3):
        rest = [card for card in suited if card not in flop]
        prizes = {}
        for two_cards in combinations(rest, 2):
            prize = rules.envy.get(five_card_hand((*flop, *two_cards)).category)
            if prize:
                prizes[frozenset(two_cards)] = prize
        one, two = Fraction(1, 1176), Fraction(1, 1176 * 1081)
        for pair, prize in prizes.items():
            others = [(p, q) for p, q in prizes.items() if not p & pair]
            alone = one - two * len(others)
            mean += 2 * alone * prize
            square += 2 * alone * prize**2
            hits += 2 * alone
            for _, second in others:
                mean += two * (prize + second)
                square += two * (prize + second) ** 2
                hits += two
    figures = envy(rules, 2)
    flops = Fraction(4, 22100)
    assert figures.mean == flops * mean
    assert figures.hit_rate == flops * hits
    assert figures.variance == flops * square - (flops * mean) ** 2
    assert envy(rules, 0).mean == 0
    other = rules.replace(envy={**rules.envy, Category.FOUR_OF_A_KIND: 100})
    assert envy_mean(other, 2) - figures.mean == Fraction(2 * 100 * 624, 2_598_960)
    with pytest.raises(Refusal, match="royal and straight flushes"):
        envy(other, 2)


def test_floor_sum_agrees_with_a_loop() -> None:
    for many, by, times, more in product(range(7), (1, 2, 7), (0, 3, 7, 9), (0, 5, 20)):
        summed = sum((one * times + more) // by for one in range(many))
        assert floor_sum(many, by, times, more) == summed


def mystery_chance(mystery: Mystery, meter: Fraction) -> Fraction:
    """The probability that the next wager wins if the meter is at `meter` cents."""
    low, high = max(mystery.values.start, ceil(meter)), mystery.values.stop
    hits = max(0, min(high, ceil(meter + mystery.increment)) - low)
    return Fraction(hits, high - low) if low < high else Fraction(1)


@pytest.mark.clause("Q-23")
def test_must_hit_by() -> None:
    mystery = Mystery(load_house("hollywood-pa").progressive)
    assert mystery.increment == 10
    assert mystery.values == range(25_000, 99_991)
    meter, left, awards, wagers = Fraction(25_000), Fraction(1), Fraction(0), Fraction(0)
    squares = Fraction(0)
    while left:
        chance = mystery_chance(mystery, meter)
        wagers += left
        awards += left * chance * (meter + 10)
        squares += left * chance * (meter + 10) ** 2
        left *= 1 - chance
        meter += 10
    assert meter <= 100_000
    assert awards == mystery.average_award
    assert wagers == mystery.average_wagers
    assert mystery.hit_rate == 1 / wagers
    assert mystery.edge_contribution == -awards / wagers / 500
    assert mystery.variance == squares / wagers - (awards / wagers) ** 2


def test_the_total_edge_includes_envy_and_the_mystery() -> None:
    rules = load_house("hollywood-pa").progressive
    alone = ProgressiveBet(rules).long_run_edge - Mystery(rules).long_run_value / 500
    assert total_edge(rules, 0) == alone
    assert alone - total_edge(rules, 5) == envy(rules, 5).mean / 500


def test_must_hit_by_one_value_at_a_time() -> None:
    mystery = Mystery(load_house("hollywood-pa").progressive)
    meter = Fraction(99_900)
    left = [value for value in mystery.values if value >= meter]
    hits = [value for value in left if value < meter + 10]
    assert mystery_chance(mystery, meter) == Fraction(len(hits), len(left))
    assert mystery_chance(mystery, Fraction(99_990)) == 1


@pytest.mark.parametrize("house", HOUSES)
def test_every_house_is_the_standard_game(house: str, standard: Solution) -> None:
    assert game_rules(load_house(house)) == standard.rules


def test_a_wager_of_a_new_kind_is_refused(
    standard: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing counts it yet, so there are no figures rather than wrong ones."""
    house = load_house("cardroom-25")
    monkeypatch.setattr(Trips, "depends_on", lambda *_: DependsOn.OTHER_HANDS)
    for count in (
        lambda: house_bets(house, standard),
        lambda: late_wagers(house, standard.rules, 1_000, {"trips": 500}),
    ):
        with pytest.raises(Refusal) as refused:
            count()
        assert str(refused.value) == "solve/wager: no exact figures can be computed for Trips"
