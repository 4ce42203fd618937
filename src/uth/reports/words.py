"""The entries of a rulebook in words: amounts, shares, lists and choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uth.core.money import parse_dollars, print_dollars

if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook

AMOUNTS = {
    "limits.minimum",
    "limits.maximum",
    "limits.bonus_minimum",
    "limits.chip",
    "limits.minimum_choices",
    "progressive.wager",
    "progressive.seed",
    "progressive.mystery_restart",
    "progressive.envy",
    "payouts.maximum",
    "payouts.aggregate",
    "payouts.approval_above",
}
RANGES = {"limits.minimum_within", "limits.maximum_within", "progressive.mystery_between"}
ASSUMED = ("Q-8", "Q-9")
"""The readings that supply values which the documents do not print."""
MAXIMUM_ON = {"base": "Ante, Play and Blind", "all": "every wager but the linked jackpots"}


def dollars(amount: Cents) -> str:
    """`$5`, `$2.50`, `$1,000`."""
    whole, _, part = print_dollars(amount).partition(".")
    return f"${int(whole):,}" + ("" if part == "00" else f".{part}")


def with_spaces(name: str) -> str:
    return name.replace("_", " ")


def entry_name(entry: str) -> str:
    """`settlement.antes_first` as "Settlement: antes first"."""
    section, _, field = entry.partition(".")
    return f"{with_spaces(section).capitalize()}: {with_spaces(field)}"


def value_text(entry: str, value: Any) -> str:
    """An entry's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if entry in RANGES:
        low, high = value
        return f"{_amount(low)} to {_amount(high)}"
    if isinstance(value, list):
        return ", ".join(value_text(entry, part) for part in value)
    if isinstance(value, dict):
        if set(value) == {"from", "fee"}:
            return f"from {_amount(value['from'])}: {_amount(value['fee'])}"
        return ", ".join(
            f"{with_spaces(name)} {value_text(entry, part)}" for name, part in value.items()
        )
    if entry == "progressive.prizes":
        return f"{_share(value)} of the meter" if str(value).endswith("%") else _amount(value)
    if entry.startswith("progressive.") and entry.endswith("_share"):
        return f"{_share(value)} of each wager"
    return _single_value_text(entry, value)


def _single_value_text(entry: str, value: Any) -> str:
    if entry == "limits.bonus_minimum" and value == "table":
        return "the table's own minimum"
    if entry in AMOUNTS:
        return _amount(value)
    if entry == "bank.house_percentage":
        return f"{value} %"
    if entry == "payouts.maximum_on":
        return MAXIMUM_ON[value]
    if entry == "play.qualify":
        return "the dealer always qualifies" if value == "none" else f"a {value} or better"
    if entry.startswith("play."):
        return f"{value}x"
    return with_spaces(str(value))


def in_force(house: Rulebook, entry: str) -> bool:
    """Whether an entry matters: entries of wagers and caps that the house lacks do not."""
    if entry.startswith("progressive.") and entry != "progressive.offered":
        return house.progressive.offered
    if entry == "payouts.maximum_on":
        return house.payouts.maximum is not None
    if entry in ("wagers.bad_beat_needs_trips", "tables.bad_beat", "tables.approved_bad_beats"):
        return house.wagers.bad_beat
    if entry in ("tables.ultimate_pairs", "tables.approved_ultimate_pairs"):
        return house.wagers.ultimate_pairs
    return True


def _amount(value: Any) -> str:
    return dollars(parse_dollars(value))


def _share(value: Any) -> str:
    return f"{str(value).removesuffix('%')} %"
