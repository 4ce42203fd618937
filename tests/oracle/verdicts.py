"""How each wager of one hand ends by the cards: won at odds, lost, or pushed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.houses import House
from tests.oracle.poker import Card, Strength, at_least, category, rank
from tests.oracle.printed import BAD_BEAT, BLIND, TRIPS


@dataclass(frozen=True)
class Verdict:
    """`win` at odds to one, `lose` or `push`."""

    outcome: str
    odds: Fraction = Fraction(0)


LOSE, PUSH, EVEN = Verdict("lose"), Verdict("push"), Verdict("win", Fraction(1))


def _win(odds: Fraction | int) -> Verdict:
    return Verdict("win", Fraction(odds))


@dataclass(frozen=True)
class Showdown:
    """One hand against the dealer's."""

    house: House
    hole: tuple[Card, ...]
    hand: Strength
    folded: bool
    dealer_hole: tuple[Card, ...]
    dealer: Strength | None
    """None where the dealer's cards stay face down (CA-6.15)."""

    def verdict(self, wager: str) -> Verdict:
        if self.folded and wager in ("ante", "blind", "bad_beat"):
            return LOSE
        if wager == "trips":
            return self._trips()
        if wager == "ultimate_pairs":
            return self._pairs()
        assert self.dealer is not None
        if wager == "ante":
            return PUSH if not qualifies(self.dealer) else self._even_money()
        if wager == "play":
            return self._even_money()
        if wager == "blind":
            return self._blind()
        assert wager == "bad_beat"
        return self._bad_beat()

    def _even_money(self) -> Verdict:
        """CA-7.2, CR-14, PA-3, LW-15."""
        if self.hand == self.dealer:
            return PUSH
        return EVEN if self._beats_dealer() else LOSE

    def _blind(self) -> Verdict:
        """CA-7.3: a win with less than a straight pushes."""
        if self.hand == self.dealer:
            return PUSH
        if not self._beats_dealer():
            return LOSE
        if not at_least(self.hand, "straight"):
            return PUSH
        return _win(BLIND[category(self.hand)])

    def _trips(self) -> Verdict:
        """CA-7.9: whatever else happens."""
        if not at_least(self.hand, "three of a kind"):
            return LOSE
        return _win(TRIPS[self.house.trips][category(self.hand)])

    def _bad_beat(self) -> Verdict:
        """CA-10 and Q-20: the beaten hand must be three of a kind or better; a tie loses."""
        assert self.dealer is not None
        if self.hand == self.dealer:
            return LOSE
        beaten = min(self.hand, self.dealer)
        if not at_least(beaten, "three of a kind"):
            return LOSE
        return _win(BAD_BEAT[self.house.bad_beat][category(beaten)])

    def _pairs(self) -> Verdict:
        odds = pairs_odds(self.house.pairs, self.hole, self.dealer_hole)
        return _win(odds) if odds else LOSE

    def _beats_dealer(self) -> bool:
        assert self.dealer is not None
        return self.hand > self.dealer


def qualifies(dealer: Strength) -> bool:
    """CA-7.1, CR-14, PA-4: a pair or better."""
    return at_least(dealer, "pair")


def pairs_odds(table: str, hole: tuple[Card, ...], dealer: tuple[Card, ...]) -> int:
    """What Ultimate Pairs pays to one; 0 where it loses."""
    return _pairs_table_one(hole) if table == "1" else _pairs_table_two(hole, dealer)


def _ranks(hole: tuple[Card, ...]) -> str:
    """`AK` for an ace and a king, whichever came first."""
    high, low = sorted(hole, key=rank, reverse=True)
    return high[0] + low[0]


def _suited(hole: tuple[Card, ...]) -> bool:
    return hole[0][1] == hole[1][1]


def _pairs_table_one(hole: tuple[Card, ...]) -> int:
    """PA-6: the player's own two cards."""
    if set(hole) == {"Ah", "Ad"}:
        return 100
    ranks = _ranks(hole)
    if ranks == "AA":
        return 30
    if ranks in ("AK", "AQ", "AJ"):
        return 20 if _suited(hole) else 10
    return 4 if ranks[0] == ranks[1] else 0


def _pairs_table_two(hole: tuple[Card, ...], dealer: tuple[Card, ...]) -> int:
    """Q-9: the top prize looks at the dealer's cards too (LW-10)."""
    ranks = _ranks(hole)
    if ranks == "AA":
        return 1_000 if _ranks(dealer) == "AA" else 30
    if ranks == "AK":
        return 25 if _suited(hole) else 15
    if ranks in ("AQ", "AJ"):
        return 20 if _suited(hole) else 5
    if ranks in ("KK", "QQ", "JJ"):
        return 10
    return 3 if ranks[0] == ranks[1] else 0
