"""The exact mathematics for programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.library.extras import from_extra
from uth.library.hands import Cards, cards
from uth.library.houses import House, load_house
from uth.library.stakes import check_amount
from uth.library.whole_numbers import whole
from uth.reports.par.antes import check_ante

if TYPE_CHECKING:
    from uth.exact.bets.house_bets import HouseBet
    from uth.exact.solver.game_rules import GameRules
    from uth.exact.solver.solution import Solution
    from uth.exact.solver.spot import Advice


def _game(house: House | None, ante: Cents | None) -> GameRules:
    """The base game of a house at an Ante, its minimum by default; the standard one without."""
    from uth.exact.solver.ante_game import game_at
    from uth.exact.solver.game_rules import STANDARD

    if house is None:
        if ante is not None:
            raise Refusal("solve/ante", where="ante")
        return STANDARD
    rules = load_house(house)
    return game_at(rules, rules.limits.minimum if ante is None else check_ante(rules, whole(ante)))


def solve(
    house: House | None = None,
    *,
    ante: Cents | None = None,
    blind: Iterable[Fraction | int | str] | None = None,
    play: Iterable[int] | None = None,
    qualify: bool | None = None,
) -> Solution:
    """Optimal play and the exact value of a game; takes about a second, once compiled.

    Without a house it is the standard game. `blind` are the odds of the Blind from a royal flush
    down to a straight, `play` the raises before the flop. Needs the extra `exact`.

    >>> import uth
    >>> solution = uth.solve()
    >>> solution
    Solution(house_edge=2.1850 %)
    >>> solution.ev
    Fraction(-50643648973, 2317817502000)
    """
    with from_extra("exact"):
        from uth.exact.solver.solve import solve as solve_game
    if qualify is not None and type(qualify) is not bool:
        raise Refusal("json/not_a_flag", value=qualify, where="qualify")
    game = _game(house, ante)
    game = replace(
        game,
        blind=game.blind if blind is None else _odds(blind),
        play=game.play if play is None else _raises(play),
        qualify=game.qualify if qualify is None else qualify,
    )
    return solve_game(game)


def _odds(blind: Iterable[Fraction | int | str]) -> tuple[Fraction, ...]:
    given: object = blind
    try:
        return tuple(Fraction(given := whole(odds)) for odds in blind)
    except (ArithmeticError, TypeError, ValueError):
        raise Refusal("solve/odds", odds=given, where="blind") from None


def _raises(play: Iterable[int]) -> frozenset[int]:
    multiples = tuple(map(whole, play)) if isinstance(play, Iterable) else (None,)
    if not all(type(multiple) is int for multiple in multiples):
        raise Refusal("solve/raises", raises=play, where="play")
    return frozenset(multiples)


def advise(
    hole: Cards,
    board: Cards = "",
    *,
    dead: Cards = "",
    dealer: Cards = "",
    house: House | None = None,
    ante: Cents | None = None,
) -> Advice:
    """What each action is worth in a spot, in antes: exact, and the best of them.

    Before the flop it needs the extra `exact`.

    >>> import uth
    >>> advice = uth.advise("Kh 4d", "2c 7h Qs")
    >>> advice.best.value
    'check'
    >>> round(float(advice.costs[advice.best]), 3)
    0.0
    """
    from uth.exact.solver.spot import Spot

    spot = Spot(cards(hole), cards(board), cards(dead), cards(dealer))
    game = _game(house, ante)
    if spot.board:
        from uth.exact.plain_advice import plain_advise

        return plain_advise(game, spot=spot)
    with from_extra("exact"):
        from uth.exact.advice import advise as advise_on
        from uth.exact.solver.solve import solve as solve_game
        from uth.exact.solver.starting_hands import starting_hand_index
    if spot.dead or spot.dealer:
        return advise_on(game, spot=spot)
    return solve_game(game, endings=False).hands[starting_hand_index(*spot.hole)]


def sidebets(house: House, *, meter: Cents | None = None) -> list[HouseBet]:
    """The bonus wagers of a house, each with its exact return table.

    A linked one is at `meter`, or at its seed. Needs the extra `exact`.

    >>> import uth
    >>> for bet in uth.sidebets("light-and-wonder"):
    ...     print(bet.name, f"{float(bet.returns.edge):.4%}")
    trips 0.9018%
    bad_beat 24.9402%
    ultimate_pairs 4.6757%
    """
    with from_extra("exact"):
        from uth.exact.bets.house_bets import house_bets
    rules = load_house(house)
    if meter is not None:
        if not rules.progressive.offered:
            raise Refusal("meter/not_here", where="meter")
        meter = whole(meter)
        check_amount(meter, "meter")
    return house_bets(rules, solve(rules), meter)
