"""Exact numbers printed: fractions, decimals, percentages, JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from typing import Any

    Json = dict[str, Any]


def exact(value: Fraction) -> Json:
    """In lowest terms."""
    return {"numerator": value.numerator, "denominator": value.denominator}


def decimal(value: Fraction) -> str:
    """A decimal where it ends, else p/q."""
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


def print_json(answer: Json) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))


def percent(value: Fraction, places: int = 4) -> str:
    return f"{float(value) * 100:.{places}f} %"
