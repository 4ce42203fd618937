"""`uth replay FILE`: a round from its notation, played again and told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from uth.cli.settle import read_input
from uth.core.cards import print_cards
from uth.core.money import Cents, print_dollars
from uth.core.refusal import Refusal, Refusals, one_line
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import with_settings
from uth.table.meters import UNITS
from uth.table.notation import parse, print_round, replay
from uth.table.notation.lines import OTHERS, print_action
from uth.table.notation.model import MeterLine, Round, SettlementLine
from uth.table.notation.printing import remark, where

NARROWEST = 100
"""Columns to write in where nobody says how many there are."""


@click.command("replay")
@click.argument("file", default="-")
@click.option("--json", "as_json", is_flag=True, help="Tell it as one JSON object.")
@click.option("--text", "as_text", is_flag=True, help="Write the whole notation out.")
def replay_command(file: str, as_json: bool, as_text: bool) -> None:
    """Play a written round again, and tell it.

    FILE holds the round in its notation; without it, standard input does. Every line of it is
    compared with what the engine does; the first that differs is named, and nothing is told.
    What the file leaves out, such as the settlement, `--text` fills in.
    """
    if as_json and as_text:
        raise click.UsageError("--json or --text, not both")
    given = parse(read_input(file))
    rules = rules_of(given)
    round = replay(given, rules).round
    if as_text:
        click.echo(print_round(round), nl=False)
    elif as_json:
        click.echo(json.dumps(told(round), ensure_ascii=False))
    else:
        show(round, rules)


def rules_of(round: Round) -> Rulebook:
    """The rulebook that a notation names; of its defects the first is told, at its field."""
    try:
        return with_settings(round.house, round.settings)
    except Refusal as no:
        raise no.at("_uth_house") from None
    except Refusals as no:
        raise no.at("_uth_settings").defects[0] from None


def net(round: Round, number: int) -> Cents:
    """What a player won or lost in the round, fees and all."""
    assert round.finishing is not None, "a round that was played again is whole"
    added = sum(
        action.amount
        for action in round.actions
        if action.word == "add" and action.number == number
    )
    return round.finishing[number - 1] - round.player(number).stack - added


def hand(round: Round, number: int) -> str:
    """A hand as it was announced; none where it was never turned over."""
    start = f"p{number} "
    for line in round.hands or ():
        if line.startswith(start):
            return line.removeprefix(start)
    return ""


def told(round: Round) -> dict[str, Any]:
    """The round as one JSON object, money as `uth settle` writes it."""
    found: dict[str, Any] = {
        "house": round.house,
        "settings": round.settings,
        "about": round.about,
        "round": round.number,
        "deck": round.colour,
        "procedure": round.procedure,
        "board": print_cards(round.board),
        "dealer": print_cards(round.cards(0)),
        "players": [
            {
                "player": f"p{number}",
                "name": player.name,
                "seat": player.seat or None,
                "cards": print_cards(round.cards(number)),
                "hand": hand(round, number),
                "start": print_dollars(player.stack),
                "finish": print_dollars((round.finishing or ())[number - 1]),
                "net": print_dollars(net(round, number)),
            }
            for number, player in enumerate(round.players, 1)
        ],
        "actions": [print_action(action) for action in round.actions],
        "hands": list(round.hands or ()),
        "fees": [
            {
                "player": f"p{fee.player}",
                "fee": print_dollars(fee.amount),
                "action": print_dollars(fee.action),
                "clauses": list(fee.clauses),
            }
            for fee in round.fees or ()
        ],
        "settlement": [_entry_told(entry) for entry in round.settlement or ()],
    }
    if round.bank:
        found["bank"] = {
            "player": f"p{round.bank.player}",
            "amount": print_dollars(round.bank.amount),
        }
    if round.meter and round.meter_after:
        found["meter"] = {
            "before": _meter_told(round.meter),
            "after": _meter_told(round.meter_after),
        }
    return found


def _meter_told(meter: MeterLine) -> dict[str, str]:
    return {
        "main": print_dollars(meter.main // UNITS),
        "mystery": print_dollars(meter.mystery // UNITS),
    }


def _entry_told(entry: SettlementLine) -> dict[str, Any]:
    found: dict[str, Any] = {"player": f"p{entry.player}", "what": entry.what}
    amounts = ["amount", "paid", "collected", "left"]
    if entry.what not in OTHERS:
        found["outcome"] = entry.outcome
        amounts = ["amount", "paid", "taken", "returned"]
    elif entry.what != "bank":
        amounts = ["amount"]
    found |= {name: print_dollars(getattr(entry, name)) for name in amounts}
    if entry.short_by:
        found["short"], found["short_by"] = print_dollars(entry.short), entry.short_by
    if entry.rest:
        found["rounded_down_by"] = f"{entry.rest} cent"
    if entry.source:
        found["from"] = f"p{entry.source}"
    if entry.approval:
        found["approval"] = True
    return {**found, "clauses": list(entry.clauses)}


def show(round: Round, rules: Rulebook) -> None:
    """The round for people: who sat where, what was turned and done, what each wager came to."""
    from rich.console import Console

    console = Console(markup=False, highlight=False, emoji=False)
    if not console.is_terminal:
        console.width = max(console.width, NARROWEST)
    console.print(f"{rules.name} · round {round.number}", style="bold")
    if round.about:
        console.print(one_line(round.about))
    for line in _setting(round):
        console.print(line)
    console.print(_players_table(round))
    console.print(f"Board   {print_cards(round.board) or 'not turned'}")
    console.print(f"Dealer  {print_cards(round.cards(0)) or 'not turned'}\n")
    for action in round.actions:
        said = one_line(print_action(action))
        console.print(f"  {said:<22} {remark(round, action)}".rstrip())
    console.print()
    for line in round.hands or ():
        console.print(f"  {line}")
    console.print(_settlement_table(round))


def _setting(round: Round) -> Iterator[str]:
    """What is so besides players and cards."""
    if round.colour:
        yield f"The {round.colour} deck, dealt by the procedure “{round.procedure}”"
    if round.limits:
        low, high = map(print_dollars, round.limits)
        yield f"Limits {low} to {high}"
    if round.bank:
        yield f"{where(round, round.bank.player)}, banks with {print_dollars(round.bank.amount)}"
    for fee in round.fees or ():
        name, cites = round.player(fee.player).name, ", ".join(fee.clauses)
        yield (
            f"{name} pays a fee of {print_dollars(fee.amount)}"
            f" on {print_dollars(fee.action)} ({cites})"
        )
    if round.meter and round.meter_after:
        before, after = _meter_told(round.meter), _meter_told(round.meter_after)
        yield f"Meter {before['main']} → {after['main']}"
        yield f"Mystery {before['mystery']} → {after['mystery']}"


def _players_table(round: Round) -> Any:
    from rich.table import Table

    table = Table("", "seat", "player", "cards", "wagers")
    for name in ("start", "finish", "net"):
        table.add_column(name, justify="right")
    wagers = {stakes.player: stakes for stakes in round.wagers}
    for number, player in enumerate(round.players, 1):
        stakes = wagers.get(number)
        staked = stakes.wagers.items() if stakes else ()
        behind = f"behind p{stakes.behind} " if stakes and stakes.behind else ""
        table.add_row(
            f"p{number}",
            str(player.seat or "rail"),
            player.name,
            print_cards(round.cards(number)),
            behind + " ".join(f"{name} {print_dollars(amount)}" for name, amount in staked),
            print_dollars(player.stack),
            print_dollars((round.finishing or ())[number - 1]),
            print_dollars(net(round, number)),
        )
    return table


def _settlement_table(round: Round) -> Any:
    from rich.table import Table

    table = Table("", "player")
    for name in ("wager", "outcome"):
        table.add_column(name, no_wrap=True)
    for name in ("stake", "paid", "taken", "returned"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("note")
    table.add_column("clause")
    for entry in round.settlement or ():
        table.add_row(
            f"p{entry.player}",
            round.player(entry.player).name,
            entry.what,
            entry.outcome,
            print_dollars(entry.amount),
            print_dollars(entry.paid),
            print_dollars(entry.collected if entry.what == "bank" else entry.taken),
            print_dollars(entry.left if entry.what == "bank" else entry.returned),
            _note(entry),
            ", ".join(entry.clauses),
        )
    return table


def _note(entry: SettlementLine) -> str:
    notes = []
    if entry.short_by:
        notes.append(f"{print_dollars(entry.short)} short by {entry.short_by}")
    if entry.rest:
        notes.append(f"{entry.rest} cent rounded down")
    if entry.source:
        notes.append(f"from p{entry.source}")
    if entry.approval:
        notes.append("approved")
    return ", ".join(notes)
