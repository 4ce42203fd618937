"""The game at an Ante: caps and ceilings compared with what the table itself pays and offers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.exact.enumeration import without
from uth.core.cards import DECK, parse_cards
from uth.core.hands import rank_hand
from uth.exact.advice import Spot, advise
from uth.exact.bets.late_wagers import late_wagers
from uth.exact.bets.position import PositionFinder
from uth.exact.bets.seat_payouts import SeatPayouts
from uth.exact.solver.ante_game import bindings, game_at, legal_game
from uth.exact.solver.house_game import game_rules
from uth.exact.solver.outcomes import DEALS, Action, Outcome, Result, bet, distribution, moments
from uth.exact.solver.solve import endings_of
from uth.reports.bindings import binding_text
from uth.rulebook.settings import with_settings
from uth.rulebook.store import HOUSES, load_house
from uth.table.settling.settlement import DealtSpot, settle
from uth.table.wagers import WAGERS, HoldingBonus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.solved import Solve
    from uth.core.cards import Card
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook

POSTED = {"payouts": {"maximum": {"value": "400", "clause": "CR-10"}}}
AGGREGATES = {
    "payouts": {
        "aggregate": {
            "value": {"blind": "2000", "trips": "500", "bad_beat": "900"},
            "clause": "LW-13",
        }
    }
}


GOOD_HANDS = (
    "Ah Ad Ac As 2c 2d 9h",
    "Ah Kh Qh Jh Th 2c 2d",
    "Ad Kd Qd Jd 9d 8c Td",
    "Ac Kc Qs Js Th 2c 2d",
)


def houses() -> dict[str, tuple[Rulebook, dict[str, int]]]:
    """Houses with caps, and stakes at which they bind."""
    everything = {"trips": 2500, "bad_beat": 1500, "ultimate_pairs": 60_000}
    return {
        "PA-12": (load_house("hollywood-pa"), {"ante": 95_000, **everything}),
        "CR-10": (with_settings("cardroom-25", POSTED), {"ante": 2500, "trips": 2500}),
        "Q-25": (with_settings("light-and-wonder", AGGREGATES), {"ante": 7500, **everything}),
    }


def table_net(house: Rulebook, deal: Sequence[Card], multiple: int, wagers: dict[str, int]) -> int:
    """What the table pays a seat that is alone; the cards are hole, board and dealer."""
    hole, board, dealer = tuple(deal[:2]), tuple(deal[2:7]), tuple(deal[7:])
    spot = DealtSpot(1, hole, multiple, {**wagers, "blind": wagers["ante"]})
    return sum(row.paid - row.taken for row in settle(house, board, dealer, [spot]).rows)


@pytest.mark.parametrize("house", HOUSES)
def test_where_nothing_binds_it_is_the_house_s_own_game(house: str) -> None:
    rules = load_house(house)
    assert game_at(rules, rules.limits.minimum) == game_rules(rules)
    assert bindings(rules, rules.limits.minimum) == ()


@pytest.mark.clause("PA-12")
@pytest.mark.clause("Q-28")
def test_the_lowest_antes_at_which_something_binds() -> None:
    from_antes = {
        house: {one.what: one.from_ante // 100 for one in bindings(load_house(house))}
        for house in HOUSES
    }
    assert from_antes == {
        "california": {},
        "california-bad-beat": {},
        "cardroom-25": {},
        "hollywood-pa": {"royal_flush": 100, "straight_flush": 910},
        "light-and-wonder": {"4x": 76, "3x": 101, "2x": 151},
    }
    first, _ = bindings(load_house("hollywood-pa"))
    assert binding_text(first) == (
        "$50,000 maximum payout (PA-12): binds for a royal flush from an Ante of $100"
    )
    posted = {one.what: one.from_ante for one in bindings(houses()["CR-10"][0])}
    assert posted == {"royal_flush": 300, "straight_flush": 800}


@pytest.mark.parametrize("name", ["PA-12", "CR-10", "Q-25"])
def test_something_binds_from_its_ante_on_and_not_before(name: str) -> None:
    house, _ = houses()[name]
    for one in bindings(house):
        below = one.from_ante - house.limits.chip
        assert one in bindings(house, one.from_ante)
        assert one not in bindings(house, below)
        assert game_at(house, one.from_ante) != game_rules(house)
    lowest = min(one.from_ante for one in bindings(house))
    if lowest > house.limits.minimum:
        assert game_at(house, lowest - house.limits.chip) == game_rules(house)


@pytest.mark.clause("Q-28")
def test_a_ceiling_leaves_the_bets_below_it() -> None:
    house = load_house("light-and-wonder")
    offered = {
        dollars: (set(game.play), set(game.flop), set(game.river))
        for dollars in (75, 76, 100, 101, 150, 151, 300)
        for game in [game_at(house, dollars * 100)]
    }
    assert offered == {
        75: ({4, 3}, {2}, {1}),
        76: ({3}, {2}, {1}),
        100: ({3}, {2}, {1}),
        101: (set(), {2}, {1}),
        150: (set(), {2}, {1}),
        151: (set(), set(), {1}),
        300: (set(), set(), {1}),
    }


@pytest.mark.clause("Q-12")
@pytest.mark.parametrize("name", ["PA-12", "CR-10", "Q-25"])
def test_nets_with_caps_are_what_the_table_pays(name: str, standard: Solution) -> None:
    """On random deals, and on good hands, with every multiple and with a fold."""
    house, stakes = houses()[name]
    draw, bonuses = Random(name), {wager: stakes[wager] for wager in stakes if wager != "ante"}
    late = late_wagers(house, standard.rules, stakes["ante"], bonuses)
    payouts = SeatPayouts(house, standard.rules, late, bonuses)
    good = [parse_cards(text) for text in GOOD_HANDS]
    deals = [draw.sample(DECK, 9) for _ in range(150)]
    deals += [[*cards, *draw.sample(without(cards), 2)] for cards in good for _ in range(40)]
    short = 0
    for deal in deals:
        mine, theirs = rank_hand(deal[:7]), rank_hand(deal[2:])
        result = Result.WIN if mine > theirs else Result.LOSS if mine < theirs else Result.TIE
        line = {
            wager: odds.fraction if odds else Fraction(-1)
            for wager, kind in ((name, WAGERS[name]) for name in bonuses)
            if isinstance(kind, HoldingBonus)
            for odds in [kind.pays(house, tuple(deal[:2]), tuple(deal[7:]))]
        }
        for multiple in (0, 1, 2, 3, 4):
            action = bet(multiple) if multiple else Action.FOLD
            outcome = Outcome(action, mine.category, theirs.category, result, 1)
            nets = payouts.nets(outcome, line)
            assert sum(nets.values()) == table_net(house, deal, multiple, stakes)
            short += nets != payouts.plain_nets(outcome, line)
    assert short > 20


@pytest.mark.clause("PA-12")
@pytest.mark.parametrize("ante", [50_000, 95_000, pytest.param(100_000, marks=pytest.mark.nightly)])
def test_advice_with_a_cap_is_what_the_table_pays(ante: int) -> None:
    """On a flop with a straight flush to come, over all turns, rivers and dealers left."""
    house, draw = load_house("hollywood-pa"), Random(ante)
    hole, flop = parse_cards("9h 8h"), parse_cards("7h 6h Th")
    dead = tuple(draw.sample(without(hole, flop, parse_cards("Jh 5h Qh")), 30))
    left, wagers = without(hole, flop, dead), {"ante": ante}
    two, check, count = Fraction(0), Fraction(0), 0
    for more in combinations(left, 2):
        ends = [
            [
                table_net(house, (*hole, *flop, *more, *dealer), multiple, wagers)
                for multiple in (1, 2)
            ]
            for dealer in combinations(without(hole, flop, dead, more), 2)
        ]
        two += sum(both[1] for both in ends)
        check += max(sum(both[0] for both in ends), -2 * ante * len(ends))
        count += len(ends)
    advice = advise(game_at(house, ante), spot=Spot(hole, flop, dead))
    assert advice.values[Action.TWO] == two / count / ante
    assert advice.values[Action.CHECK] == check / count / ante
    plain = advise(game_rules(house), spot=Spot(hole, flop, dead)).values[Action.TWO]
    assert (plain != advice.values[Action.TWO]) == (ante > 90_000)


@pytest.mark.clause("Q-28")
def test_advice_below_a_ceiling() -> None:
    house, spot = (
        load_house("light-and-wonder"),
        Spot(parse_cards("Ah As"), parse_cards("2c 3d 4h")),
    )
    assert set(advise(game_at(house, 15_000), spot=spot).values) == {Action.TWO, Action.CHECK}
    assert set(advise(game_at(house, 15_100), spot=spot).values) == {Action.CHECK}


@pytest.mark.parametrize(("play", "flop"), [({3}, {2}), (set(), {2}), (set(), set())])
def test_streets_without_a_bet(play: set[int], flop: set[int], games: Solve) -> None:
    rules = replace(game_rules(load_house("light-and-wonder")), play=frozenset(play),
                    flop=frozenset(flop))  # fmt: skip
    solution = games(rules)
    assert solution.moments.mean == solution.ev
    played = {action.multiple for action, often in solution.frequencies.items() if often}
    assert played == {*play, *flop, 1, 0}
    hole, board = parse_cards("Ah As"), parse_cards("Ad Kc 7h 2s 3c")
    assert solution.strategy.play(hole, board).multiple == max({1, *flop, *play})


@pytest.mark.clause("PA-12")
def test_pa_12_at_an_ante_of_1000(standard: Solution, boards: Boards) -> None:
    """The position of an independent audit, and the play that knows the maximum."""
    house = load_house("hollywood-pa")
    position = PositionFinder(house, boards, standard).find(100_000, {})
    assert round(position.mean / 100, 2) == Fraction("-36.67")
    assert round(position.deviation / 100) == 4069
    assert position.mean < position.mean + position.gain < 100_000 * standard.ev
    assert [one.what for one in position.binds] == ["royal_flush", "straight_flush"]
    free = PositionFinder(house, boards, standard).find(9_900, {})
    assert (free.mean, free.binds) == (9_900 * standard.ev, ())


def test_outcomes_of_some_starting_hands_add_up(standard: Solution, boards: Boards) -> None:
    def counted(outcomes: Sequence[Outcome]) -> Counter[tuple[object, ...]]:
        return Counter(
            {(one.action, one.mine, one.theirs, one.result): one.count for one in outcomes}
        )

    parts = [endings_of(standard, boards, frozenset(range(at, 169, 2))) for at in range(2)]
    assert counted(parts[0]) + counted(parts[1]) == counted(standard.outcomes)


@pytest.mark.clause("Q-12")
def test_ultimate_pairs_share_the_maximum(standard: Solution, boards: Boards) -> None:
    """Mean and variance of the seat, from the outcomes of each starting hand's pay line."""
    house, ante, stake = load_house("hollywood-pa"), 100_000, 60_000
    position = PositionFinder(house, boards, standard).find(ante, {"ultimate_pairs": stake})
    late = late_wagers(house, standard.rules, ante, {})
    payouts = SeatPayouts(house, standard.rules, late, {"ultimate_pairs": stake})
    classes: dict[str, set[int]] = {}
    for hand in standard.hands:
        classes.setdefault(_pairs_class(hand.name), set()).add(standard.hands.index(hand))
    nets: Counter[Fraction] = Counter()
    for name, starts in classes.items():
        for outcome in endings_of(standard, boards, frozenset(starts)):
            for odds, sixths in LINES[name]:
                total = sum(
                    payouts.nets(outcome, {"ultimate_pairs": Fraction(odds)}).values(), Fraction(0)
                )
                nets[total] += outcome.count * sixths
    assert sum(nets.values()) == 6 * DEALS
    seat = moments(dict(nets))
    assert (position.mean, position.variance) == (seat.mean, seat.variance)
    alone = PositionFinder(house, boards, standard).find(ante, {})
    assert position.means["ultimate_pairs"] < stake * Fraction(-467, 10_000)
    assert position.means["base"] == alone.mean
    assert position.gain > alone.gain
    assert position.binds[-1].what == "ultimate_pairs"


