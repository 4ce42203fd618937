"""The most that a round can cost, and what caps on winnings do to it and to the edge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import floor
from typing import TYPE_CHECKING, Any

from uth.core.hands import CATEGORIES, Category
from uth.core.money import print_dollars
from uth.core.refusal import Refusal
from uth.exact.bets.progressive import ProgressiveBet, envied
from uth.exact.solver.outcomes import Action, Outcome, Result, base_net, distribution, moments
from uth.exact.solver.solve import solve
from uth.reports.par.words import dollars, plain

if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.exact.bets.house_bets import HouseBet
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.game_rules import GameRules
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Progressive, Rulebook

    Json = dict[str, Any]

FLOP = 3


def antes(house: Rulebook) -> list[Cents]:
    """Minimum, middle and maximum of the table, in whole chips."""
    low, high, chip = house.limits.minimum, house.limits.maximum, house.limits.chip
    return [low, (low + high) // 2 // chip * chip, high]


def held(house: Rulebook, even: Fraction, blind: Fraction) -> Fraction:
    """What one seat alone is paid, in cents, of winnings on Ante and Play, and on the Blind."""
    aggregate = (house.payouts.aggregate or {}).get("blind")
    paid = even + (blind if aggregate is None else min(blind, Fraction(aggregate)))
    maximum = house.payouts.maximum
    return paid if maximum is None else min(paid, Fraction(maximum))


def most_won(house: Rulebook, rules: GameRules, ante: Cents) -> tuple[Cents, Cents]:
    """The most Ante, Play and Blind can win, with the caps and without, however it is played."""
    largest = max((*house.play.preflop, *house.play.flop, *house.play.river))
    even, blind = Fraction(ante * (largest + 1)), ante * max(Fraction(0), *rules.blind)
    return floor(held(house, even, blind)), floor(even + blind)


def capped_rules(house: Rulebook, rules: GameRules, ante: Cents) -> GameRules:
    """The base game as its caps leave it to one seat alone at an ante.

    An aggregate on the Blind makes another Blind table; a maximum payout caps the whole.
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
    """The edge under play that is optimal with the caps, or why it is not worked out."""
    try:
        rules = capped_rules(house, solution.rules, ante)
    except Refusal as no:
        return None, no.sentence
    if rules == solution.rules:
        return float(solution.house_edge), ""
    return float(solve(rules, endings=False, boards=boards).house_edge), ""


def capped_passes(house: Rulebook, rules: GameRules) -> int:
    """How many antes need a solution of their own."""

    def needed(ante: Cents) -> bool:
        try:
            return capped_rules(house, rules, ante) != rules
        except Refusal:
            return False

    return sum(needed(ante) for ante in antes(house))


def at_ante(house: Rulebook, solution: Solution, boards: Boards, ante: Cents) -> Json:
    """Worst case and edge at an ante, one seat alone: as played without caps, and with them."""
    rules, cap = solution.rules, house.payouts.maximum

    def net(outcome: Outcome) -> Fraction:
        found = ante * base_net(rules, outcome)
        if outcome.result is not Result.WIN or outcome.action is Action.FOLD:
            return found
        blind = ante * rules.blind_pays(outcome.mine)
        return held(house, found - blind, blind)

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
    """The most that each bonus wager pays, at the least and at the largest stake."""
    limits, rows = house.limits, []
    stakes = (limits.bonus_minimum or limits.minimum, limits.maximum)
    for bet in bets:
        if bet.name == "progressive":
            rows += _linked(house.progressive)
            continue
        odds = max(line.net for line in bet.lottery.lines)
        pays = [_paid(house, bet.name, odds * stake) for stake in stakes]
        rows.append(
            _row(
                bet.name,
                f"{odds.numerator:,} to {odds.denominator}",
                bet.assumption,
                stakes=stakes,
                pays=(pays[0], pays[1]),
            )
        )
    return rows


