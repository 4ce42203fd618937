"""What a person types at the table: wagers in one line, amounts, actions."""

from __future__ import annotations

import re
from collections.abc import Mapping

from uth.cli.terminal.display import WAGER_NAMES, plain
from uth.core.money import Cents, parse_dollars
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table.wagers import PLACED

_WAGERS = {
    "a": "ante",
    "t": "trips",
    "b": "bad_beat",
    "bb": "bad_beat",
    "bad": "bad_beat",
    "beat": "bad_beat",
    "u": "ultimate_pairs",
    "up": "ultimate_pairs",
    "ultimate": "ultimate_pairs",
    "pairs": "ultimate_pairs",
    "p": "progressive",
    "prog": "progressive",
    "five": "progressive",
    "card": "progressive",
    **{name: name for name in PLACED},
}
_ACTIONS = {"c": "check", "k": "check", "f": "fold"}


def parse_amount(text: str) -> Cents:
    """Dollars, with or without the sign and commas."""
    return parse_dollars(text.strip().removeprefix("$").replace(",", ""))


def parse_wagers(text: str, rules: Rulebook) -> dict[str, Cents]:
    """`10 trips 5 bad beat 5`: the Ante first; the Blind equals it unless it is named."""
    stakes: dict[str, Cents] = {}
    name, named = "ante", False
    for word in re.findall(r"[a-z_]+|[0-9.]+|[^\s,;:=$+&]", text.lower()):
        if word[0].isdigit() or word[0] == ".":
            if not name:
                raise Refusal("entry/unclear", f"what is the {word} on? Try: 10 trips 5")
            stakes[name] = parse_dollars(word)
            name, named = "", False
        elif word not in ("and", "on"):
            wager = _WAGERS.get(word, word)
            if named and wager != name:
                _stake_fixed_amount(stakes, name, rules)
            name, named = wager, True
    if named:
        _stake_fixed_amount(stakes, name, rules)
    if "ante" in stakes:
        stakes.setdefault("blind", stakes["ante"])
    return stakes


def _stake_fixed_amount(stakes: dict[str, Cents], name: str, rules: Rulebook) -> None:
    """Stake a wager that was named without an amount; only the Progressive has a fixed one."""
    if name != "progressive":
        label = WAGER_NAMES.get(name, name)
        raise Refusal("entry/no_amount", f"how much on {label}? Try: 10 trips 5")
    stakes[name] = rules.progressive.wager


def print_wagers(stakes: Mapping[str, Cents]) -> str:
    """Wagers as `parse_wagers` reads them."""
    words = [plain(stakes["ante"])] if "ante" in stakes else []
    words += [
        f"{WAGER_NAMES[name].lower()} {plain(stakes[name])}"
        for name in PLACED[1:]
        if name in stakes and not (name == "blind" and stakes[name] == stakes.get("ante"))
    ]
    return " ".join(words).replace(",", "")


def parse_action(text: str) -> str:
    """`4` is 4x, `c` check, `f` fold; anything else is left for the engine to refuse."""
    word = text.lower().replace(" ", "")
    return f"{word}x" if word.isdecimal() else _ACTIONS.get(word, word)
