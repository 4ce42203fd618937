"""What `uth replay` prints."""

from __future__ import annotations

from collections.abc import Iterator

import click

from uth.cli.fast_settle import unusual_json
from uth.cli.language import house_name, remarks, text, texts, wager_text
from uth.cli.render.console import Rows, print_table
from uth.cli.render.numbers import Json
from uth.core.cards import print_cards
from uth.core.money import Cents, dollars, print_dollars
from uth.core.refusal import one_line
from uth.core.texts import hand_text
from uth.rulebook.model import Rulebook
from uth.table.meters import UNITS
from uth.table.notation.lines import OTHERS, print_action
from uth.table.notation.model import MeterLine, Round, SettlementLine
from uth.table.notation.printing import remark, where


def replay_json(round: Round) -> Json:
    """The round as one JSON object, with money in dollars as in `uth settle`."""
    answer: Json = {
        "house": round.house,
        "settings": round.settings,
        "about": round.about,
        "round": round.number,
        "deck": round.colour,
        "procedure": round.procedure,
        "shuffler": round.shuffler,
        "board": print_cards(round.board),
        "dealer": print_cards(round.cards(0)),
        "players": [
            {
                "player": f"p{number}",
                "name": player.name,
                "seat": player.seat or None,
                "cards": print_cards(round.cards(number)),
                "hand": _hand(round, number),
                "start": print_dollars(player.stack),
                "finish": print_dollars(_finish(round, number)),
                "net": print_dollars(round.net(number)),
            }
            for number, player in enumerate(round.players, 1)
        ],
        "actions": [print_action(action) for action in round.actions],
        "hands": [_announced(hand) for hand in round.hands or ()],
        "fees": [
            {
                "player": f"p{fee.player}",
                "fee": print_dollars(fee.amount),
                "action": print_dollars(fee.action),
                "clauses": list(fee.clauses),
            }
            for fee in round.fees or ()
        ],
        "settlement": [_settlement_json(entry) for entry in round.settlement or ()],
    }
    if round.bank:
        answer["bank"] = {
            "player": f"p{round.bank.player}",
            "amount": print_dollars(round.bank.amount),
        }
    if round.meter and round.meter_after:
        answer["meter"] = {
            "before": _meter_json(round.meter),
            "after": _meter_json(round.meter_after),
        }
    return answer


def _hand(round: Round, number: int) -> str:
    """A player's hand as it was announced; empty if it was never turned over."""
    prefix = f"p{number} "
    for announced in round.hands or ():
        if announced.startswith(prefix):
            return _announced(announced.removeprefix(prefix))
    return ""


def _announced(announced: str) -> str:
    """The announcement of a hand, with its words."""
    result, _, hand = announced.partition(": ")
    return f"{result}: {hand_text(hand, texts())}"


def _finish(round: Round, number: int) -> Cents:
    assert round.finishing is not None, "a replayed round is complete"
    return round.finishing[number - 1]


def _meter_json(meter: MeterLine) -> dict[str, str]:
    return {
        "main": print_dollars(meter.main // UNITS),
        "mystery": print_dollars(meter.mystery // UNITS),
    }


def _settlement_json(entry: SettlementLine) -> Json:
    answer: Json = {"player": f"p{entry.player}", "what": entry.what}
    amounts = ["amount", "paid", "collected", "left"]
    if entry.what not in OTHERS:
        answer["outcome"] = entry.outcome
        amounts = ["amount", "paid", "taken", "returned"]
    elif entry.what != "bank":
        amounts = ["amount"]
    answer |= {name: print_dollars(getattr(entry, name)) for name in amounts}
    if entry.source:
        answer["from"] = f"p{entry.source}"
    return {**answer, **unusual_json(entry), "clauses": list(entry.clauses)}


def print_replay(round: Round, rules: Rulebook) -> None:
    """Who sat where, what was dealt and done, and how each wager ended."""
    click.secho(text("replay.title", house=house_name(rules), round=round.number), bold=True)
    if round.about:
        click.echo(one_line(round.about))
    for row in _circumstances(round):
        click.echo(row)
    print_table(text("replay.player_columns"), _player_rows(round), amounts=range(5, 8))
    for key, cards in (("board", round.board), ("dealer", round.cards(0))):
        turned = print_cards(cards) or text("replay.not_turned")
        click.echo(f"{text(f'terminal.{key}'):<7} {turned}")
    click.echo()
    for action in round.actions:
        notation = one_line(print_action(action))
        click.echo(f"  {notation:<22} {remark(round, action)}".rstrip())
    click.echo()
    for announced in round.hands or ():
        click.echo(f"  {_announced(announced)}")
    settlement = text("replay.settlement_columns")
    print_table(settlement, _settlement_rows(round), amounts=range(4, 8), whole=range(2, 8))


def _circumstances(round: Round) -> Iterator[str]:
    """The deck, the limits, the bank, the fees and the meters."""
    if round.colour:
        yield text("replay.deck", colour=round.colour, procedure=round.procedure)
    if round.shuffler:
        yield text("replay.shuffler", shuffler=round.shuffler)
    if round.limits:
        low, high = round.limits
        yield text("replay.limits", minimum=low, maximum=high)
    if round.bank:
        who = where(round, round.bank.player)
        yield text("replay.bank", who=who, amount=round.bank.amount)
    for fee in round.fees or ():
        facts = {"amount": fee.amount, "action": fee.action}
        sentence = text("event.FeeTaken", player=round.player(fee.player).name, **facts)
        yield f"{sentence} ({', '.join(fee.clauses)})"
    if round.meter and round.meter_after:
        before, after = _meter_json(round.meter), _meter_json(round.meter_after)
        for name in ("main", "mystery"):
            yield text(f"replay.{name}", before=before[name], after=after[name])


def _player_rows(round: Round) -> Rows:
    wagers = {stakes.player: stakes for stakes in round.wagers}
    for number, player in enumerate(round.players, 1):
        stakes = wagers.get(number)
        staked = stakes.wagers.items() if stakes else ()
        behind = text("replay.behind", player=stakes.behind) if stakes and stakes.behind else ""
        yield (
            f"p{number}",
            str(player.seat or text("replay.rail")),
            player.name,
            print_cards(round.cards(number)),
            behind + ", ".join(f"{wager_text(name)} {dollars(stake)}" for name, stake in staked),
            print_dollars(player.stack),
            print_dollars(_finish(round, number)),
            print_dollars(round.net(number)),
        )


def _settlement_rows(round: Round) -> Rows:
    for entry in round.settlement or ():
        yield (
            f"p{entry.player}",
            round.player(entry.player).name,
            text(f"wager.{entry.what}"),
            text(f"outcome_word.{entry.outcome}") if entry.outcome else "",
            print_dollars(entry.amount),
            print_dollars(entry.paid),
            print_dollars(entry.collected if entry.what == "bank" else entry.taken),
            print_dollars(entry.left if entry.what == "bank" else entry.returned),
            _note(entry),
            ", ".join(entry.clauses),
        )


def _note(entry: SettlementLine) -> str:
    source = [text("replay.from", player=entry.source)] if entry.source else []
    return ", ".join(source + remarks(entry))
