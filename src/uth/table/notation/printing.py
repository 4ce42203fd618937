"""From a round to its one canonical text, with remarks that a dealer can read along."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from uth.core.hands import rank_hand
from uth.core.money import Cents
from uth.core.texts import hand_text
from uth.table.notation.lines import (
    print_action,
    print_amount,
    print_entry,
    print_fee,
    print_stakes,
    print_units,
)
from uth.table.notation.model import (
    RAIL,
    ActionLine,
    Fee,
    MeterLine,
    Round,
    SettlementLine,
    StakesLine,
)
from uth.table.notation.parsing import VARIANT

BARE = re.compile(r"[A-Za-z0-9_-]+")
Line = TypeVar("Line", StakesLine, Fee, SettlementLine)
STREETS = ("Before the flop", "On the flop", "On the river")


def print_round(round: Round) -> str:
    """The text that parses back to this round."""
    return "".join(f"{text}\n" for text in _text(round))


def _text(round: Round) -> Iterator[str]:
    yield f'variant = "{VARIANT}"'
    if round.about:
        yield f"_uth_about = {string(round.about)}"
    for name, value in round.context.items():
        yield f"{name} = {value_text(value)}"
    yield f"hand = {round.number}"
    yield f"_uth_house = {string(round.house)}"
    yield from _settings("_uth_settings", round.settings)
    if round.limits:
        low, high = map(print_amount, round.limits)
        yield f"_uth_limits = {{ minimum = {low}, maximum = {high} }}"
    yield f"players = [{', '.join(string(player.name) for player in round.players)}]"
    yield f"seats = [{', '.join(str(player.seat) for player in round.players)}]"
    yield f"starting_stacks = {_amounts(player.stack for player in round.players)}"
    yield from _before(round)
    yield from _listed("_uth_wagers", round, round.wagers, print_stakes)
    if round.fees is not None:
        yield from _listed("_uth_fees", round, round.fees, print_fee)
    if round.meter:
        targets = _amounts(round.meter.targets)
        yield f"_uth_meter = {{ {_meters(round.meter)}, targets = {targets} }}"
    if round.colour is not None:
        yield f"_uth_deck = {string(round.colour)}"
    if round.procedure is not None:
        yield f"_uth_procedure = {string(round.procedure)}"
    yield from _bracketed("actions", list(_actions(round)))
    if round.hands is not None:
        yield from _bracketed("_uth_hands", [f"  {string(hand)}," for hand in round.hands])
    if round.settlement is not None:
        yield from _listed("_uth_settlement", round, round.settlement, print_entry)
    if round.meter_after:
        yield f"_uth_meter_after = {{ {_meters(round.meter_after)} }}"
    if round.finishing is not None:
        yield f"finishing_stacks = {_amounts(round.finishing)}"


def _before(round: Round) -> Iterator[str]:
    """What is so before the bets are closed."""
    numbered = list(enumerate(round.players, 1))
    minimums = [
        f"p{at} = {print_amount(one.kept_minimum)}"
        for at, one in numbered
        if one.kept_minimum is not None
    ]
    if minimums:
        yield f"_uth_kept_minimum = {{ {', '.join(minimums)} }}"
    cut_off = [f'"p{at}"' for at, one in numbered if one.disconnected]
    if cut_off:
        yield f"_uth_cut_off = [{', '.join(cut_off)}]"
    if round.bank:
        amount = print_amount(round.bank.amount)
        yield f'_uth_bank = {{ by = "p{round.bank.player}", amount = {amount} }}'
    if round.floor:
        yield f"_uth_floor = [{', '.join(map(string, round.floor))}]"


def string(text: str) -> str:
    """A TOML string: as JSON writes it, which leaves one control character bare."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def value_text(value: Any) -> str:
    """Text, flags, whole numbers, lists and tables, on one line."""
    if isinstance(value, str):
        return string(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        parts = (f"{key(name)} = {value_text(part)}" for name, part in value.items())
        return f"{{ {', '.join(parts)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(value_text, value))}]"
    return str(value)


def key(name: str) -> str:
    return name if BARE.fullmatch(name) else string(name)


def _settings(path: str, settings: dict[str, Any]) -> Iterator[str]:
    """A line a setting: `_uth_settings.tables.paytable = "UTH-02"`."""
    for section, entries in settings.items():
        if not isinstance(entries, dict) or not entries:
            yield f"{path}.{key(section)} = {value_text(entries)}"
            continue
        for name, entry in entries.items():
            yield f"{path}.{key(section)}.{key(name)} = {value_text(entry)}"


def _amounts(amounts: Iterable[Cents]) -> str:
    return f"[{', '.join(map(print_amount, amounts))}]"


def _meters(meter: MeterLine) -> str:
    return f"main = {print_units(meter.main)}, mystery = {print_units(meter.mystery)}"


def _remarked(text: str, said: str) -> str:
    """A line and a remark on what it means, which never breaks the line."""
    words = "".join(filter(str.isprintable, said))
    return f"  {string(text)}," + (f"  # {words}" if words else "")


def _listed(
    name: str, round: Round, lines: Sequence[Line], print_line: Callable[[Line], str]
) -> Iterator[str]:
    """Lines of players, each with the name that belongs to it."""
    said = [_remarked(print_line(entry), round.player(entry.player).name) for entry in lines]
    yield from _bracketed(name, said)


def _bracketed(name: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield from (f"{name} = [", *lines, "]")
    else:
        yield f"{name} = []"


def _actions(round: Round) -> Iterator[str]:
    """The actions street by street, each with a remark."""
    dealt = turned = False
    for action in round.actions:
        if action.word == "dh" and not dealt:
            dealt = True
            yield f"  # {STREETS[0]}"
        elif action.word == "db":
            yield f"  # {STREETS[2 if turned else 1]}"
            turned = True
        elif (action.actor, action.word) == ("d", "sm"):
            yield "  # Showdown"
        yield _remarked(print_action(action), remark(round, action))


def where(round: Round, number: int) -> str:
    """A player by name and place."""
    player = round.player(number)
    return f"{player.name}, " + ("at the rail" if player.seat == RAIL else f"seat {player.seat}")


def remark(round: Round, action: ActionLine) -> str:
    """What a line means, in words: who, which multiple of the Ante, which hand."""
    if action.word == "dh":
        return where(round, action.player)
    if action.word == "sm":
        cards = {*action.cards, *round.board}
        words = hand_text(str(rank_hand(cards))) if len(cards) == 7 else ""
        who = round.player(action.number).name if action.actor == "p" else "the dealer"
        return f"{who}: {words}" if words else who
    if action.actor == "p":
        name = round.player(action.number).name
        if action.word == "cbr":
            return f"{name} plays {action.amount // round.ante(action.number)}x"
        words = {
            "cc": "checks",
            "f": "folds",
            "timeout": "runs out of time",
            "leave": "leaves",
            "cutoff": "is disconnected",
            "back": "is back",
            "add": "adds chips",
        }[action.word]
        return f"{name} {words}"
    if action.actor == "f":
        return round.floor[action.number - 1]
    return round.player(action.player).name if action.player else ""
