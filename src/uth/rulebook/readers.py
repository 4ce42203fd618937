"""How each entry of a rulebook is read: one small reader a kind, each with its own refusal."""

from __future__ import annotations

from itertools import pairwise

from uth.core.cards import RANK_LETTERS, parse_cards
from uth.core.hands import CATEGORIES, Category
from uth.core.money import parse_dollars, print_dollars
from uth.core.odds import parse_odds
from uth.core.refusal import Gather, Refusal, shown
from uth.rulebook.catalogue import CATALOGUE, PAYING_ODDS
from uth.rulebook.model import Band, PairLine, Pattern, Share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from uth.core.money import Cents
    from uth.core.odds import Odds
    from uth.rulebook.catalogue import PayTableShape

    Reader = Callable[[Any], Any]

CATEGORY_BY_NAME = {category.name.lower(): category for category in Category}
MOST_RATES = 5
"""CA-11: no more than five collection rates a table."""


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Refusal("rulebook/type", f"{shown(value)} should be true or false")
    return value


def text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise Refusal("rulebook/type", f"{shown(value)} should be a text of one line")
    return value


def identifier(value: Any) -> str:
    """A house's id: small letters, digits and hyphens, a letter first."""
    word = text(value)
    known = word.isascii() and word.replace("-", "").isalnum() and word == word.lower()
    if not known or not word[0].isalpha() or word.endswith("-"):
        raise Refusal("rulebook/id", f"{shown(value)} is not an id; write one like my-cardroom")
    return word


def items(value: Any) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise Refusal("rulebook/type", f"{shown(value)} should be a list with something in it")
    return value


def table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not value:
        raise Refusal("rulebook/type", f"{shown(value)} should be a table with something in it")
    return value


def each(value: Any, read: Reader) -> tuple[Any, ...]:
    """Every item of a list, with every defect among them."""
    gather = Gather()
    found = [gather.read(f"[{at}]", read, item) for at, item in enumerate(items(value))]
    gather.finish()
    return tuple(found)


def texts(value: Any) -> tuple[str, ...]:
    return each(value, text)


class OneOf:
    """One of these words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def __call__(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.words:
            known = ", ".join(self.words)
            raise Refusal("rulebook/choice", f"{shown(value)} should be one of {known}")
        return value


class Whole:
    """A whole number between bounds, both included."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def __call__(self, value: Any) -> int:
        low, high = self.low, self.high
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            wanted = f"{low}" if low == high else f"a whole number from {low} to {high}"
            raise Refusal("rulebook/range", f"{shown(value)} should be {wanted}")
        return value


def multiples(value: Any) -> tuple[int, ...]:
    found = each(value, Whole(1, 100))
    if len(set(found)) != len(found):
        raise Refusal("rulebook/twice", f"{shown(value)} names a multiple twice")
    return found


def amount(value: Any) -> Cents:
    amount = parse_dollars(value)
    if amount == 0:
        raise Refusal("money/zero", "an amount must be above 0")
    return amount


def amounts(value: Any) -> tuple[Cents, ...]:
    return each(value, amount)


def span(value: Any) -> tuple[Cents, Cents]:
    found = amounts(value)
    if len(found) != 2 or found[0] > found[1]:
        raise Refusal("rulebook/span", f"{shown(value)} should be two amounts, the lower one first")
    return found[0], found[1]


def bonus_minimum(value: Any) -> Cents | None:
    return None if value == "table" else amount(value)


def percent(value: Any) -> int:
    """`"2.5%"` in hundredths of a per cent."""
    if not isinstance(value, str) or not value.endswith("%"):
        raise Refusal("rulebook/percent", f'{shown(value)} should be a percentage such as "20%"')
    points = parse_dollars(value[:-1])
    if points > 10_000:
        raise Refusal("rulebook/percent", f"{shown(value)} is more than the whole")
    return points


def order(value: Any) -> tuple[str, ...]:
    """Wagers in turn, each once; `cross` sees to it that none of the house's is left out."""
    wagers = texts(value)
    if not CATALOGUE.keys() >= set(wagers) or len(set(wagers)) < len(wagers):
        raise Refusal("rulebook/order", f"{shown(value)} should name wagers, each of them once")
    return wagers


def aggregate(value: Any) -> dict[str, Cents]:
    """One amount for each wager that pays odds, or an amount a wager (Q-25)."""
    if not isinstance(value, dict):
        return dict.fromkeys(PAYING_ODDS, amount(value))
    gather = Gather()
    for wager in value:
        if wager not in PAYING_ODDS:
            capped = ", ".join(PAYING_ODDS)
            gather.add("rulebook/aggregate", f"an aggregate caps {capped} only", wager, "Q-25")
    found = {wager: gather.read(wager, amount, limit) for wager, limit in value.items()}
    gather.finish()
    return found


