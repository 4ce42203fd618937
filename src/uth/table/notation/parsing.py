"""From text to a round: pure, and exact to the cent. Whatever is not a notation is refused."""

from __future__ import annotations

from collections.abc import Mapping

from uth.core.cards import Card, refuse_twice
from uth.core.refusal import Refusal, shown
from uth.table.notation import values
from uth.table.notation.lines import LINES
from uth.table.notation.model import RAIL, ActionLine, BankLine, MeterLine, Player, Round
from uth.table.notation.values import Raw, Reader

VARIANT = "UTH"
NEEDED = ("variant", "players", "seats", "starting_stacks", "actions", "_uth_house", "_uth_wagers")
CONTEXT: Mapping[str, Reader] = {
    "author": values.text,
    "event": values.text,
    "url": values.text,
    "venue": values.text,
    "address": values.text,
    "city": values.text,
    "region": values.text,
    "postal_code": values.text,
    "country": values.text,
    "time_zone": values.text,
    "day": values.number,
    "month": values.number,
    "year": values.number,
    "table": values.number,
    "seat_count": values.number,
    "currency": values.text,
}
"""Fields of the Poker Hand History format that are preserved as they are."""

READERS: Mapping[str, Reader] = {
    **CONTEXT,
    "variant": values.text,
    "hand": values.whole(1, 10**9),
    "players": values.texts,
    "seats": values.list_of(values.whole(RAIL, 6)),
    "starting_stacks": values.amounts,
    "finishing_stacks": values.amounts,
    "_uth_about": values.text,
    "_uth_house": values.text,
    "_uth_settings": values.table,
    "_uth_limits": values.table_with(minimum=values.amount, maximum=values.amount),
    "_uth_posted_maximum": values.amount,
    "_uth_kept_minimum": values.table_of(values.amount),
    "_uth_cut_off": values.texts,
    "_uth_bank": values.table_with(by=values.text, amount=values.amount),
    "_uth_floor": values.texts,
    "_uth_meter": values.table_with(
        main=values.units, mystery=values.units, targets=values.amounts
    ),
    "_uth_meter_after": values.table_with(main=values.units, mystery=values.units),
    "_uth_deck": values.text,
    "_uth_procedure": values.text,
    "_uth_shuffler": values.text,
    **{name: values.lines_of(kind.parse) for name, kind in LINES.items()},
}
"""Every field, and how it is read."""


def parse(text: str) -> Round:
    """The round that a notation describes."""
    raw = values.toml(text)
    for name in raw:
        if name not in READERS:
            raise Refusal("notation/unknown_field", where=shown(name), name=name)
    for name in NEEDED:
        if name not in raw:
            raise Refusal("notation/missing_field", where=name, name=name)
    given = {name: values.read_at(name, READERS[name], value) for name, value in raw.items()}
    if given["variant"] != VARIANT:
        raise Refusal("notation/variant", where="variant", variant=VARIANT)
    limits, bank = given.get("_uth_limits"), given.get("_uth_bank")
    meter, meter_after = given.get("_uth_meter"), given.get("_uth_meter_after")
    round = Round(
        house=given["_uth_house"],
        players=_players(given),
        wagers=given["_uth_wagers"],
        actions=given["actions"],
        settings=given.get("_uth_settings", {}),
        about=given.get("_uth_about", ""),
        context={name: given[name] for name in CONTEXT if name in given},
        number=given.get("hand", 1),
        limits=limits and (limits["minimum"], limits["maximum"]),
        posted_maximum=given.get("_uth_posted_maximum"),
        bank=bank and BankLine(_player(bank["by"], given, "_uth_bank.by"), bank["amount"]),
        floor=given.get("_uth_floor", ()),
        meter=meter and MeterLine(**meter),
        meter_after=meter_after and MeterLine(**meter_after),
        colour=given.get("_uth_deck"),
        procedure=given.get("_uth_procedure"),
        shuffler=given.get("_uth_shuffler"),
        fees=given.get("_uth_fees"),
        hands=given.get("_uth_hands"),
        settlement=given.get("_uth_settlement"),
        finishing=given.get("finishing_stacks"),
    )
    _check_lines(round)
    return round


def _players(given: Raw) -> tuple[Player, ...]:
    names, seats, stacks = given["players"], given["seats"], given["starting_stacks"]
    for field in ("seats", "starting_stacks", "finishing_stacks"):
        if field in given and len(given[field]) != len(names):
            entries, players = len(given[field]), len(names)
            raise Refusal("notation/length", where=field, entries=entries, players=players)
    for at, (name, seat) in enumerate(zip(names, seats, strict=True)):
        if name in names[:at]:
            raise Refusal("notation/player_twice", where=f"players[{at}]", player=name)
        if seat != RAIL and seat in seats[:at]:
            raise Refusal("seat/twice", where=f"seats[{at}]", seat=seat)
    minimums = {
        _player(name, given, "_uth_kept_minimum"): amount
        for name, amount in given.get("_uth_kept_minimum", {}).items()
    }
    cut_off = [_player(name, given, "_uth_cut_off") for name in given.get("_uth_cut_off", ())]
    return tuple(
        Player(name, seat, stack, minimums.get(number), number in cut_off)
        for number, (name, seat, stack) in enumerate(zip(names, seats, stacks, strict=True), 1)
    )


def _player(name: str, given: Raw, where: str) -> int:
    """`p3` where only a player may stand."""
    count = len(given["players"])
    known = {f"p{number}": number for number in range(1, count + 1)}
    if name not in known:
        raise Refusal("notation/not_a_player", where=where, name=name, count=count)
    return known[name]


def _check_lines(round: Round) -> None:
    """Each line is about somebody who is there, and nobody has two lines of wagers."""
    for name, kind in LINES.items():
        for at, entry in enumerate(getattr(round, kind.part) or ()):
            for part in ("player", "behind", "source"):
                _check_known(getattr(entry, part, 0), round, f"{name}[{at}]")
    for at, stakes in enumerate(round.wagers):
        if any(other.player == stakes.player for other in round.wagers[:at]):
            raise Refusal("notation/twice", where=f"_uth_wagers[{at}]", player=stakes.player)
    placed: list[Card] = []
    for at, action in enumerate(round.actions):
        _check_action(round, action, f"actions[{at}]")
        if action.actor == "d":
            placed += action.cards
            values.read_at(f"actions[{at}]", refuse_twice, placed)


def _check_known(player: int, round: Round, where: str) -> None:
    count = len(round.players)
    if player > count:
        raise Refusal("notation/player", where=where, player=player, count=count)


def _check_action(round: Round, action: ActionLine, where: str) -> None:
    """Whoever acts is there, and a Play bet fits the Ante."""
    if action.actor == "p":
        _check_known(action.number, round, where)
    if action.actor == "f" and action.number > len(round.floor):
        raise Refusal("notation/floor", where=where, number=action.number)
    if action.word == "cbr":
        ante = round.ante(action.number)
        if not ante:
            raise Refusal("notation/no_wager", where=where, player=action.number)
        if not action.amount or action.amount % ante:
            raise Refusal("notation/multiple", where=where)
