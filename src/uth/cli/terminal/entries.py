"""What a person types at the table: wagers in one line, amounts, actions."""

from __future__ import annotations

import re
from collections.abc import Mapping

from uth.cli.language import texts, wager_text
from uth.cli.terminal.display import plain
from uth.core.money import Cents, parse_dollars
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table.wagers import PLACED, WAGERS, WagerKind, placed_wagers

_ACTIONS = {"c": "check", "k": "check", "f": "fold"}


def parse_amount(text: str) -> Cents:
    """Dollars, with or without the sign and commas."""
    return parse_dollars(text.strip().removeprefix("$").replace(",", ""))


def spellings(wager: WagerKind) -> set[str]:
    """How a wager may be typed: its name, the words of its label, and their initials.

    The Blind has no initials: it is rarely typed, and they are those of the Bad Beat.
    """
    label = wager_text(wager.name).lower().split()
    words = {wager.name, *label, *texts().text(f"wager.{wager.name}").lower().split()}
    if wager.base and wager.name != "ante":
        return words
    return words | {label[0][0], "".join(word[0] for word in label)}


def _wager_of(word: str, rules: Rulebook) -> str:
    """The wager that is meant by a word or the beginning of one; else the word itself."""
    offered = {wager.name: spellings(wager) for wager in placed_wagers(rules)}
    for name, words in offered.items():
        if word in words:
            return name
    begun = [name for name, words in offered.items() if any(w.startswith(word) for w in words)]
    return begun[0] if len(begun) == 1 else word


def parse_wagers(text: str, rules: Rulebook) -> dict[str, Cents]:
    """`10 trips 5 bad beat 5`: the Ante first; the Blind equals it unless it is named."""
    stakes: dict[str, Cents] = {}
    name, named = "ante", False
    for word in re.findall(r"[^\W\d]+|[0-9.]+|[^\s,;:=$+&]", text.lower()):
        if word[0].isdigit() or word[0] == ".":
            if not name:
                raise Refusal("entry/unclear", amount=word)
            stakes[name] = parse_dollars(word)
            name, named = "", False
        elif word not in ("and", "on"):
            wager = _wager_of(word, rules)
            if named and wager != name:
                _stake_fixed_amount(stakes, name, rules)
            name, named = wager, True
    if named:
        _stake_fixed_amount(stakes, name, rules)
    if "ante" in stakes:
        stakes.setdefault("blind", stakes["ante"])
    return stakes


def _stake_fixed_amount(stakes: dict[str, Cents], name: str, rules: Rulebook) -> None:
    """Stake a wager that was named without an amount, if the house fixes it."""
    stake = WAGERS[name].fixed_stake(rules) if name in WAGERS else None
    if stake is None:
        raise Refusal("entry/no_amount", wager=wager_text(name) if name in WAGERS else name)
    stakes[name] = stake


def print_wagers(stakes: Mapping[str, Cents]) -> str:
    """Wagers as `parse_wagers` reads them."""
    words = [plain(stakes["ante"])] if "ante" in stakes else []
    words += [
        f"{wager_text(name).lower()} {plain(stakes[name])}"
        for name in PLACED[1:]
        if name in stakes and not (name == "blind" and stakes[name] == stakes.get("ante"))
    ]
    return " ".join(words).replace(",", "")


def parse_action(text: str) -> str:
    """`4` is 4x, `c` check, `f` fold; anything else is left for the engine to refuse."""
    word = text.lower().replace(" ", "")
    return f"{word}x" if word.isdecimal() else _ACTIONS.get(word, word)
