"""Advice without compiled code, and advice that counts bonus wagers."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.exact.enumeration import flop_gain, settle, without
from tests.exact.test_advice import draw_spot, suited_boards
from tests.exact.test_multiples import LOW_BETS, game
from tests.exact.test_solve import random_rules
from uth.core.cards import parse_cards
from uth.core.hands import rank_hand
from uth.core.refusal import Refusal
from uth.exact.advice import advise
from uth.exact.plain_advice import plain_advise
from uth.exact.solver.ante_game import game_at
from uth.exact.solver.game_rules import STANDARD, BeatenHandBet
from uth.exact.solver.house_game import beaten_hand_bet
from uth.exact.solver.outcomes import Action, game_net
from uth.exact.solver.solve import solve
from uth.exact.solver.spot import MOST_DEAD, Spot
from uth.exact.spot_endings import advise_preflop
from uth.rulebook.store import load_house

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uth.core.cards import Card
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.game_rules import GameRules

BAD_BEAT = beaten_hand_bet(load_house("hollywood-pa"), "bad_beat", Fraction(2, 3))


def beaten_net(bet: BeatenHandBet | None, mine: int, theirs: int) -> Fraction:
    """What Bad Beat nets for a player who stays in: a tie loses (CA-10)."""
    if bet is None:
        return Fraction(0)
    return -bet.stake if mine == theirs else bet.stake * bet.nets[min(mine, theirs) >> 20]


def enumerated(
    rules: GameRules, spot: Spot, board: Sequence[Card], play: int, bet: BeatenHandBet | None
) -> Fraction:
    """The mean net of a Play bet over every dealer holding, one by one."""
    mine = rank_hand((*board, *spot.hole)).strength
    deck = without(spot.seen, board)
    rest = list(combinations(deck, 2 - len(spot.dealer)))
    total = Fraction(0)
    for more in rest:
        theirs = rank_hand((*board, *spot.dealer, *more)).strength
        total += settle(rules, mine, theirs, play) + beaten_net(bet, mine, theirs)
    return total / len(rest)


def enumerated_flop(
    rules: GameRules, spot: Spot, bet: BeatenHandBet | None
) -> dict[Action, Fraction]:
    """The values of the flop's bets and of a check, over every turn and river."""
    boards = [(*spot.board, *more) for more in combinations(without(spot.seen), 2)]
    fold = -2 - (bet.stake if bet else Fraction(0))
    values = {
        Action(f"{play}x"): sum(
            (enumerated(rules, spot, board, play, bet) for board in boards), Fraction(0)
        )
        for play in rules.flop
    }
    values[Action.CHECK] = sum(
        (
            max(fold, *(enumerated(rules, spot, board, play, bet) for play in rules.river))
            for board in boards
        ),
        Fraction(0),
    )
    return {action: value / len(boards) for action, value in values.items()}


@pytest.mark.parametrize("bet", [None, BAD_BEAT], ids=["base", "bad beat"])
@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("dead", [0, 12, 43])
def test_plain_advice_on_the_river_is_that_of_the_kernels(
    dead: int, dealer: int, bet: BeatenHandBet | None
) -> None:
    draw = Random(dead * 3 + dealer)
    for _ in range(12):
        spot, rules = draw_spot(draw, 5, dead, dealer), random_rules(draw)
        plain = plain_advise(rules, spot=spot, net=game_net(rules, bet))
        if bet is None:
            assert plain.values == advise(rules, spot=spot).values
        assert plain.values[Action.ONE] == enumerated(rules, spot, spot.board, 1, bet)


def test_plain_advice_on_the_flop_is_that_of_the_kernels() -> None:
    draw = Random(7)
    for rules in (STANDARD, random_rules(draw), game(LOW_BETS, random_rules(draw))):
        for dead, dealer in ((0, 0), (0, 1), (5, 2), (25, 0), (42, 1), (43, 0)):
            spot = draw_spot(draw, 3, dead, dealer)
            assert plain_advise(rules, spot=spot).values == advise(rules, spot=spot).values


@pytest.mark.clause("PA-12")
@pytest.mark.clause("Q-28")
@pytest.mark.parametrize(
    ("house", "ante"), [("hollywood-pa", 91_000), ("light-and-wonder", 15_000)]
)
def test_plain_advice_at_an_ante_is_that_of_the_kernels(house: str, ante: int) -> None:
    """Where a maximum payout binds for two hands, and where a ceiling leaves 2x and 1x alone."""
    rules, draw = game_at(load_house(house), ante), Random(house)
    assert rules != STANDARD
    royal = Spot(parse_cards("Ah Kh"), parse_cards("Qh Jh Th"))
    for spot in (royal, draw_spot(draw, 3, 0, 0), draw_spot(draw, 5, 4, 1)):
        assert plain_advise(rules, spot=spot).values == advise(rules, spot=spot).values


