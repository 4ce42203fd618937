"""TOML as plain values of the right kind, each refused at its place where it is not one."""

from __future__ import annotations

import tomllib
from typing import Any

from uth.core.money import Cents
from uth.core.refusal import Refusal, shown
from uth.table.meters import UNITS
from uth.table.notation.lines import parse_units

Raw = dict[str, Any]


class Decimal(str):
    """A number with a point as it was written, so that no float is ever made of it."""

    __slots__ = ()


def toml(text: str) -> Raw:
    """A whole file, or a refusal that says what is wrong with it."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise Refusal("notation/too_deep") from None
    except ValueError as error:
        reason = " ".join(str(error).split())
        raise Refusal("notation/not_toml", reason=reason) from None


def typed(value: Any, kind: type, where: str) -> Any:
    if type(value) is not kind:
        raise Refusal("notation/type", where=where, value=shown(value), kind=kind.__name__)
    return value


def text(value: Any, where: str) -> str:
    return str(typed(value, str, where))


def texts(value: Any, where: str) -> tuple[str, ...]:
    items = typed(value, list, where)
    return tuple(text(item, f"{where}[{at}]") for at, item in enumerate(items))


def table(value: Any, where: str) -> Raw:
    return dict(typed(value, dict, where))


def whole(value: Any, least: int, where: str, most: int = 10**9) -> int:
    number = int(typed(value, int, where))
    if not least <= number <= most:
        raise Refusal("notation/number", where=where, least=least, most=most)
    return number


def units(value: Any, where: str) -> int:
    """Dollars, as TOML writes a number, in 1/10,000 cents."""
    if type(value) is int and 0 <= value < 10**15:
        return value * 100 * UNITS
    try:
        if type(value) is Decimal:
            return parse_units(value)
        raise Refusal("notation/amount", value=shown(value))
    except Refusal as error:
        raise error.at(where) from None


def amount(value: Any, where: str) -> Cents:
    in_units = units(value, where)
    if in_units % UNITS:
        raise Refusal("money/decimals", where=where, value=value)
    return in_units // UNITS


def amounts(value: Any, where: str) -> tuple[Cents, ...]:
    items = typed(value, list, where)
    return tuple(amount(item, f"{where}[{at}]") for at, item in enumerate(items))
