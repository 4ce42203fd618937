"""Exact numbers as text: fractions, decimals, percentages; and JSON printed."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import click

Json = dict[str, Any]
"""A JSON object."""


def exact(value: Fraction) -> dict[str, int]:
    """A fraction in lowest terms, for JSON."""
    return {"numerator": value.numerator, "denominator": value.denominator}


def decimal(value: Fraction) -> str:
    """A decimal where it terminates, else `p/q`."""
    number = Decimal(value.numerator) / value.denominator
    return f"{number:f}" if Fraction(number) == value else str(value)


def percent(value: Fraction | float, places: int = 4) -> str:
    return f"{float(value) * 100:.{places}f} %"


def dollars(amount: float) -> str:
    """Cents as dollars with two decimals: `1,234.50`."""
    return f"{amount / 100:,.2f}"


def signed_dollars(amount: float, digits: int = 4) -> str:
    """Cents as dollars, the sign before the dollar: `-$36.6657`."""
    return f"{'-' if amount < 0 else ''}${abs(amount) / 100:,.{digits}f}"


def print_json(answer: Json) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))


def print_answer(answer: Json, sentence: str, as_json: bool) -> None:
    """An answer as JSON or in words."""
    if as_json:
        print_json(answer)
    else:
        click.echo(sentence)
