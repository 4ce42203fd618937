"""From text to a round: pure, and exact to the cent. Whatever is not a notation is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from uth.core.cards import Card, refuse_twice
from uth.core.money import Cents
from uth.core.refusal import Refusal, shown
from uth.table.notation import values
from uth.table.notation.lines import (
    parse_action,
    parse_entry,
    parse_fee,
    parse_stakes,
)
from uth.table.notation.model import (
    RAIL,
    ActionLine,
    BankLine,
    MeterLine,
    Player,
    Round,
    StakesLine,
)
from uth.table.notation.values import Raw

VARIANT = "UTH"
NEEDED = ("variant", "players", "seats", "starting_stacks", "actions", "_uth_house", "_uth_wagers")
OPTIONAL = (
    "hand",
    "finishing_stacks",
    "_uth_about",
    "_uth_settings",
    "_uth_limits",
    "_uth_kept_minimum",
    "_uth_cut_off",
    "_uth_bank",
    "_uth_floor",
    "_uth_meter",
    "_uth_meter_after",
    "_uth_deck",
    "_uth_procedure",
    "_uth_fees",
    "_uth_hands",
    "_uth_settlement",
)
CONTEXT = {
    "author": str,
    "event": str,
    "url": str,
    "venue": str,
    "address": str,
    "city": str,
    "region": str,
    "postal_code": str,
    "country": str,
    "time_zone": str,
    "day": int,
    "month": int,
    "year": int,
    "table": int,
    "seat_count": int,
    "currency": str,
}
"""Fields of the Poker Hand History format that are kept as they are."""

Read = TypeVar("Read")


def parse(text: str) -> Round:
    """The round that a notation describes."""
    raw = values.toml(text)
    for name in raw:
        if name not in NEEDED and name not in OPTIONAL and name not in CONTEXT:
            raise Refusal("notation/unknown_field", where=shown(name), name=name)
    for name in NEEDED:
        if name not in raw:
            raise Refusal("notation/missing_field", where=name, name=name)
    if raw["variant"] != VARIANT:
        raise Refusal("notation/variant", where="variant", variant=VARIANT)
    players = _players(raw)
    count, floor = len(players), values.texts(raw.get("_uth_floor", []), "_uth_floor")
    wagers = _stakes(raw, count)
    round = Round(
        house=values.text(raw["_uth_house"], "_uth_house"),
        players=players,
        wagers=wagers,
        actions=(),
        settings=values.table(raw.get("_uth_settings", {}), "_uth_settings"),
        about=values.text(raw.get("_uth_about", ""), "_uth_about"),
        context={
            name: values.typed(raw[name], kind, name)
            for name, kind in CONTEXT.items()
            if name in raw
        },
        number=values.whole(raw.get("hand", 1), 1, "hand"),
        limits=_limits(raw),
        bank=_bank(raw, count),
        floor=floor,
        meter=_meter(raw, "_uth_meter"),
        meter_after=_meter(raw, "_uth_meter_after"),
        colour=_maybe(raw, "_uth_deck", values.text),
        procedure=_maybe(raw, "_uth_procedure", values.text),
        fees=_checked(raw, "_uth_fees", parse_fee, count),
        hands=_maybe(raw, "_uth_hands", values.texts),
        settlement=_checked(raw, "_uth_settlement", parse_entry, count),
        finishing=_maybe(raw, "finishing_stacks", values.amounts),
    )
    if round.finishing is not None:
        _same_length(round.finishing, players, "finishing_stacks")
    return _with_actions(round, _lines(raw["actions"], "actions", parse_action))


def _maybe(raw: Raw, name: str, reader: Callable[[Any, str], Read]) -> Read | None:
    return reader(raw[name], name) if name in raw else None


def _lines(value: Any, where: str, reader: Callable[[str], Read]) -> list[Read]:
    entries = []
    for at, text in enumerate(values.texts(value, where)):
        try:
            entries.append(reader(text))
        except Refusal as error:
            raise error.at(f"{where}[{at}]") from None
    return entries


def _checked(raw: Raw, name: str, reader: Callable[[str], Any], count: int) -> Any:
    """Lines that each begin with a player who is there."""
    if name not in raw:
        return None
    entries = _lines(raw[name], name, reader)
    for at, entry in enumerate(entries):
        for player in (entry.player, getattr(entry, "source", 0)):
            _known(player, count, f"{name}[{at}]")
    return tuple(entries)


def _known(player: int, count: int, where: str) -> None:
    if player > count:
        raise Refusal("notation/player", where=where, player=player, count=count)


def _same_length(items: tuple[Any, ...], players: tuple[Any, ...], where: str) -> None:
    if len(items) != len(players):
        entries, count = len(items), len(players)
        raise Refusal("notation/length", where=where, entries=entries, players=count)


def _players(raw: Raw) -> tuple[Player, ...]:
    names = values.texts(raw["players"], "players")
    seats = tuple(
        values.whole(seat, RAIL, f"seats[{at}]", 6)
        for at, seat in enumerate(values.typed(raw["seats"], list, "seats"))
    )
    stacks = values.amounts(raw["starting_stacks"], "starting_stacks")
    _same_length(seats, names, "seats")
    _same_length(stacks, names, "starting_stacks")
    for at, (name, seat) in enumerate(zip(names, seats, strict=True)):
        if name in names[:at]:
            raise Refusal("notation/player_twice", where=f"players[{at}]", player=name)
        if seat != RAIL and seat in seats[:at]:
            raise Refusal("seat/twice", where=f"seats[{at}]", seat=seat)
    minimums = {
        _player(name, len(names), "_uth_kept_minimum"): values.amount(
            amount, f"_uth_kept_minimum.{name}"
        )
        for name, amount in values.table(
            raw.get("_uth_kept_minimum", {}), "_uth_kept_minimum"
        ).items()
    }
    cut_off = [
        _player(name, len(names), "_uth_cut_off")
        for name in values.texts(raw.get("_uth_cut_off", []), "_uth_cut_off")
    ]
    return tuple(
        Player(name, seat, stack, minimums.get(number), number in cut_off)
        for number, (name, seat, stack) in enumerate(zip(names, seats, stacks, strict=True), 1)
    )


def _player(name: Any, count: int, where: str) -> int:
    """`p3` where only a player may stand."""
    known = {f"p{number}": number for number in range(1, count + 1)}
    if name not in known:
        raise Refusal("notation/not_a_player", where=where, name=name, count=count)
    return known[name]


def _stakes(raw: Raw, count: int) -> tuple[StakesLine, ...]:
    entries = _lines(raw["_uth_wagers"], "_uth_wagers", parse_stakes)
    for at, stakes in enumerate(entries):
        where = f"_uth_wagers[{at}]"
        for player in (stakes.player, stakes.behind):
            _known(player, count, where)
        if any(other.player == stakes.player for other in entries[:at]):
            raise Refusal("notation/twice", where=where, player=stakes.player)
    return tuple(entries)


def _fields(value: Any, names: tuple[str, ...], where: str) -> Raw:
    table = values.table(value, where)
    if set(table) != set(names):
        raise Refusal("notation/table", where=where, names=names)
    return table


def _limits(raw: Raw) -> tuple[Cents, Cents] | None:
    if "_uth_limits" not in raw:
        return None
    fields = _fields(raw["_uth_limits"], ("minimum", "maximum"), "_uth_limits")
    return (
        values.amount(fields["minimum"], "_uth_limits.minimum"),
        values.amount(fields["maximum"], "_uth_limits.maximum"),
    )


def _bank(raw: Raw, count: int) -> BankLine | None:
    if "_uth_bank" not in raw:
        return None
    fields = _fields(raw["_uth_bank"], ("by", "amount"), "_uth_bank")
    by = _player(values.text(fields["by"], "_uth_bank.by"), count, "_uth_bank.by")
    return BankLine(by, values.amount(fields["amount"], "_uth_bank.amount"))


def _meter(raw: Raw, name: str) -> MeterLine | None:
    """The meters before the round with the values drawn, or after it without."""
    if name not in raw:
        return None
    names = ("main", "mystery", "targets") if name == "_uth_meter" else ("main", "mystery")
    fields = _fields(raw[name], names, name)
    return MeterLine(
        values.units(fields["main"], f"{name}.main"),
        values.units(fields["mystery"], f"{name}.mystery"),
        values.amounts(fields.get("targets", []), f"{name}.targets"),
    )


def _with_actions(round: Round, actions: list[ActionLine]) -> Round:
    """Each action is somebody's who is there, each card lies in one place, each Play bet fits."""
    placed: list[Card] = []
    for at, action in enumerate(actions):
        where = f"actions[{at}]"
        _known(action.player, len(round.players), where)
        if action.actor == "p":
            _known(action.number, len(round.players), where)
        if action.actor == "f" and action.number > len(round.floor):
            raise Refusal("notation/floor", where=where, number=action.number)
        if action.word == "cbr":
            _check_multiple(round.ante(action.number), action, where)
        if action.actor == "d":
            placed += action.cards
            try:
                refuse_twice(placed)
            except Refusal as error:
                raise error.at(where) from None
    return replace(round, actions=tuple(actions))


def _check_multiple(ante: Cents, action: ActionLine, where: str) -> None:
    if not ante:
        raise Refusal("notation/no_wager", where=where, player=action.number)
    if not action.amount or action.amount % ante:
        raise Refusal("notation/multiple", where=where)
