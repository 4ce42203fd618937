"""How each entry of a rulebook is read: one small reader a kind, each with its own refusal."""

from __future__ import annotations

from itertools import pairwise

from uth.core.cards import RANK_LETTERS, parse_cards
from uth.core.hands import CATEGORIES, CATEGORY_BY_NAME, Category
from uth.core.money import parse_dollars, parse_odds
from uth.core.refusal import Gather, Refusal
from uth.rulebook.pay_lines import Band, PairLine, Pattern, Share
from uth.rulebook.wager_facts import BONUSES, PAYING_ODDS, WAGER_FACTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from uth.core.money import Cents, Odds
    from uth.rulebook.wager_facts import PayTableShape

    Reader = Callable[[Any], Any]
    Raw = dict[str, Any]


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Refusal("rulebook/type", value=value, kind="flag")
    return value


def text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise Refusal("rulebook/type", value=value, kind="text")
    return value


def identifier(value: Any) -> str:
    """A house's id: small letters, digits and hyphens, a letter first."""
    word = text(value)
    known = word.isascii() and word.replace("-", "").isalnum() and word == word.lower()
    if not known or not word[0].isalpha() or word.endswith("-"):
        raise Refusal("rulebook/id", value=value)
    return word


def items(value: Any) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise Refusal("rulebook/type", value=value, kind="list")
    return value


def table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not value:
        raise Refusal("rulebook/type", value=value, kind="table")
    return value


def refuse_unknown(gather: Gather, given: Raw, known: Collection[str], path: str = "") -> None:
    """What does not belong in a table of a rulebook."""
    for name in given:
        if name not in known:
            where = f"{path}.{name}" if path else name
            gather.add("rulebook/unknown_field", where, name=name, known=list(known))


class ListOf:
    """Every item of a list, with every defect among them."""

    def __init__(self, read: Reader) -> None:
        self.read = read

    def __call__(self, value: Any) -> tuple[Any, ...]:
        gather = Gather()
        values = [gather.read(f"[{at}]", self.read, item) for at, item in enumerate(items(value))]
        gather.finish()
        return tuple(values)


class OneOf:
    """One of these words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def __call__(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise Refusal("rulebook/choice", value=value, choices=self.words)
        return value


class Whole:
    """A whole number between bounds, both included."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def __call__(self, value: Any) -> int:
        low, high = self.low, self.high
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            if low == high:
                raise Refusal("rulebook/fixed", value=value, fixed=low)
            raise Refusal("rulebook/range", value=value, low=low, high=high)
        return value


def multiples(value: Any) -> tuple[int, ...]:
    numbers = ListOf(Whole(1, 100))(value)
    if len(set(numbers)) != len(numbers):
        raise Refusal("rulebook/twice", value=value)
    return numbers


def amount(value: Any) -> Cents:
    amount = parse_dollars(value)
    if amount == 0:
        raise Refusal("money/zero")
    return amount


amounts = ListOf(amount)
texts = ListOf(text)


def span(value: Any) -> tuple[Cents, Cents]:
    bounds = amounts(value)
    if len(bounds) != 2 or bounds[0] > bounds[1]:
        raise Refusal("rulebook/span", value=value)
    return bounds[0], bounds[1]


def bonus_minimum(value: Any) -> Cents | None:
    return None if value == "table" else amount(value)


def percent(value: Any) -> int:
    """`"2.5%"` in hundredths of a per cent."""
    if isinstance(value, str) and value.endswith("%"):
        points = parse_dollars(value[:-1])
        if points <= 10_000:
            return points
    raise Refusal("rulebook/percent", value=value)


def order(value: Any) -> tuple[str, ...]:
    """Wagers in turn, each once; `cross_check` refuses an order that leaves one out."""
    wagers = texts(value)
    if not WAGER_FACTS.keys() >= set(wagers) or len(set(wagers)) < len(wagers):
        raise Refusal("rulebook/order", wagers=list(WAGER_FACTS))
    return wagers


class SomeOf:
    """A list of these wagers, each at most once."""

    def __init__(self, *known: str) -> None:
        self.known = known

    def __call__(self, value: Any) -> tuple[str, ...]:
        names = ListOf(OneOf(*self.known))(value)
        if len(set(names)) != len(names):
            raise Refusal("rulebook/twice", value=value)
        return names