class ByHand:
    """A table by hand with no hole between its lowest line and its highest.

    A line that is read as None pays nothing; without a `lowest` the table begins where it likes.
    """

    def __init__(
        self, read: Reader, lowest: Category | None, highest: Category = Category.ROYAL_FLUSH
    ) -> None:
        self.read, self.lowest, self.highest = read, lowest, highest

    @property
    def hands(self) -> tuple[Category, ...]:
        """Every hand that the table may name, the lowest first."""
        return CATEGORIES[self.lowest.value if self.lowest else 0 : self.highest.value + 1]

    def __call__(self, value: Any) -> dict[Category, Any]:
        gather = Gather()
        found: dict[Category, Any] = {}
        for name, entry in table(value).items():
            category = CATEGORY_BY_NAME.get(name)
            if category not in self.hands:
                hand = f"{shown(name)} is not a hand of this table"
                gather.add("paytable/unknown_hand", hand, name)
            else:
                found[category] = gather.read(name, self.read, entry)
        bottom = self.lowest or min(found, key=lambda one: one.value, default=self.highest)
        for category in CATEGORIES[bottom.value : self.highest.value + 1]:
            if category not in found:
                hole = f"the table has a hole: it says nothing of a {category.words}"
                gather.add("paytable/hole", hole, category.name.lower())
        gather.finish()
        return {category: line for category, line in found.items() if line is not None}


def odds_or_push(value: Any) -> Odds | None:
    return None if value == "push" else parse_odds(value)


def share(value: Any) -> Share:
    if isinstance(value, str) and value.endswith("%"):
        return Share(percent(value), None)
    return Share(None, amount(value))


prizes = ByHand(share, None)
envy = ByHand(amount, None)


def pattern(value: Any) -> Pattern:
    """`AhAd`, `AA`, `AKs` or `AKo`."""
    word = text(value)
    if len(word) == 4:
        cards = parse_cards(word)
        return Pattern(word, frozenset(cards), frozenset(), None)
    ranks = frozenset(RANK_LETTERS.find(letter) + 2 for letter in word[:2])
    suited = {"s": True, "o": False}.get(word[2:])
    kind = word[2:] in ("s", "o") if len(ranks) == 2 else word[2:] == "" and len(word) == 2
    if 1 in ranks or not kind:
        raise Refusal(
            "paytable/pattern", f"{shown(value)} is not a holding; write AhAd, AA, AKs or AKo"
        )
    return Pattern(word, None, ranks, suited)


def pair_lines(value: Any) -> tuple[PairLine, ...]:
    """The first line that fits pays, so a holding named again further down is a slip."""
    gather, paid = Gather(), list[Pattern]()
    lines = [gather.read(f"[{at}]", pair_line, item) for at, item in enumerate(items(value))]
    for at, line in enumerate(lines):
        for hand in line.hands if line else ():
            held = tuple(hand.cards) if hand.cards else None
            if any(other == hand or (held and other.fits(held)) for other in paid):
                twice = f"{hand.text} is paid by an earlier line already"
                gather.add("paytable/never", twice, f"[{at}]")
        if line and line.dealer is None:
            paid += line.hands
    gather.finish()
    return tuple(lines)


def pair_line(value: Any) -> PairLine:
    line = table(value)
    gather = Gather()
    for name in line.keys() - {"hands", "pays", "dealer"}:
        gather.add("rulebook/unknown_field", f"{name!r} is not a field of a line", name)
    for name in ("hands", "pays"):
        if name not in line:
            gather.add("rulebook/missing", f"a line needs {name}", name)
    gather.finish()
    hands = gather.read("hands", patterns, line["hands"])
    pays = gather.read("pays", parse_odds, line["pays"])
    dealer = gather.read("dealer", patterns, line["dealer"]) if "dealer" in line else None
    gather.finish()
    return PairLine(hands, pays, dealer)


def patterns(value: Any) -> tuple[Pattern, ...]:
    return each(value, pattern)


def fee(value: Any) -> Cents:
    """A flat fee, 0 allowed; a percentage never is (CA-7.10)."""
    if isinstance(value, str) and value.endswith("%"):
        raise Refusal(
            "collection/percentage",
            f"a fee is flat, never a percentage like {shown(value)}",
            "",
            "CA-11",
        )
    return parse_dollars(value)


def bands(value: Any) -> tuple[Band, ...]:
    """At most five flat rates, each from a higher amount than the one before."""
    rows, gather = items(value), Gather()
    if len(rows) > MOST_RATES:
        many = f"{len(rows)} rates where a table may have {MOST_RATES}"
        gather.add("collection/too_many_rates", many, f"[{MOST_RATES}]", "CA-11")
    found = [gather.read(f"[{at}]", band, row) for at, row in enumerate(rows)]
    for at, (before, after) in enumerate(pairwise(found), 1):
        if before and after and after.start <= before.start:
            starts = f"this band starts at {print_dollars(after.start)}, not above the one before"
            gather.add("collection/order", starts, f"[{at}].from")
    gather.finish()
    return tuple(found)


def band(value: Any) -> Band:
    row = table(value)
    if set(row) != {"from", "fee"}:
        raise Refusal("collection/band", "a band is { from = …, fee = … } and nothing else")
    gather = Gather()
    start, charge = gather.read("from", amount, row["from"]), gather.read("fee", fee, row["fee"])
    gather.finish()
    return Band(start, charge)


def pay_table(shape: PayTableShape) -> Reader:
    """How the pay table of a wager is read."""
    if shape.by == "holding":
        return pair_lines
    lowest, highest = CATEGORY_BY_NAME[shape.lowest], CATEGORY_BY_NAME[shape.highest]
    return ByHand(odds_or_push if shape.may_push else parse_odds, lowest, highest)
