"""The entries of a rulebook in words: amounts, shares, lists and choices."""

from __future__ import annotations

from typing import Any

from uth.core.money import dollars, parse_dollars
from uth.core.texts import ENGLISH, catalog
from uth.rulebook.check import SECTIONS
from uth.rulebook.entries import pay_readers, readers
from uth.rulebook.model import Rulebook
from uth.rulebook.wager_facts import wagers_of

AMOUNTS = (
    readers.amount,
    readers.amounts,
    readers.bonus_minimum,
    readers.aggregate,
    pay_readers.prizes,
    pay_readers.envy,
)
"""Whose entries have amounts, where they have no percentages or words."""


def with_spaces(name: str) -> str:
    return name.replace("_", " ")


def entry_name(entry: str, language: str = ENGLISH) -> str:
    """`settlement.antes_first` as "Settlement: antes first"."""
    section, _, field = entry.partition(".")
    name = f"{with_spaces(section).capitalize()}: {with_spaces(field)}"
    return catalog(language).texts.get(f"entry.{entry}", name)


def field_name(entry: str, language: str = ENGLISH) -> str:
    """`settlement.antes_first` without its section: "antes first"."""
    return entry_name(entry, language).rpartition(": ")[2]


def value_text(entry: str, value: Any, language: str = ENGLISH) -> str:
    """An entry's value in words: those of `entry_value`, or as its reader takes it."""
    words = catalog(language)
    section, _, field = entry.partition(".")
    reader = SECTIONS[section].readers[field]
    if isinstance(value, bool):
        return words.text(f"entry_value.{'yes' if value else 'no'}")
    if reader is readers.span:
        low, high = map(parse_dollars, value)
        return words.text("entry_value.span", low=low, high=high)
    if isinstance(reader, readers.SomeOf):
        return ", ".join(words.text(f"wager.{wager}") for wager in value)
    if isinstance(value, list):
        return ", ".join(value_text(entry, part, language) for part in value)
    if isinstance(value, dict):
        if set(value) == {"from", "fee"}:
            start, fee = parse_dollars(value["from"]), parse_dollars(value["fee"])
            return words.text("entry_value.band", start=start, fee=fee)
        return ", ".join(
            f"{words.texts.get(f'return.hand.{name}', with_spaces(name))}"
            f" {value_text(entry, part, language)}"
            for name, part in value.items()
        )
    plain = str(value).removesuffix("%")
    share = ".share" if plain != str(value) else ""
    for key in (f"entry_value.{entry}.{value}", f"entry_value.{entry}{share}"):
        if key in words.texts:
            return words.text(key, value=plain)
    if reader in AMOUNTS:
        return dollars(parse_dollars(value))
    return with_spaces(str(value))


def in_force(rules: Rulebook, entry: str) -> bool:
    """Whether an entry matters: entries of wagers and caps that the house lacks do not."""
    if entry == "payouts.maximum_on":
        return rules.payouts.maximum is not None
    wagers = wagers_of(entry)
    return not wagers or any(rules.offers(facts.name) for facts in wagers)
