"""What binds the game at an Ante, as data and in words."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from uth.core.money import Cents
from uth.core.texts import ENGLISH, catalog
from uth.exact.solver.ante_game import Binding


class BindingLine(msgspec.Struct, frozen=True):
    """A cap or ceiling that changes the game from an Ante on; `what` is a hand, bet or wager."""

    rule: str
    entry: str
    what: str
    amount: Cents
    clause: str
    from_ante: Cents
    text: str


def binding_text(binding: Binding, language: str = ENGLISH) -> str:
    """ "$50,000 maximum payout (PA-12): binds for a royal flush from an Ante of $100"."""
    words, what = catalog(language), binding.what
    names = (f"binds.what.{what}", f"wager_plain.{what}", f"wager.{what}")
    return words.text(
        f"binds.{binding.rule}",
        amount=binding.amount,
        clause=binding.clause,
        what=next((words.texts[name] for name in names if name in words.texts), what),
        ante=binding.from_ante,
    )


def binding_lines(bindings: Iterable[Binding], language: str = ENGLISH) -> tuple[BindingLine, ...]:
    """Each with its sentence."""
    return tuple(
        BindingLine(**binding.figures, text=binding_text(binding, language)) for binding in bindings
    )
