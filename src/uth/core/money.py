"""Money: whole cents inside, dollars with two decimals outside. Never a float."""

from __future__ import annotations

from uth.core.refusal import Refusal, shown

Cents = int


def parse_dollars(text: object) -> Cents:
    """`"12.50"` is 1250 cents; anything but a plain decimal string is refused."""
    if not isinstance(text, str):
        raise Refusal(
            "money/not_a_string",
            f'{shown(text)} is not an amount; write dollars as a string, "12.50"',
        )
    whole, point, part = text.partition(".")
    if not (text.isascii() and whole.isdigit() and (part.isdigit() if point else not part)):
        raise Refusal(
            "money/malformed", f'{shown(text)} is not an amount; write dollars as "12.50"'
        )
    if len(part) > 2:
        raise Refusal(
            "money/decimals", f"{shown(text)} has more than two decimals; a cent is the least"
        )
    if len(whole) > 15:
        raise Refusal("money/too_large", f"an amount of {len(whole)} digits is too large")
    return int(whole) * 100 + int(part.ljust(2, "0"))


def print_dollars(amount: Cents) -> str:
    """1250 cents are `"12.50"`."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def dollars(amount: Cents) -> str:
    """As sentences have it: 1250 cents are `$12.50`, and 100 cents less than nothing `-$1.00`."""
    return f"{'-' if amount < 0 else ''}${print_dollars(abs(amount))}"
