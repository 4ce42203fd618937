"""What readings are worth: recorded rounds under every other reading, and what can be expected."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import msgspec

from uth.core.money import Cents
from uth.core.texts import ENGLISH, catalog
from uth.rulebook.model import Rulebook
from uth.rulebook.readings import OtherReading, other_readings
from uth.table.resettlement import Resettled, nets, resettle
from uth.table.state import Table
from uth.table.wagers import WAGERS, highest_play

if TYPE_CHECKING:
    from uth.exact.solver.solution import Solution

ExpectedKind = Literal["unknown", "never", "aggregate", "maximum", "per_unit", "with_exact"]
CENTS = 100


class ExpectedDifference(msgspec.Struct, frozen=True):
    """What the mathematics knows of a reading, before any round is played."""

    kind: ExpectedKind = "unknown"
    ante: Cents = 0
    """The highest Ante at which nothing can differ."""
    wager: str = ""
    players: tuple[int, int] | None = None
    """What players gain on average for each unit of the wager: numerator and denominator."""


class ReadingTotals(msgspec.Struct):
    """One other reading: in how many rounds and by how much the money would differ."""

    name: str
    clause: str
    entry: str
    expected: ExpectedDifference
    rounds: int = 0
    """Rounds in which anybody would have another amount."""
    players: Cents = 0
    players_absolute: Cents = 0
    bank: Cents = 0
    bank_absolute: Cents = 0
    house: Cents = 0
    house_absolute: Cents = 0
    forbidden: int = 0
    """Rounds that could not have been played like this; they are not compared."""
    opened: int = 0
    """Rounds in which more would have been possible."""

    def add(self, ended: Resettled, player_dealer: bool) -> None:
        self.forbidden += ended.forbidden
        self.opened += ended.opened
        self.rounds += bool(ended.players)
        self.players += ended.total
        self.players_absolute += ended.absolute
        if player_dealer:
            self.bank -= ended.total
            self.bank_absolute += abs(ended.total)
        else:
            self.house -= ended.total
            self.house_absolute += abs(ended.total)


class HouseReadings(msgspec.Struct):
    """All recorded rounds of a house."""

    house: str
    name: str
    rounds: int = 0
    left_out: int = 0
    """Rounds that were void, given up, or never settled."""
    readings: dict[str, ReadingTotals] = {}


class ReadingsReport:
    """Adds rounds one by one, house by house."""

    def __init__(self, solve: Callable[[Rulebook], Solution] | None = None) -> None:
        self.houses: dict[str, HouseReadings] = {}
        self._solve = solve
        self._others: dict[Rulebook, tuple[OtherReading, ...]] = {}

    def leave_out(self, rules: Rulebook) -> None:
        """Count a round that was never settled."""
        self._house(rules).left_out += 1

    def add(self, rules: Rulebook, table: Table) -> None:
        """Settle a round again under every other reading; `table` is about to be settled."""
        ended = nets(rules, table)
        for other, totals in self.count(rules, 1):
            totals.add(resettle(rules, other.rules, table, ended), rules.player_dealer)

    def count(self, rules: Rulebook, rounds: int) -> list[tuple[OtherReading, ReadingTotals]]:
        """Count rounds; returns every other reading, and the totals to which they are added."""
        house = self._house(rules)
        house.rounds += rounds
        return [(other, house.readings[other.name]) for other in self._others[rules]]

    def _house(self, rules: Rulebook) -> HouseReadings:
        house = self.houses.setdefault(rules.id, HouseReadings(rules.id, rules.name))
        if rules not in self._others:
            self._others[rules] = other_readings(rules)
            for other in self._others[rules]:
                if other.name not in house.readings:
                    house.readings[other.name] = ReadingTotals(
                        name=other.name,
                        clause=other.reading.clause,
                        entry=other.reading.entry,
                        expected=expected_difference(rules, other, self._solve),
                    )
        return house


def expected_difference(
    rules: Rulebook, other: OtherReading, solve: Callable[[Rulebook], Solution] | None = None
) -> ExpectedDifference:
    """What is known of the difference; `solve` gives what only the solver knows."""
    match other.reading.knows:
        case "never":
            return ExpectedDifference("never")
        case "aggregate" if not rules.payouts.aggregate:
            return ExpectedDifference("aggregate")
        case "maximum":
            return ExpectedDifference("maximum", ante=_highest_unbound(rules, other))
        case "fold" if solve is None:
            return ExpectedDifference("with_exact")
        case "fold" if solve is not None:
            gain, wager = _survival(rules, other, solve(rules)), other.reading.adds
            return ExpectedDifference(
                "per_unit", wager=wager, players=(gain.numerator, gain.denominator)
            )
    return ExpectedDifference()


def _highest_unbound(rules: Rulebook, other: OtherReading) -> Cents:
    """The highest Ante whose best hand, with a bonus of the same amount, is below the maximum."""
    maximum, chip = rules.payouts.maximum or 0, rules.limits.chip
    counted = {*rules.payouts.maximum_on, *other.rules.payouts.maximum_on}

    best = {
        name: max(odds.fraction for odds in WAGERS[name].all_odds(rules))
        for name in ("ante", "blind", "play", other.reading.adds)
    }

    def most(ante: Cents) -> Fraction:
        placed = dict.fromkeys(("ante", "blind", other.reading.adds), ante)
        stakes = {**placed, "play": highest_play(rules, ante)}
        return sum((stakes[name] * best[name] for name in stakes if name in counted), Fraction(0))

    ante = 0
    while ante + chip <= rules.limits.maximum and most(ante + chip) <= maximum:
        ante += chip
    return ante


def _survival(rules: Rulebook, other: OtherReading, solution: Solution) -> Fraction:
    """What a unit on a wager by the beaten hand gains where it survives a fold, or loses."""
    from uth.exact.bets.side_bets import beaten_hand_returns
    from uth.exact.solver.house_game import hand_nets

    wager = other.reading.adds
    by_category = hand_nets(rules.pays.by_category(wager))

    def mean(house: Rulebook) -> Fraction:
        loses = not WAGERS[wager].survives_fold(house)
        return beaten_hand_returns(by_category, solution.outcomes, fold_loses=loses).mean

    return mean(other.rules) - mean(rules)


def expected_text(expected: ExpectedDifference, language: str = ENGLISH) -> str:
    """The same in words."""
    amount = ""
    if expected.players is not None:
        amount = f"{float(CENTS * Fraction(*expected.players)):+.3f}¢"
    return catalog(language).text(
        f"expected.{expected.kind}", ante=expected.ante, wager=expected.wager, amount=amount
    )


def reading_text(name: str, language: str = ENGLISH) -> str:
    return catalog(language).text(f"reading.{name}")
