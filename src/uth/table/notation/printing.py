"""From a round to its one canonical text, with remarks that a dealer can read along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from uth.core.hands import rank_hand
from uth.core.money import Cents
from uth.core.texts import hand_text
from uth.table.notation.lines import LINES, WORDS
from uth.table.notation.model import RAIL, ActionLine, MeterLine, Round
from uth.table.notation.parsing import VARIANT
from uth.table.notation.values import Decimal, key, print_amount, print_units, string, value_text


def print_round(round: Round) -> str:
    """The text that parses back to this round."""
    return "".join(
        f"{name} = {value if name in LINES else value_text(value)}\n"
        for name, value in _fields(round)
        if value is not None
    )


def _fields(round: Round) -> Iterator[tuple[str, Any]]:
    """Every field in order with its value, or with the text of its lines; None is left out."""
    players = list(enumerate(round.players, 1))
    yield "variant", VARIANT
    yield "_uth_about", round.about or None
    yield from round.context.items()
    yield "hand", round.number
    yield "_uth_house", round.house
    yield from _settings("_uth_settings", round.settings)
    if round.limits:
        low, high = map(_dollars, round.limits)
        yield "_uth_limits", {"minimum": low, "maximum": high}
    if round.posted_maximum is not None:
        yield "_uth_posted_maximum", _dollars(round.posted_maximum)
    yield "players", [player.name for player in round.players]
    yield "seats", [player.seat for player in round.players]
    yield "starting_stacks", [_dollars(player.stack) for player in round.players]
    lower = {f"p{at}": player.kept_minimum for at, player in players}
    minimums = {name: _dollars(amount) for name, amount in lower.items() if amount is not None}
    yield "_uth_kept_minimum", minimums or None
    yield "_uth_cut_off", [f"p{at}" for at, player in players if player.disconnected] or None
    if round.bank:
        yield "_uth_bank", {"by": f"p{round.bank.player}", "amount": _dollars(round.bank.amount)}
    yield "_uth_floor", round.floor or None
    yield "_uth_wagers", _lines("_uth_wagers", round)
    yield "_uth_fees", _lines("_uth_fees", round)
    if round.meter:
        targets = [*map(_dollars, round.meter.targets)]
        yield "_uth_meter", {**_meters(round.meter), "targets": targets}
    yield "_uth_deck", round.colour
    yield "_uth_procedure", round.procedure
    yield "_uth_shuffler", round.shuffler
    yield "actions", _lines("actions", round)
    yield "_uth_hands", _lines("_uth_hands", round)
    yield "_uth_settlement", _lines("_uth_settlement", round)
    if round.meter_after:
        yield "_uth_meter_after", _meters(round.meter_after)
    if round.finishing is not None:
        yield "finishing_stacks", [*map(_dollars, round.finishing)]


def _dollars(amount: Cents) -> Decimal:
    return Decimal(print_amount(amount))


def _meters(meter: MeterLine) -> dict[str, Any]:
    return {name: Decimal(print_units(getattr(meter, name))) for name in ("main", "mystery")}


def _settings(path: str, settings: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """A field a setting: `_uth_settings.tables.paytable = "UTH-02"`."""
    for section, entries in settings.items():
        if not isinstance(entries, dict) or not entries:
            yield f"{path}.{key(section)}", entries
            continue
        for name, entry in entries.items():
            yield f"{path}.{key(section)}.{key(name)}", entry


def _lines(name: str, round: Round) -> str | None:
    """The rows of a field, each with a remark that never breaks its row."""
    kind = LINES[name]
    lines = getattr(round, kind.part)
    if not lines:
        return None if lines is None else "[]"
    streets, rows = _streets(round) if name == "actions" else {}, ["["]
    for at, entry in enumerate(lines):
        rows += [f"  # {streets[at]}"] if at in streets else []
        words = "".join(filter(str.isprintable, remark(round, entry)))
        rows.append(f"  {string(kind.print(entry))}," + (f"  # {words}" if words else ""))
    return "\n".join([*rows, "]"])


def _streets(round: Round) -> dict[int, str]:
    """The actions that begin a street, and what it is called."""
    steps = [action.word if action.actor == "d" else "" for action in round.actions]
    dealt, turned, shown = (
        [at for at, step in enumerate(steps) if step == word] for word in ("dh", "db", "sm")
    )
    return {
        **dict.fromkeys(dealt[:1], "Before the flop"),
        **dict.fromkeys(turned[:1], "On the flop"),
        **dict.fromkeys(turned[1:], "On the river"),
        **dict.fromkeys(shown, "Showdown"),
    }


def where(round: Round, number: int) -> str:
    """A player by name and place."""
    player = round.player(number)
    return f"{player.name}, " + ("at the rail" if player.seat == RAIL else f"seat {player.seat}")


def remark(round: Round, entry: Any) -> str:
    """What a line means, in words: who, which multiple of the Ante, which hand."""
    if not isinstance(entry, ActionLine):
        return "" if isinstance(entry, str) else round.player(entry.player).name
    if entry.word == "dh":
        return where(round, entry.player)
    if entry.word == "sm":
        cards = {*entry.cards, *round.board}
        words = hand_text(str(rank_hand(cards))) if len(cards) == 7 else ""
        who = round.player(entry.number).name if entry.actor == "p" else "the dealer"
        return f"{who}: {words}" if words else who
    if entry.actor == "p":
        words = WORDS[entry.actor, entry.word].words
        if entry.word == "cbr":
            words = f"plays {entry.amount // round.ante(entry.number)}x"
        return f"{round.player(entry.number).name} {words}"
    if entry.actor == "f":
        return round.floor[entry.number - 1]
    return round.player(entry.player).name if entry.player else ""
