"""The most that a round can cost, and the effect of caps on it and on the edge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import floor

from uth.core.hands import CATEGORIES, Category
from uth.core.money import Cents, print_dollars
from uth.core.refusal import Refusal
from uth.core.texts import text
from uth.exact.bets.envy import envied
from uth.exact.bets.house_bets import HouseBet
from uth.exact.bets.progressive import ProgressiveBet
from uth.exact.solver.boards import Boards
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.outcomes import Action, Outcome, Result, base_net, distribution, moments
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve
from uth.reports.par import Json
from uth.reports.par.antes import sample_antes
from uth.rulebook.model import ProgressiveRules, Rulebook
from uth.table.wagers import PROGRESSIVE, WAGERS

FLOP = 3


def capped_winnings(house: Rulebook, even: Fraction, blind: Fraction) -> Fraction:
    """What one seat is paid, in cents, of its winnings on Ante and Play (`even`) and Blind."""
    aggregate = (house.payouts.aggregate or {}).get("blind")
    paid = even + (blind if aggregate is None else min(blind, Fraction(aggregate)))
    maximum = house.payouts.maximum
    return paid if maximum is None else min(paid, Fraction(maximum))


def most_won(house: Rulebook, rules: GameRules, ante: Cents) -> tuple[Cents, Cents]:
    """The most that Ante, Play and Blind can win with any play: with caps, and without."""
    largest = max((*house.play.preflop, *house.play.flop, *house.play.river))
    even, blind = Fraction(ante * (largest + 1)), ante * max(Fraction(0), *rules.blind)
    return floor(capped_winnings(house, even, blind)), floor(even + blind)


def capped_rules(house: Rulebook, rules: GameRules, ante: Cents) -> GameRules:
    """The base game with the caps that apply to one seat at an ante.

    An aggregate on the Blind changes the Blind pay table; a maximum payout caps the total.
    """
    aggregate, maximum = (house.payouts.aggregate or {}).get("blind"), house.payouts.maximum
    blind = rules.blind
    if aggregate is not None:
        blind = tuple(min(odds, Fraction(aggregate, ante)) for odds in blind)
    cap = None if maximum is None else Fraction(maximum, ante)
    if cap is not None and cap >= max(blind) + max(rules.multiples) + 1:
        cap = None
    return replace(rules, blind=blind, cap=cap)


def _capped_edge(
    house: Rulebook, solution: Solution, boards: Boards, ante: Cents
) -> tuple[float | None, str]:
    """The edge under play that is optimal with the caps, or why it cannot be computed."""
    try:
        rules = capped_rules(house, solution.rules, ante)
    except Refusal as refusal:
        return None, refusal.sentence
    if rules == solution.rules:
        return float(solution.house_edge), ""
    return float(solve(rules, endings=False, boards=boards).house_edge), ""


def capped_passes(house: Rulebook, rules: GameRules) -> int:
    """How many of the sample antes need their own solution."""

    def needed(ante: Cents) -> bool:
        try:
            return capped_rules(house, rules, ante) != rules
        except Refusal:
            return False

    return sum(needed(ante) for ante in sample_antes(house))


def limits_at_ante(house: Rulebook, solution: Solution, boards: Boards, ante: Cents) -> Json:
    """The worst case and the edges of one seat at an ante."""
    rules, cap = solution.rules, house.payouts.maximum

    def net(outcome: Outcome) -> Fraction:
        uncapped_net = ante * base_net(rules, outcome)
        if outcome.result is not Result.WIN or outcome.action is Action.FOLD:
            return uncapped_net
        blind = ante * rules.blind_pays(outcome.mine)
        return capped_winnings(house, uncapped_net - blind, blind)

    most, uncapped = most_won(house, rules, ante)
    best, why = _capped_edge(house, solution, boards, ante)
    return {
        "ante": print_dollars(ante),
        "cap": None if cap is None else print_dollars(cap),
        "worst_case": print_dollars(most),
        "worst_case_uncapped": print_dollars(uncapped),
        "house_edge": float(-moments(distribution(solution.outcomes, net)).mean / ante),
        "house_edge_best_play": best,
        "no_best_play": why,
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
    clause = house.sources.get("payouts.aggregate", "")
    return [
        {"wager": wager, "most": print_dollars(most), "clause": clause}
        for wager, most in (house.payouts.aggregate or {}).items()
    ]


def coverage_notes(house: Rulebook) -> list[str]:
    """What the figures include and what they do not, in sentences."""
    notes = [text("par.base_cover"), text("par.bonus_cover")]
    payouts, clause = house.payouts, house.sources.get("payouts.maximum", "")
    if payouts.maximum is None:
        notes.append(text("par.no_maximum"))
    elif payouts.maximum_on == "base":
        notes.append(text("par.maximum_on_base", maximum=payouts.maximum, clause=clause))
    else:
        notes.append(text("par.maximum_on_all", maximum=payouts.maximum, clause=clause))
    if payouts.aggregate:
        notes.append(text("par.aggregate_cover", wagers=list(payouts.aggregate)))
    if payouts.aggregate or payouts.maximum is not None:
        notes.append(text("par.caps_ignored"))
    if house.progressive.offered:
        notes.append(text("par.meter_cover"))
    if house.player_dealer:
        notes.append(text("par.bank_cover"))
    return notes
