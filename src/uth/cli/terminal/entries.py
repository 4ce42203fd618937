"""What a person types, read: wagers on one line, amounts, moves."""

from __future__ import annotations

import re
from collections.abc import Mapping

from uth.cli.terminal.symbols import NAMES, plain
from uth.core.money import Cents, parse_dollars
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table.wagers import PLACED

_WORDS = {
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
_MOVES = {"c": "check", "k": "check", "f": "fold"}


def read_amount(text: str) -> Cents:
    """Dollars, with or without the sign."""
    return parse_dollars(text.strip().removeprefix("$").replace(",", ""))


def read_wagers(text: str, rules: Rulebook) -> dict[str, Cents]:
    """`10 trips 5 bad beat 5`: the Ante first, the Blind equal to it unless it is named."""
    staked: dict[str, Cents] = {}
    name, named = "ante", False
    for word in re.findall(r"[a-z_]+|[0-9.]+|[^\s,;:=$+&]", text.lower()):
        if word[0].isdigit() or word[0] == ".":
            if not name:
                raise Refusal("entry/unclear", f"what is the {word} on? Try: 10 trips 5")
            staked[name] = parse_dollars(word)
            name, named = "", False
        elif word not in ("and", "on"):
            said = _WORDS.get(word, word)
            if named and said != name:
                _stake_fixed(staked, name, rules)
            name, named = said, True
    if named:
        _stake_fixed(staked, name, rules)
    if "ante" in staked:
        staked.setdefault("blind", staked["ante"])
    return staked


def _stake_fixed(staked: dict[str, Cents], name: str, rules: Rulebook) -> None:
    """A wager named without an amount: only the Progressive's is fixed."""
    if name != "progressive":
        raise Refusal("entry/no_amount", f"how much on {NAMES.get(name, name)}? Try: 10 trips 5")
    staked[name] = rules.progressive.wager


def told_wagers(staked: Mapping[str, Cents]) -> str:
    """Wagers as `read_wagers` reads them back."""
    words = [plain(staked["ante"])] if "ante" in staked else []
    words += [
        f"{NAMES[name].lower()} {plain(staked[name])}"
        for name in PLACED[1:]
        if name in staked and not (name == "blind" and staked[name] == staked.get("ante"))
    ]
    return " ".join(words).replace(",", "")


def read_move(text: str) -> str:
    """`4` is 4x, `c` check, `f` fold; anything else is for the engine to refuse."""
    word = text.lower().replace(" ", "")
    return f"{word}x" if word.isdecimal() else _MOVES.get(word, word)
