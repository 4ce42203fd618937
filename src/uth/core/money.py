"""Money: whole cents inside, dollars with two decimals outside. Never a float.

Odds: "3 to 2" pays three for every two staked, stake kept; "5 for 1" includes the stake.
"""

from __future__ import annotations

from uth.core.record import Record
from uth.core.refusal import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

Cents = int
MOST: Cents = 10**13
"""The largest amount that anybody may name: a hundred billion dollars."""
MOST_DIGITS = 15


def parse_dollars(text: object) -> Cents:
    """`"12.50"` is 1250 cents; anything but a plain decimal string is refused."""
    if not isinstance(text, str):
        raise Refusal("money/not_a_string", value=text)
    whole, point, part = text.partition(".")
    if not (text.isascii() and whole.isdigit() and (part.isdigit() if point else not part)):
        raise Refusal("money/malformed", value=text)
    if len(part) > 2:
        raise Refusal("money/decimals", value=text)
    if len(whole) > MOST_DIGITS:
        raise Refusal("money/too_large", digits=len(whole))
    return int(whole) * 100 + int(part.ljust(2, "0"))


def print_dollars(amount: Cents) -> str:
    """1250 cents are `"12.50"`."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def dollars(amount: Cents) -> str:
    """As people read it: `$5`, `$12.50`, `$1,000`, `−$3`."""
    whole, part = divmod(abs(amount), 100)
    return f"{'−' if amount < 0 else ''}${whole:,}" + (f".{part:02d}" if part else "")


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
    raise Refusal("odds/malformed", value=text)
