"""TOML as plain values of the right kind, and back; a refusal says where a value is wrong."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from typing import Any

from uth.core.money import Cents, parse_dollars, print_dollars
from uth.core.refusal import Refusal, shown
from uth.table.meters import UNITS

Raw = dict[str, Any]
Reader = Callable[[Any], Any]
BARE = re.compile(r"[A-Za-z0-9_-]+")


def print_amount(amount: Cents) -> str:
    """As people write it: `40`, and `12.50` where there are cents."""
    return print_dollars(amount).removesuffix(".00")


def print_units(units: int) -> str:
    """Dollars from 1/10,000 cents, exactly."""
    amount, part = divmod(units, UNITS)
    return print_dollars(amount) + f"{part:04d}".rstrip("0") if part else print_amount(amount)


def parse_units(text: str) -> int:
    """Dollars with up to six decimals as 1/10,000 cents."""
    whole, _, part = text.partition(".")
    amount = parse_dollars(f"{whole}.{part[:2]}" if part else text)
    beyond = part[2:]
    if not beyond:
        return amount * UNITS
    if len(beyond) > 4 or not (beyond.isascii() and beyond.isdigit()):
        raise Refusal("money/six_decimals", value=text)
    return amount * UNITS + int(beyond.ljust(4, "0"))


class Decimal(str):
    """A number with a point as it is written, so that no float is ever made of it."""

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


def read_at(where: str, reader: Reader, value: Any) -> Any:
    try:
        return reader(value)
    except Refusal as error:
        raise error.at(where) from None


def typed(kind: type) -> Reader:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise Refusal("notation/type", value=shown(value), kind=kind.__name__)
        return value

    return read


text: Reader = typed(str)
number: Reader = typed(int)
table: Reader = typed(dict)


def whole(least: int, most: int) -> Reader:
    def read(value: Any) -> int:
        if not least <= number(value) <= most:
            raise Refusal("notation/number", least=least, most=most)
        return int(value)

    return read


def list_of(reader: Reader) -> Reader:
    def read(value: Any) -> tuple[Any, ...]:
        items = enumerate(typed(list)(value))
        return tuple(read_at(f"[{at}]", reader, item) for at, item in items)

    return read


def lines_of(parse: Callable[[str], Any]) -> Reader:
    return list_of(lambda value: parse(text(value)))


def table_of(reader: Reader) -> Reader:
    """A table of any names, each with a value of one kind."""
    return lambda value: {name: read_at(name, reader, part) for name, part in table(value).items()}


def table_with(**readers: Reader) -> Reader:
    """A table of these names, and no more."""

    def read(value: Any) -> Raw:
        if table(value).keys() != readers.keys():
            raise Refusal("notation/table", names=tuple(readers))
        return {name: read_at(name, reader, value[name]) for name, reader in readers.items()}

    return read


def units(value: Any) -> int:
    """Dollars, as TOML writes a number, in 1/10,000 cents."""
    if type(value) is int and 0 <= value < 10**15:
        return value * 100 * UNITS
    if type(value) is Decimal:
        return parse_units(value)
    raise Refusal("notation/amount", value=shown(value))


def amount(value: Any) -> Cents:
    in_units = units(value)
    if in_units % UNITS:
        raise Refusal("money/decimals", value=value)
    return in_units // UNITS


texts: Reader = list_of(text)
amounts: Reader = list_of(amount)


def string(text: str) -> str:
    """A TOML string: as JSON writes it, which leaves one control character bare."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(name: str) -> str:
    return name if BARE.fullmatch(name) else string(name)


def value_text(value: Any) -> str:
    """Text, flags, numbers, lists and tables, on one line."""
    if isinstance(value, str) and not isinstance(value, Decimal):
        return string(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        parts = (f"{key(name)} = {value_text(part)}" for name, part in value.items())
        return f"{{ {', '.join(parts)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(value_text, value))}]"
    return str(value)
