"""How pay tables and fees are read: by hand, by holding, and by amount."""

from __future__ import annotations

from itertools import pairwise

from uth.core.cards import RANK_LETTERS, parse_cards
from uth.core.hands import CATEGORIES, CATEGORY_BY_NAME, Category
from uth.core.money import parse_dollars, parse_odds
from uth.core.refusal import Gather, Refusal
from uth.rulebook.entries.pay_lines import Band, PairLine, Pattern, Share
from uth.rulebook.entries.readers import ListOf, amount, items, percent, refuse_unknown, table, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.core.money import Cents, Odds
    from uth.rulebook.entries.readers import Reader
    from uth.rulebook.wager_facts import PayTableShape


class ByHand:
    """A pay table by hand with no hole between its lowest line and its highest.

    A line that is read as None pays nothing; without a `lowest` the table begins where it likes.
    """

    def __init__(
        self, read: Reader, lowest: Category | None, highest: Category = Category.ROYAL_FLUSH
    ) -> None:
        self.read: Reader = read
        self.lowest: Category | None = lowest
        self.highest: Category = highest

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


prizes: ByHand = ByHand(share, None)
envy: ByHand = ByHand(amount, None)


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


patterns: ListOf = ListOf(pattern)


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