LINES = {
    "aces": ((100, 1), (30, 5)),
    "suited": ((20, 6),),
    "offsuit": ((10, 6),),
    "pair": ((4, 6),),
    "": ((-1, 6),),
}
"""What Ultimate Pairs nets, and for how many of six holdings (PA-6)."""


def _pairs_class(name: str) -> str:
    if name[0] == name[1]:
        return "aces" if name[0] == "A" else "pair"
    if name[0] == "A" and name[1] in "KQJ":
        return "suited" if name[2] == "s" else "offsuit"
    return ""


@pytest.mark.clause("CR-10")
def test_trips_share_a_posted_maximum(standard: Solution, boards: Boards) -> None:
    house, stakes = houses()["CR-10"]
    late = late_wagers(house, standard.rules, stakes["ante"], {"trips": stakes["trips"]})
    payouts = SeatPayouts(house, standard.rules, late, {"trips": stakes["trips"]})
    seat = moments(
        distribution(
            standard.outcomes,
            lambda outcome: sum(payouts.nets(outcome, {}).values(), Fraction(0)),
        )
    )
    position = PositionFinder(house, boards, standard).find(2500, {"trips": 2500})
    assert (position.mean, position.variance) == (seat.mean, seat.variance)
    assert position.gain > 0
    assert {one.what for one in position.binds} == {"royal_flush", "straight_flush", "trips"}


def test_a_seat_below_a_ceiling(games: Solve, boards: Boards, standard: Solution) -> None:
    house = load_house("light-and-wonder")
    position = PositionFinder(house, boards, standard).find(12_000, {"trips": 500})
    assert position.means["base"] == 12_000 * games(legal_game(house, 12_000)).ev
