"""The words of single lines: actions, stakes, fees and settlement, each read and written.

Reading needs no rules. What a house allows is decided when the round is played again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from uth.core.cards import parse_cards
from uth.core.money import Cents, parse_dollars
from uth.core.refusal import Refusal
from uth.rulebook.model import WAGERS
from uth.table.meters import UNITS
from uth.table.notation.model import ActionLine, Fee, SettlementLine, StakesLine
from uth.table.notation.values import parse_units, print_amount, print_units
from uth.table.wagers import PLACED


class ActionKind(NamedTuple):
    """What follows the word of an action, how many cards, and what a player then does."""

    takes: tuple[str, ...] = ()
    cards: tuple[int, ...] = (0,)
    words: str = ""


WORDS: Mapping[tuple[str, str], ActionKind] = {
    ("d", "dh"): ActionKind(("player", "cards"), (2,)),
    ("d", "db"): ActionKind(("cards",), (3, 2)),
    ("d", "sm"): ActionKind(("cards",), (2,)),
    ("p", "cc"): ActionKind(words="checks"),
    ("p", "cbr"): ActionKind(("amount",)),
    ("p", "f"): ActionKind(words="folds"),
    ("p", "sm"): ActionKind(("cards",), (2,)),
    ("p", "timeout"): ActionKind(words="runs out of time"),
    ("p", "leave"): ActionKind(words="leaves"),
    ("p", "cutoff"): ActionKind(words="is disconnected"),
    ("p", "back"): ActionKind(words="is back"),
    ("p", "add"): ActionKind(("amount",), words="adds chips"),
    ("f", "approve"): ActionKind(("amount",)),
    ("f", "void"): ActionKind(("text",)),
    ("f", "confirm"): ActionKind(),
    ("f", "withdraw"): ActionKind(),
    ("m", "award"): ActionKind(("player", "units")),
    ("m", "mystery"): ActionKind(("player", "amount")),
}
"""Actor and word → the action. The first seven are those of the Poker Hand History format."""

AMOUNTS = ("paid", "taken", "returned", "collected", "left")
ENDINGS = ("win", "lose", "push", "returned")
OTHERS = ("forfeit", "kept", "unpaid", "bank")
"""What a line of the settlement may be about besides a wager."""
SHORT_BY = ("bank", "cap", "aggregate")
CLAUSE = re.compile(r"[A-Z]{1,2}-[0-9]+(\.[0-9]+)*")
NUMBER = re.compile(r"[1-9][0-9]?")
FRACTION = re.compile(r"[0-9]+/[0-9]+")


def _number(word: str, text: str) -> int:
    """`p3` is 3."""
    if word[:1] != "p" or not NUMBER.fullmatch(word[1:]):
        raise Refusal("notation/player_word", text=text, word=word)
    return int(word[1:])


def parse_action(text: str) -> ActionLine:
    """One line of `actions`."""
    first, _, rest = text.partition(" ")
    word, _, tail = rest.partition(" ")
    actor, digits = first[:1], first[1:]
    kind = WORDS.get((actor, word))
    if kind is None:
        raise Refusal("notation/action", text=text)
    if not (NUMBER.fullmatch(digits) if actor in "pf" else digits == ""):
        raise Refusal("notation/actor", text=text)
    words = [tail] if kind.takes == ("text",) else tail.split()
    if len(words) != len(kind.takes):
        if not kind.takes:
            raise Refusal("notation/nothing_follows", text=text, word=word)
        raise Refusal("notation/follows", text=text, word=word, takes=kind.takes)
    parts: dict[str, Any] = {}
    for takes, value in zip(kind.takes, words, strict=True):
        match takes:
            case "player":
                parts["player"] = _number(value, text)
            case "cards":
                parts["cards"] = parse_cards(value)
            case "amount":
                parts["amount"] = parse_dollars(value)
            case "units":
                parts["amount"], parts["rest"] = divmod(parse_units(value), UNITS)
            case _:
                parts["text"] = value
    action = ActionLine(actor, word, int(digits or 0), **parts)
    if len(action.cards) not in kind.cards:
        raise Refusal("notation/card_count", text=text, count=len(action.cards))
    return action


def print_action(action: ActionLine) -> str:
    parts = [f"{action.actor}{action.number or ''}", action.word]
    for takes in WORDS[action.actor, action.word].takes:
        match takes:
            case "player":
                parts.append(f"p{action.player}")
            case "cards":
                parts.append("".join(card.text for card in action.cards))
            case "amount" | "units":
                parts.append(print_units(action.amount * UNITS + action.rest))
            case _:
                parts.append(action.text)
    return " ".join(parts)


def parse_stakes(text: str) -> StakesLine:
    """`p1 ante 10 blind 10 trips 5`, or `p4 behind p1 ante 10 blind 10`."""
    words = text.split()
    player = _number(words[0] if words else "", text)
    behind, at = 0, 1
    if words[1:2] == ["behind"]:
        behind, at = _number(words[2] if len(words) > 2 else "", text), 3
    wagers: dict[str, Cents] = {}
    pairs = words[at:]
    if not pairs or len(pairs) % 2:
        raise Refusal("notation/stakes", text=text)
    for name, amount in zip(pairs[::2], pairs[1::2], strict=True):
        if name not in PLACED or name in wagers:
            raise Refusal("notation/wager", text=text, wager=name)
        wagers[name] = parse_dollars(amount)
    return StakesLine(player, wagers, behind)


def print_stakes(stakes: StakesLine) -> str:
    behind = f" behind p{stakes.behind}" if stakes.behind else ""
    wagers = "".join(f" {name} {print_amount(amount)}" for name, amount in stakes.wagers.items())
    return f"p{stakes.player}{behind}{wagers}"


def _clauses(words: list[str], text: str) -> tuple[str, ...]:
    for word in words:
        if not CLAUSE.fullmatch(word):
            raise Refusal("notation/word", text=text, word=word)
    return tuple(words)


def parse_fee(text: str) -> Fee:
    """`p6 3 on 260 CB-4 CB-5`."""
    words = text.split()
    if len(words) < 4 or words[2] != "on":
        raise Refusal("notation/fee", text=text)
    player, amount, action = _number(words[0], text), words[1], words[3]
    clauses = _clauses(words[4:], text)
    return Fee(player, parse_dollars(amount), parse_dollars(action), clauses)


def print_fee(fee: Fee) -> str:
    start = f"p{fee.player} {print_amount(fee.amount)} on {print_amount(fee.action)}"
    return " ".join((start, *fee.clauses))


def parse_entry(text: str) -> SettlementLine:
    """`p1 ante 10 win paid 10 returned 10 CA-7.5`; parts of zero are left out."""
    words = text.split()
    if len(words) < 3 or words[1] not in (*WAGERS, *OTHERS):
        raise Refusal("notation/settlement", text=text)
    player, what, amount = _number(words[0], text), words[1], parse_dollars(words[2])
    rest = words[3:]
    parts: dict[str, Any] = {}
    if what in WAGERS:
        if not rest or rest[0] not in ENDINGS:
            raise Refusal("notation/ending", text=text, endings=ENDINGS)
        parts["outcome"] = rest.pop(0)
    while rest and not CLAUSE.fullmatch(rest[0]):
        _read_part(rest, parts, text)
    return SettlementLine(player, what, amount, clauses=_clauses(rest, text), **parts)


def _read_part(rest: list[str], parts: dict[str, Any], text: str) -> None:
    """One keyword of a settlement line and what belongs to it."""
    word = rest.pop(0)
    if ("source" if word == "from" else word) in parts:
        raise Refusal("notation/word_twice", text=text, word=word)
    if word == "approval":
        parts[word] = True
        return
    value = rest.pop(0) if rest else ""
    if word in AMOUNTS:
        parts[word] = parse_dollars(value)
    elif word == "short" and rest and rest[0] in SHORT_BY:
        parts["short"], parts["short_by"] = parse_dollars(value), rest.pop(0)
    elif word == "rest" and FRACTION.fullmatch(value):
        parts[word] = value
    elif word == "from":
        parts["source"] = _number(value, text)
    else:
        raise Refusal("notation/word", text=text, word=word)


def print_entry(entry: SettlementLine) -> str:
    parts = [f"p{entry.player}", entry.what, print_amount(entry.amount)]
    if entry.outcome:
        parts.append(entry.outcome)
    for name in AMOUNTS:
        amount = getattr(entry, name)
        if amount:
            parts += [name, print_amount(amount)]
    if entry.short_by:
        parts += ["short", print_amount(entry.short), entry.short_by]
    if entry.rest:
        parts += ["rest", entry.rest]
    if entry.source:
        parts += ["from", f"p{entry.source}"]
    if entry.approval:
        parts.append("approval")
    return " ".join((*parts, *entry.clauses))


class LineKind(NamedTuple):
    """A field that is a list of lines: the part of a round that it is, and both ways."""

    part: str
    parse: Callable[[str], Any]
    print: Callable[[Any], str]


LINES: Mapping[str, LineKind] = {
    "_uth_wagers": LineKind("wagers", parse_stakes, print_stakes),
    "_uth_fees": LineKind("fees", parse_fee, print_fee),
    "actions": LineKind("actions", parse_action, print_action),
    "_uth_hands": LineKind("hands", str, str),
    "_uth_settlement": LineKind("settlement", parse_entry, print_entry),
}
