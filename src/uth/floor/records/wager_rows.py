"""Closed rounds in long form: a row for each wager of each seat, and for what else moves money."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from uth.core.cards import Card
from uth.core.money import Cents
from uth.floor.records.hand_history import RecordedRound
from uth.table.notation.model import Round, SettlementLine

COLUMNS = {
    "table": "text",
    "round": "whole",
    "at": "time",
    "house": "text",
    "rulebook": "text",
    "void": "flag",
    "seat": "whole",
    "player": "text",
    "behind": "whole",
    "wager": "text",
    "stake": "amount",
    "outcome": "text",
    "paid": "amount",
    "taken": "amount",
    "returned": "amount",
    "short": "amount",
    "net": "amount",
    "multiple": "whole",
    "cards": "text",
    "board": "text",
    "dealer": "text",
    "clauses": "texts",
}
"""`behind` is the seat that a back-line bettor follows; `multiple` is the Play bet in antes, 0
for a fold. What is no wager has a row too: `collection`, `mystery`, `bank`, `forfeit`,
`kept`, `unpaid`."""


def wager_rows(hand: RecordedRound) -> Iterator[dict[str, Any]]:
    """The rows of a round; the nets of a player add up to what they won or lost."""
    round = hand.hand
    shared = {
        "table": hand.table,
        "round": hand.round,
        "at": hand.at,
        "house": round.house,
        "rulebook": hand.rulebook,
        "void": hand.void,
        "board": _text(round.board),
        "dealer": _text(round.cards(0)),
    }
    behind = {stakes.player: stakes.behind for stakes in round.wagers}
    for row in (*_before_the_deal(hand), *(round.settlement or ())):
        followed = behind.get(row.player, 0)
        spot = followed or row.player
        yield {
            **shared,
            "seat": round.player(row.player).seat,
            "player": round.player(row.player).name,
            "behind": round.player(followed).seat if followed else None,
            "wager": row.what,
            "stake": row.amount,
            "outcome": row.outcome or None,
            "paid": row.paid,
            "taken": row.taken,
            "returned": row.returned,
            "short": row.short,
            "net": _net(row),
            "multiple": _multiple(round, spot),
            "cards": _text(round.cards(spot)),
            "clauses": list(row.clauses),
        }


def _before_the_deal(hand: RecordedRound) -> Iterator[SettlementLine]:
    """The collection, which a void round returns, and the mystery, which it does not."""
    for fee in hand.hand.fees or ():
        yield SettlementLine(
            fee.player,
            "collection",
            fee.action,
            taken=0 if hand.void else fee.amount,
            returned=fee.amount if hand.void else 0,
            clauses=fee.clauses,
        )
    for action in hand.hand.actions:
        if action.word == "mystery":
            yield SettlementLine(action.player, "mystery", 0, "win", paid=action.amount)


def _net(row: SettlementLine) -> Cents:
    match row.what:
        case "bank":
            return row.collected - row.paid
        case "forfeit":
            return -row.amount
        case "kept":
            return row.amount
        case _:
            return row.paid - row.taken


def _multiple(round: Round, player: int) -> int | None:
    """The Play bet in antes, 0 for a fold; None for the banker and where nothing was decided."""
    for action in round.actions:
        if action.number == player and action.actor == "p":
            if action.word == "cbr":
                return action.amount // round.ante(player)
            if action.word == "f":
                return 0
    return None


def _text(cards: tuple[Card, ...]) -> str | None:
    return " ".join(card.text for card in cards) or None
