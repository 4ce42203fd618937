"""The most that a round can cost, and the effect of caps on it and on the edge."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import floor

from uth.core.hands import CATEGORIES, Category
from uth.core.money import Cents, print_dollars
from uth.core.texts import text
from uth.exact.bets.house_bets import HouseBet
from uth.exact.bets.jackpots.envy import envied
from uth.exact.bets.jackpots.progressive import ProgressiveBet
from uth.exact.solver.ante_game import bindings, game_at, legal_game
from uth.exact.solver.boards import Boards
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.house_game import game_rules
from uth.exact.solver.outcomes import base_net, distribution, moments
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve
from uth.reports.bindings import binding_text
from uth.reports.houses.departures import source_text
from uth.reports.par import Json
from uth.reports.par.antes import sample_antes
from uth.rulebook.model import ProgressiveRules, Rulebook
from uth.table.wagers import PROGRESSIVE, WAGERS, capped_wagers

FLOP = 3


def most_won(house: Rulebook, ante: Cents) -> tuple[Cents, Cents]:
    """The most that Ante, Play and Blind can win with any play: with caps, and without."""

    def most(rules: GameRules) -> Cents:
        hands = (
            rules.winnings(category, max(rules.multiples), ante=True) for category in CATEGORIES
        )
        return floor(ante * max(hands))

    return most(game_at(house, ante)), most(legal_game(house, ante))


def antes_to_solve(house: Rulebook) -> list[Cents]:
    """The sample antes, and the lowest at which a cap or ceiling binds for a hand or bet."""
    return sorted({*sample_antes(house), *(one.from_ante for one in bindings(house))})


def limit_passes(house: Rulebook) -> int:
    """How many passes over all boards the antes that are shown need, besides the house's game."""
    solved = {game_rules(house)}
    for ante in antes_to_solve(house):
        solved |= {legal_game(house, ante), game_at(house, ante)}
    return 2 * (len(solved) - 1)


def limits_at_ante(house: Rulebook, solution: Solution, boards: Boards, ante: Cents) -> Json:
    """The worst case and the edges of one seat at an ante.

    `solution` is of the house's own game. Play that ignores caps is still bound by a ceiling.
    """
    legal, capped, cap = legal_game(house, ante), game_at(house, ante), house.payouts.maximum
    usual = solution if legal == solution.rules else solve(legal, boards=boards)
    best = usual if capped == legal else solve(capped, endings=False, boards=boards)
    nets = distribution(usual.outcomes, lambda outcome: base_net(capped, outcome))
    most, uncapped = most_won(house, ante)
    return {
        "ante": print_dollars(ante),
        "cap": None if cap is None else print_dollars(cap),
        "play": [f"{multiple}x" for multiple in sorted(capped.multiples, reverse=True)],
        "worst_case": print_dollars(most),
        "worst_case_uncapped": print_dollars(uncapped),
        "house_edge": float(-moments(nets).mean),
        "house_edge_best_play": float(best.house_edge),
        "standard_deviation": moments(nets).deviation,
        "binds": [one.figures for one in bindings(house, ante)],
    }


def bonus_limits(house: Rulebook, bets: list[HouseBet]) -> list[Json]:
    """The most that each bonus wager pays, at its minimum and at its maximum stake."""
    limits, rows = house.limits, []
    stakes = (limits.bonus_minimum or limits.minimum, limits.maximum)
    for bet in bets:
        if WAGERS[bet.name].linked:
            rows += _linked(house.progressive, bet.assumptions)
            continue
        odds = max(pay_line.net for pay_line in bet.returns.lines)
        pays = [_paid(house, bet.name, odds * stake) for stake in stakes]
        rows.append(
            _row(
                bet.name,
                text("par.odds", win=f"{odds.numerator:,}", per=odds.denominator),
                bet.assumptions,
                stakes=stakes,
                pays=(pays[0], pays[1]),
            )
        )
    return rows


def _paid(house: Rulebook, wager: str, due: Fraction) -> Cents:
    """A bonus wager's winnings within the caps, if it wins alone."""
    aggregate = (house.payouts.aggregate or {}).get(wager)
    maximum = house.payouts.maximum if WAGERS[wager].counts_towards_maximum(house) else None
    return floor(min(cap for cap in (due, aggregate, maximum) if cap is not None))


def _linked(rules: ProgressiveRules, assumptions: tuple[str, ...]) -> list[Json]:
    """The jackpots of a Progressive wager, which no cap applies to."""
    bet, stakes = ProgressiveBet(rules), (rules.wager, rules.wager)
    prize = floor(max(bet.prize(category, Fraction(rules.seed)) for category in CATEGORIES))
    others = (wager.name for wager in WAGERS.values() if wager.comes_with == PROGRESSIVE.name)
    envy, mystery = most_envy(rules.envy), rules.mystery_between[1]
    return [
        _row(PROGRESSIVE.name, text("par.at_seed"), assumptions, stakes, (prize, prize)),
        *(_row(name, text("par.two_others"), (), None, (envy, envy)) for name in others),
        _row("must_hit_by", text("par.never_more"), (), None, (mystery, mystery)),
    ]


def most_envy(prizes: dict[Category, Cents]) -> Cents:
    """The most that Envy pays one player: at most two other hands complete one flop."""
    made = envied(prizes)
    both = (
        prizes.get(first, 0) + prizes.get(second, 0)
        for (one, first), (other, second) in combinations(made, 2)
        if len(one & other) == FLOP
    )
    return max((*both, *prizes.values(), 0))


def _row(
    wager: str,
    how: str,
    assumptions: tuple[str, ...],
    stakes: tuple[Cents, Cents] | None,
    pays: tuple[Cents, Cents],
) -> Json:
    low, high = stakes or (None, None)
    return {
        "wager": wager,
        "how": how,
        "assumptions": list(assumptions),
        "minimum_stake": None if low is None else print_dollars(low),
        "pays_at_minimum": print_dollars(pays[0]),
        "maximum_stake": None if high is None else print_dollars(high),
        "pays_at_maximum": print_dollars(pays[1]),
    }


def aggregates(house: Rulebook) -> list[Json]:
    """The most that the whole table pays in a round, by wager."""
    clause = source_text(house, "payouts.aggregate")
    return [
        {"wager": wager, "most": print_dollars(most), "clause": clause}
        for wager, most in (house.payouts.aggregate or {}).items()
    ]


def coverage_notes(house: Rulebook) -> list[str]:
    """What the figures include and what they do not, in sentences."""
    notes = [text("par.base_cover"), text("par.bonus_cover")]
    payouts, clause = house.payouts, source_text(house, "payouts.maximum")
    if payouts.maximum is None:
        notes.append(text("par.no_maximum"))
    else:
        wagers = [wager.name for wager in capped_wagers(house)]
        notes.append(text("par.maximum_on", maximum=payouts.maximum, clause=clause, wagers=wagers))
    if payouts.aggregate:
        notes.append(text("par.aggregate_cover", wagers=list(payouts.aggregate)))
    if bindings(house):
        notes.append(text("par.at_antes"))
        notes += [binding_text(one) + "." for one in bindings(house)]
    if house.progressive.offered:
        notes.append(text("par.meter_cover"))
    if house.player_dealer:
        notes.append(text("par.bank_cover"))
    return notes
