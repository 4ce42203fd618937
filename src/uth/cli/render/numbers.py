"""Exact numbers as text: fractions, decimals, percentages; and JSON printed."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from typing import Any


def exact(value: Fraction) -> dict[str, int]:
    """A fraction in lowest terms, for JSON."""
    return {"numerator": value.numerator, "denominator": value.denominator}


def decimal(value: Fraction) -> str:
    """A decimal where it terminates, else `p/q`."""
    rest = value.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    if rest != 1:
        return str(value)
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(value.numerator * 10**places // value.denominator)).rjust(places + 1, "0")
    whole = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{whole}" if value < 0 else whole


def percent(value: Fraction | float, places: int = 4) -> str:
    return f"{float(value) * 100:.{places}f} %"


def dollars(amount: float) -> str:
    """Cents as dollars with two decimals: `1,234.50`."""
    return f"{amount / 100:,.2f}"


def print_json(answer: dict[str, Any]) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))