def _paid(house: Rulebook, wager: str, due: Fraction) -> Cents:
    """A bonus wager's winnings within the caps, where nothing else has used them up."""
    maximum, aggregate = house.payouts.maximum, (house.payouts.aggregate or {}).get(wager)
    bounds = [due] if aggregate is None else [due, Fraction(aggregate)]
    if maximum is not None and house.payouts.maximum_on == "all":
        bounds.append(Fraction(maximum))
    return floor(min(bounds))


def _linked(rules: Progressive) -> list[Json]:
    """The jackpots that a Progressive wager stands for; no cap looks at them."""
    bet, stakes = ProgressiveBet(rules), (rules.wager, rules.wager)
    prize = floor(max(bet.prize(category, Fraction(rules.seed)) for category in CATEGORIES))
    envy, mystery = most_envy(rules.envy), rules.mystery_between[1]
    return [
        _row("progressive", "with its meter at the seed", "Q-8", stakes, (prize, prize)),
        _row("envy", "for two other hands on one flop", "", None, (envy, envy)),
        _row("must_hit_by", "never more than this", "", None, (mystery, mystery)),
    ]


def most_envy(prizes: dict[Category, Cents]) -> Cents:
    """The most that one player's Envy comes to: at most two other hands complete one flop."""
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
    assumption: str,
    stakes: tuple[Cents, Cents] | None,
    pays: tuple[Cents, Cents],
) -> Json:
    low, high = stakes or (None, None)
    return {
        "wager": wager,
        "how": how,
        "assumption": assumption,
        "minimum_stake": None if low is None else print_dollars(low),
        "pays_at_minimum": print_dollars(pays[0]),
        "maximum_stake": None if high is None else print_dollars(high),
        "pays_at_maximum": print_dollars(pays[1]),
    }


def aggregates(house: Rulebook) -> list[Json]:
    """What the table as a whole pays at most in a round, by type of wager."""
    clause = house.sources.get("payouts.aggregate", "")
    return [
        {"wager": wager, "most": print_dollars(most), "clause": clause}
        for wager, most in (house.payouts.aggregate or {}).items()
    ]


def covers(house: Rulebook) -> list[str]:
    """What the figures take in, and what they leave out, a sentence each."""
    said = [
        "The base figure is the most that one seat's Ante, Play and Blind can win together in a "
        "round, however it is played: winnings only, without the stakes that go back.",
        "A bonus figure is the most that wager alone can pay to one seat. They do not add up to "
        "a round's worst case: not all of the best hands can come at once, and other seats and "
        "a back line are not in them.",
    ]
    maximum, clause = house.payouts.maximum, house.sources.get("payouts.maximum", "")
    if maximum is None:
        said.append("No maximum payout is in force.")
    elif house.payouts.maximum_on == "base":
        said.append(
            f"The maximum payout of {dollars(maximum)} ({clause}) counts Ante, Play and Blind of "
            "one player and round; bonus wagers are outside it."
        )
    else:
        said.append(
            f"The maximum payout of {dollars(maximum)} ({clause}) counts every wager of one "
            "player and round but the linked jackpots. Bonus wagers share it with the base "
            "wagers in the order of settlement; the figures here are for the base wagers, or a "
            "bonus wager, winning alone."
        )
    if house.payouts.aggregate:
        capped = ", ".join(plain(wager) for wager in house.payouts.aggregate)
        said.append(
            f"The table aggregate caps what the whole table pays in a round on each of: {capped}. "
            "What it does depends on how many share it, in the order of settlement; the figures "
            "here are for one seat alone."
        )
    if house.payouts.aggregate or maximum is not None:
        said.append(
            "Every figure outside this section is without caps. Two edges are with them, for one "
            "seat alone: under play that is optimal without caps, and under play that is optimal "
            "with them."
        )
    if house.progressive.offered:
        said.append(
            "The Progressive's meter has no top: above its seed a jackpot is its share of the "
            "meter as it then stands, and no cap looks at it, at Envy or at the Must-Hit-By."
        )
    if house.player_dealer:
        said.append(
            "A player-dealer pays no more than he put up, and nothing limits that (CA-7.10): the "
            "figures suppose that he covers every wager."
        )
    return said
