"""The game at an Ante: what caps and ceilings leave of the base game for one seat.

A maximum payout caps what the wagers under it win together, an aggregate caps what the Blind pays,
and a ceiling on single wagers limits Play. Each is an amount, so what it does depends on the Ante.
An aggregate is for the whole table: these figures are for a seat that is alone at it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from uth.core.money import Cents
from uth.exact.solver.game_rules import BLIND_CATEGORIES, GameRules
from uth.exact.solver.house_game import game_rules
from uth.rulebook.model import Rulebook
from uth.table.wagers import capped_wagers, within_ceiling

MAXIMUM, AGGREGATE, CEILING = "payouts.maximum", "payouts.aggregate", "limits.ceiling"
EVEN_MONEY = "ante_and_play"
"""What a maximum binds for that even Ante and Play exceed."""


@dataclass(frozen=True)
class Binding:
    """An entry that changes the game from an Ante on, and for what: a hand, a bet or a wager."""

    entry: str
    what: str
    amount: Cents
    clause: str
    from_ante: Cents

    @property
    def rule(self) -> str:
        """`maximum`, `aggregate` or `ceiling`."""
        return self.entry.partition(".")[2]

    @property
    def figures(self) -> dict[str, Any]:
        """As commands, pages and PAR sheets name it; amounts in cents."""
        return {
            "rule": self.rule,
            "entry": self.entry,
            "what": self.what,
            "amount": self.amount,
            "clause": self.clause,
            "from_ante": self.from_ante,
        }


def legal_game(house: Rulebook, ante: Cents, game: GameRules | None = None) -> GameRules:
    """The base game with the Play multiples that a ceiling allows, and without caps.

    `game` is the house's own, unless it is given.
    """
    rules = game or game_rules(house)
    play, flop, river = (
        frozenset(multiple for multiple in street if within_ceiling(house, multiple * ante))
        for street in (rules.play, rules.flop, rules.river)
    )
    return replace(rules, play=play, flop=flop, river=river)


def game_at(house: Rulebook, ante: Cents, game: GameRules | None = None) -> GameRules:
    """The base game at an Ante; where nothing binds, the house's own, or `game`."""
    rules, maximum = legal_game(house, ante, game), house.payouts.maximum
    aggregate = blind_aggregate(house)
    if aggregate is not None:
        most = Fraction(aggregate, ante)
        rules = replace(rules, blind=tuple(min(odds, most) for odds in rules.blind))
    if maximum is None:
        return rules
    capped = replace(rules, cap=Fraction(maximum, ante), capped=capped_base(house))
    return rules if capped.linear else capped


def blind_aggregate(house: Rulebook) -> Cents | None:
    return (house.payouts.aggregate or {}).get("blind")


def capped_base(house: Rulebook) -> frozenset[str]:
    """The base wagers that count towards a maximum payout."""
    return frozenset(wager.name for wager in capped_wagers(house) if wager.base)


def bindings(house: Rulebook, ante: Cents | None = None) -> tuple[Binding, ...]:
    """What binds the base game at an Ante, or at any within the limits, the lowest Ante first."""
    most = house.limits.maximum if ante is None else ante
    every = (*_ceilings(house), *_aggregates(house), *_maximums(house))
    binding = [one for one in every if one.from_ante <= most]
    return tuple(sorted(binding, key=lambda one: one.from_ante))


def first_ante(house: Rulebook, limit: Fraction | Cents, antes: Fraction | int) -> Cents:
    """The lowest Ante for which so many antes exceed a limit, in whole chips."""
    chip = house.limits.chip
    above = Fraction(limit) / antes // chip * chip + chip
    return max(int(above), house.limits.minimum)


def _binding(house: Rulebook, entry: str, what: str, amount: Cents, ante: Cents) -> Binding:
    return Binding(entry, what, amount, house.sources.get(entry, ""), ante)


def _ceilings(house: Rulebook) -> Iterator[Binding]:
    ceiling = house.limits.ceiling
    if ceiling is not None:
        for multiple in game_rules(house).multiples:
            ante = first_ante(house, ceiling, multiple)
            yield _binding(house, CEILING, f"{multiple}x", ceiling, ante)


def _aggregates(house: Rulebook) -> Iterator[Binding]:
    aggregate = blind_aggregate(house)
    if aggregate is not None:
        for category, odds in zip(BLIND_CATEGORIES, game_rules(house).blind, strict=True):
            if odds:
                ante = first_ante(house, aggregate, odds)
                yield _binding(house, AGGREGATE, category.name.lower(), aggregate, ante)


def _maximums(house: Rulebook) -> Iterator[Binding]:
    """For each hand, the lowest Ante at which some legal bet wins more than the maximum."""
    maximum = house.payouts.maximum
    if maximum is None:
        return
    rules = replace(game_rules(house), capped=capped_base(house))
    hands = {category.name.lower(): rules.blind_pays(category) for category in BLIND_CATEGORIES}
    for what, odds in {**hands, EVEN_MONEY: Fraction(0)}.items():
        antes = [
            ante
            for multiple in rules.multiples
            if (ante := _over_maximum(house, rules, odds, multiple)) is not None
        ]
        if antes:
            yield _binding(house, MAXIMUM, what, maximum, min(antes))


def _over_maximum(house: Rulebook, rules: GameRules, odds: Fraction, multiple: int) -> Cents | None:
    """The lowest Ante at which a hand exceeds the maximum with a bet that is legal there."""
    assert house.payouts.maximum is not None
    maximum, aggregate = Fraction(house.payouts.maximum), blind_aggregate(house)
    counted = [(maximum, rules.counted(odds, multiple, ante=True))]
    if aggregate is not None and "blind" in rules.capped:
        counted.append((maximum - aggregate, rules.counted(Fraction(0), multiple, ante=True)))
    if not all(antes or limit < 0 for limit, antes in counted):
        return None
    ante = max(first_ante(house, limit, antes) for limit, antes in counted if antes)
    return ante if within_ceiling(house, multiple * ante) else None
