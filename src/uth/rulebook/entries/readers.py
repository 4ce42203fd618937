"""How each entry of a rulebook is read: one small reader a kind, each with its own refusal."""

from __future__ import annotations

from uth.core.money import parse_dollars
from uth.core.refusal import Gather, Refusal
from uth.rulebook.wager_facts import BONUSES, PAYING_ODDS, WAGER_FACTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from uth.core.money import Cents

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
        self.low: int = low
        self.high: int = high

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


amounts: ListOf = ListOf(amount)
texts: ListOf = ListOf(text)


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


wagers: SomeOf = SomeOf(*WAGER_FACTS)
bonuses: SomeOf = SomeOf(*BONUSES)


def aggregate(value: Any) -> dict[str, Cents]:
    """One amount for each wager that pays odds, or an amount a wager (Q-25)."""
    if not isinstance(value, dict):
        return dict.fromkeys(PAYING_ODDS, amount(value))
    gather = Gather()
    for wager in table(value):
        if wager not in PAYING_ODDS:
            gather.add("rulebook/aggregate", where=wager, clause="Q-25", wagers=PAYING_ODDS)
    caps = {wager: gather.read(wager, amount, limit) for wager, limit in value.items()}
    gather.finish()
    return caps


def date_or_none(value: Any) -> str | None:
    """A date such as 2024-06-26."""
    if value is None:
        return None
    word = text(value)
    parts = word.split("-")
    if [len(part) for part in parts] != [4, 2, 2] or not all(map(str.isdecimal, parts)):
        raise Refusal("rulebook/date", value=value)
    return word
