"""The option sheet of a cardroom: what its document lets it choose, and what it has chosen."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.core.texts import ENGLISH, Catalog, catalog
from uth.rulebook.canonical import digest
from uth.rulebook.model import Rulebook
from uth.table.options import BASES, DocumentOption, OptionValue, document_options, wager_limits
from uth.table.wagers import WAGERS


class SheetChoice(msgspec.Struct, frozen=True):
    """One of the values that an option may have."""

    text: str
    chosen: bool
    departs: bool = False
    """Whether the document does not offer it: a house of one's own has it (Q-29)."""


class SheetOption(msgspec.Struct, frozen=True):
    """An option: the choices of the document, one of which is in force."""

    entry: str
    name: str
    choices: tuple[SheetChoice, ...]
    clause: str


class SheetLimit(msgspec.Struct, frozen=True):
    """What a wager must lie between."""

    wager: str
    name: str
    minimum: Cents
    maximum: Cents
    clause: str


class SheetBounds(msgspec.Struct, frozen=True):
    """Between which amounts the document lets a limit of a table lie."""

    name: str
    low: Cents
    high: Cents
    clause: str


class SheetFee(msgspec.Struct, frozen=True):
    """A row of the collection table: who pays how much, from one amount up to another."""

    payer: str
    basis: str
    start: Cents
    below: Cents | None
    fee: Cents


class OptionSheet(msgspec.Struct, frozen=True):
    """One page on a cardroom's choices."""

    house: str
    name: str
    document: str
    rulebook: str
    table: str
    """Empty if it is the sheet of a house and not of one table."""
    options: tuple[SheetOption, ...]
    limits: tuple[SheetLimit, ...]
    bounds: tuple[SheetBounds, ...]
    collection: tuple[SheetFee, ...]
    dropped: str
    """When fees are collected and dropped; empty where there are none."""
    rates: int
    """How many different fees the table has."""
    clauses: tuple[str, ...]


def option_sheet(
    rules: Rulebook,
    *,
    table: str = "",
    limits: tuple[Cents, Cents] | None = None,
    language: str = ENGLISH,
) -> OptionSheet:
    """The sheet of a house, or of its table with the limits that are in force there."""
    if not rules.player_dealer:
        raise Refusal("options/none", where="house", house=rules.name)
    words, collection = catalog(language), rules.collection
    own = words.text("rules.not_approved_name", name=rules.name)
    name = rules.name if rules.approved else own
    minimum, maximum = limits or (rules.limits.minimum, rules.limits.maximum)
    fees = tuple(_fees(rules, words))
    return OptionSheet(
        house=rules.id,
        name=name,
        document=rules.document,
        rulebook=digest(rules),
        table=table,
        options=tuple(_option(rules, option, words) for option in document_options(rules)),
        limits=tuple(
            SheetLimit(
                wager=name,
                name=words.text(f"wager.{name}"),
                minimum=low,
                maximum=high,
                clause=rules.sources[WAGERS[name].minimum_entry(rules)],
            )
            for name, (low, high) in wager_limits(rules, minimum, maximum).items()
        ),
        bounds=tuple(_bounds(rules, words)),
        collection=fees,
        dropped=words.text(f"option_drop.{collection.drop}") if fees else "",
        rates=len({row.fee for row in fees}),
        clauses=rules.cite("table.options"),
    )


def _option(rules: Rulebook, option: DocumentOption, words: Catalog) -> SheetOption:
    entry, chosen = option.entry, rules.entry(option.entry)
    values = dict.fromkeys((*option.choices, chosen))
    return SheetOption(
        entry=entry,
        name=words.text(f"option.{entry}"),
        choices=tuple(
            SheetChoice(
                _value_text(entry, value, words), value == chosen, value not in option.choices
            )
            for value in values
        ),
        clause=option.clause,
    )


def _value_text(entry: str, value: OptionValue, words: Catalog) -> str:
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    template = words.texts.get(f"option_value.{entry}.{shown}")
    return words.text(f"option_value.{entry}.{shown}") if template else shown


def _bounds(rules: Rulebook, words: Catalog) -> Iterator[SheetBounds]:
    for name in ("minimum", "maximum"):
        entry = f"limits.{name}"
        bounds = rules.status(entry).bounds
        if bounds is not None:
            yield SheetBounds(words.text(f"options.{name}"), *bounds, rules.sources[entry])


def _fees(rules: Rulebook, words: Catalog) -> Iterator[SheetFee]:
    """The collection table: each band runs up to the next one's lower bound (Q-22)."""
    for basis in BASES:
        bands = getattr(rules.collection, basis) or ()
        ends = [*(band.start for band in bands[1:]), None]
        for band, below in zip(bands, ends, strict=True) if bands else ():
            yield SheetFee(
                payer=words.text(f"option_payer.{basis}"),
                basis=words.text(f"option_basis.{basis}"),
                start=band.start,
                below=below,
                fee=band.fee,
            )
