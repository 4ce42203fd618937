"""What a player decided in a settled hand: each spot as he saw it, and what he did there."""

from __future__ import annotations

import msgspec

from uth.core.cards import print_cards
from uth.core.money import Cents
from uth.table.notation.model import ActionLine, Round

STREETS = {0: "preflop", 3: "flop", 5: "river"}
"""Community cards on the table → which decision it is."""


class Decision(msgspec.Struct, frozen=True):
    """One choice; cards as text, so that it can go anywhere."""

    street: str
    cards: str
    board: str
    action: str
    timed_out: bool = False
    """His time ran out, and the house chose for him (Q-13)."""


class PlayedHand(msgspec.Struct, frozen=True):
    """A player's part in a round: what he staked before the deal, decided, and got."""

    wagers: dict[str, Cents]
    decisions: tuple[Decision, ...]
    net: Cents
    """What his wagers won or lost, without fees."""
    fees: Cents

    @property
    def ante(self) -> Cents:
        return self.wagers["ante"]


def played(hand: Round, player: str) -> PlayedHand | None:
    """His part in a settled round; None where he staked nothing at a seat of his own."""
    number = next((n for n, one in enumerate(hand.players, 1) if one.name == player), 0)
    stakes = [one for one in hand.wagers if one.player == number and not one.behind]
    if not stakes or hand.finishing is None:
        return None
    fees = sum(fee.amount for fee in hand.fees or () if fee.player == number)
    added = sum(
        action.amount
        for action in hand.actions
        if (action.actor, action.word, action.number) == ("p", "add", number)
    )
    net = hand.finishing[number - 1] - hand.player(number).stack - added + fees
    return PlayedHand(stakes[0].wagers, decisions(hand, number), net, fees)


def decisions(hand: Round, number: int) -> tuple[Decision, ...]:
    """In their order; a fold before the river is a forfeit and not a choice (PA-7)."""
    hole, ante = print_cards(hand.cards(number)), hand.ante(number)
    board: tuple[str, ...] = ()
    found = []
    for action in hand.actions:
        if (action.actor, action.word) == ("d", "db"):
            board += tuple(card.text for card in action.cards)
        elif action.actor == "p" and action.number == number and len(board) in STREETS:
            word = _word(action, ante, len(board))
            if word and not (word == "fold" and len(board) < 5):
                street, timed_out = STREETS[len(board)], action.word == "timeout"
                found.append(Decision(street, hole, " ".join(board), word, timed_out))
    return tuple(found)


def _word(action: ActionLine, ante: Cents, turned: int) -> str:
    match action.word:
        case "cc":
            return "check"
        case "f":
            return "fold"
        case "timeout":
            return "fold" if turned == 5 else "check"
        case "cbr":
            return f"{action.amount // ante}x"
    return ""