wagers = SomeOf(*WAGER_FACTS)
bonuses = SomeOf(*BONUSES)


def aggregate(value: Any) -> dict[str, Cents]:
    """One amount for each wager that pays odds, or an amount a wager (Q-25)."""
    if not isinstance(value, dict):
        return dict.fromkeys(PAYING_ODDS, amount(value))
    gather = Gather()
    for wager in value:
        if wager not in PAYING_ODDS:
            gather.add("rulebook/aggregate", where=wager, clause="Q-25", wagers=PAYING_ODDS)
    caps = {wager: gather.read(wager, amount, limit) for wager, limit in value.items()}
    gather.finish()
    return caps


class ByHand:
    """A pay table by hand with no hole between its lowest line and its highest.

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
        entries: dict[Category, Any] = {}
        for name, entry in table(value).items():
            category = CATEGORY_BY_NAME.get(name)
            if category not in self.hands:
                gather.add("paytable/unknown_hand", where=name, name=name)
            else:
                entries[category] = gather.read(name, self.read, entry)
        bottom = self.lowest or min(entries, key=lambda one: one.value, default=self.highest)
        for category in CATEGORIES[bottom.value : self.highest.value + 1]:
            if category not in entries:
                gather.add("paytable/hole", hand := category.name.lower(), hand=hand)
        gather.finish()
        return {category: pays for category, pays in entries.items() if pays is not None}


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
        return Pattern(word, frozenset(parse_cards(word)), frozenset(), None)
    ranks = frozenset(RANK_LETTERS.find(letter) + 2 for letter in word[:2])
    suited = {"s": True, "o": False}.get(word[2:])
    kind = word[2:] in ("s", "o") if len(ranks) == 2 else word[2:] == "" and len(word) == 2
    if 1 in ranks or not kind:
        raise Refusal("paytable/pattern", value=value)
    return Pattern(word, None, ranks, suited)


patterns = ListOf(pattern)


def pair_lines(value: Any) -> tuple[PairLine, ...]:
    """The first line that fits pays, so a holding that is named again further down is refused."""
    gather, paid, named = Gather(), list[Pattern](), set[str]()
    lines = [gather.read(f"[{at}]", pair_line, item) for at, item in enumerate(items(value))]
    for at, row in enumerate(lines):
        for hand in row.hands if row else ():
            held = tuple(hand.cards or ())
            if hand.text in named or (held and any(other.fits(held) for other in paid)):
                gather.add("paytable/never", where=f"[{at}]", holding=hand.text)
        if row and row.dealer is None:
            paid += row.hands
            named.update(hand.text for hand in row.hands)
    gather.finish()
    return tuple(lines)


def pair_line(value: Any) -> PairLine:
    row, gather = table(value), Gather()
    parts: dict[str, Reader] = {"hands": patterns, "pays": parse_odds, "dealer": patterns}
    refuse_unknown(gather, row, parts)
    for name in ("hands", "pays"):
        if name not in row:
            gather.add("rulebook/missing", where=name, name=name)
    gather.finish()
    read = {name: gather.read(name, parts[name], value) for name, value in row.items()}
    gather.finish()
    return PairLine(**read)


def fee(value: Any) -> Cents:
    """A flat fee, 0 allowed; a percentage never is (CA-7.10)."""
    if isinstance(value, str) and value.endswith("%"):
        raise Refusal("collection/percentage", clause="CA-11", value=value)
    return parse_dollars(value)


def bands(value: Any) -> tuple[Band, ...]:
    """Flat rates, each from a higher amount than the one before."""
    rows, gather = items(value), Gather()
    read = [gather.read(f"[{at}]", band, row) for at, row in enumerate(rows)]
    for at, (before, after) in enumerate(pairwise(read), 1):
        if before and after and after.start <= before.start:
            gather.add("collection/order", where=f"[{at}].from", start=after.start)
    gather.finish()
    return tuple(read)


def date_or_none(value: Any) -> str | None:
    """A date such as 2024-06-26."""
    if value is None:
        return None
    word = text(value)
    parts = word.split("-")
    if [len(part) for part in parts] != [4, 2, 2] or not all(map(str.isdecimal, parts)):
        raise Refusal("rulebook/date", value=value)
    return word


def band(value: Any) -> Band:
    row = table(value)
    if set(row) != {"from", "fee"}:
        raise Refusal("collection/band")
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