@pytest.mark.parametrize("flop", ["2h 7h Kh", "9s 8s 7s", "Ad Ac 5d", "Jc Tc 2d", "6d 6h 6s"])
def test_plain_advice_on_suited_flops_is_that_of_the_kernels(flop: str) -> None:
    draw, board = Random(flop), parse_cards(flop)
    for _ in range(3):
        spot = Spot(tuple(draw.sample(without(board), 2)), board)
        assert plain_advise(spot=spot).values == advise(spot=spot).values


@pytest.mark.parametrize("spot", suited_boards(), ids=str)
def test_plain_advice_on_suited_boards_is_that_of_the_kernels(spot: Spot) -> None:
    assert plain_advise(spot=spot).values == advise(spot=spot).values


@pytest.mark.parametrize(("dead", "dealer"), [(36, 0), (35, 1), (33, 2)])
def test_bad_beat_on_the_flop_agrees_with_enumeration(dead: int, dealer: int) -> None:
    draw = Random(dead)
    spot, rules = draw_spot(draw, 3, dead, dealer), random_rules(draw)
    values = plain_advise(rules, spot=spot, net=game_net(rules, BAD_BEAT)).values
    assert values == enumerated_flop(rules, spot, BAD_BEAT)


def test_bad_beat_in_the_solved_game_is_that_of_the_spots(boards: Boards) -> None:
    """The solver's flop decisions with a Bad Beat, against advice on the same flops."""
    both = solve(beaten_hand=BAD_BEAT, endings=False, boards=boards)
    draw = Random(11)
    for _ in range(20):
        spot = draw_spot(draw, 3, 0, 0)
        values = plain_advise(spot=spot, net=game_net(STANDARD, BAD_BEAT)).values
        gain = values[Action.TWO] - values[Action.CHECK]
        scale = both.strategy.decisions.pays.scale
        assert gain == Fraction(flop_gain(both, spot.hole, spot.board), 1081 * 990 * scale)


@pytest.mark.parametrize(("dead", "dealer"), [(41, 0), (40, 1), (38, 2)])
def test_bad_beat_before_the_flop_agrees_with_the_flops(dead: int, dealer: int) -> None:
    """With dead and known cards: a check takes the better action on every flop."""
    draw, reports = Random(dead), list[tuple[int, int]]()
    spot, rules = draw_spot(draw, 0, dead, dealer), game(LOW_BETS, random_rules(draw))
    net = game_net(rules, BAD_BEAT)
    advice = advise_preflop(rules, spot, net, lambda *done: reports.append(done))
    flops = list(combinations(without(spot.seen), 3))
    check, raised = Fraction(0), dict.fromkeys(rules.play, Fraction(0))
    for flop in flops:
        on_flop = Spot(spot.hole, flop, spot.dead, spot.dealer)
        check += max(enumerated_flop(rules, on_flop, BAD_BEAT).values())
        rest = list(combinations(without(on_flop.seen), 2))
        for more in rest:
            for play in rules.play:
                value = enumerated(rules, spot, (*flop, *more), play, BAD_BEAT)
                raised[play] += value / len(rest)
    assert advice.values[Action.CHECK] == check / len(flops)
    for play, value in raised.items():
        assert advice.values[Action(f"{play}x")] == value / len(flops)
    assert reports[-1] == (len(flops), len(flops))


def test_a_bad_beat_can_change_the_best_action() -> None:
    spot = Spot(parse_cards("3d 2h"), parse_cards("9s Tc 9h 5d 9c"))
    assert plain_advise(spot=spot).best is Action.FOLD
    assert plain_advise(spot=spot, net=game_net(STANDARD, BAD_BEAT)).best is Action.ONE


def test_dead_cards_on_the_river_leave_one_dealer() -> None:
    assert MOST_DEAD == 43
    spot = draw_spot(Random(2), 5, 43, 0)
    (theirs,) = combinations(without(spot.seen), 2)
    known = Spot(spot.hole, spot.board, (), theirs)
    assert plain_advise(spot=spot).values == plain_advise(spot=known).values
    with pytest.raises(Refusal, match="advise/dead"):
        Spot(spot.hole, spot.board, (*spot.dead, theirs[0]))


def test_advice_on_a_board_loads_no_compiled_code() -> None:
    """So the command answers quickly; `uth bench` measures how quickly."""
    words = ["advise", "--house", "california", "--cards", "Kh4d", "--board", "2c7hQs", "--json"]
    words += ["--wagers", "10,trips=5,bad_beat=5"]
    program = (
        "import sys; from uth.cli.commands import run; code = run(sys.argv[1:]);"
        "heavy = {'numpy', 'numba', 'rich', 'msgspec'} & set(sys.modules);"
        "sys.exit(str(heavy) if heavy or code else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
