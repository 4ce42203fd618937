"""Odds: "3 to 2" pays three for every two staked, stake kept; "5 for 1" includes the stake."""

from __future__ import annotations

from uth.core.record import Record
from uth.core.refusal import Refusal, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

    from uth.core.money import Cents

MOST_DIGITS = 15


class Odds(Record):
    """What a winning wager gains: `win` for every `per` staked."""

    win: int
    per: int
    word: str = "to"

    def __str__(self) -> str:
        return f"{self.win:,} {self.word} {self.per:,}"

    @property
    def gain(self) -> int:
        """What is won for every `per`, whichever way the odds are worded."""
        return self.win if self.word == "to" else self.win - self.per

    @property
    def fraction(self) -> Fraction:
        from fractions import Fraction

        return Fraction(self.gain, self.per)

    def pay(self, stake: Cents) -> tuple[Cents, int]:
        """Winnings in whole cents, rounded down (Q-10), and the rest in 1/`per` of a cent."""
        return divmod(stake * self.gain, self.per)


def parse_odds(text: object) -> Odds:
    """Read `"3 to 2"` or `"5 for 1"`; thousands may be written `10,000`."""
    words = text.replace(",", "").split() if isinstance(text, str) else []
    if len(words) == 3 and words[1] in ("to", "for"):
        win, per = words[0], words[2]
        short = len(win) <= MOST_DIGITS and len(per) <= MOST_DIGITS
        if short and win.isascii() and win.isdigit() and per.isascii() and per.isdigit():
            odds = Odds(int(win), int(per), words[1])
            if odds.per > 0 and odds.gain > 0:
                return odds
    raise Refusal("odds/malformed", f'{shown(text)} is not odds; write "3 to 2" or "5 for 1"')
