"""A player's decisions in a settled round: what they saw, and what they did."""

from __future__ import annotations

import msgspec

from uth.core.cards import print_cards
from uth.core.money import Cents
from uth.table.notation.model import ActionLine, Round

STREETS = {0: "preflop", 3: "flop", 5: "river"}
"""Community cards on the table → street."""


class Decision(msgspec.Struct, frozen=True):
    """One decision, with cards as text so that it can be sent as a message."""

    street: str
    cards: str
    board: str
    action: str
    timed_out: bool = False
    """Time ran out, and the house acted for the player (Q-13)."""


class PlayedRound(msgspec.Struct, frozen=True):
    """A player's part in a round: their wagers before the deal, decisions and net."""

    wagers: dict[str, Cents]
    decisions: tuple[Decision, ...]
    net: Cents
    """What the wagers won or lost, without fees."""
    fees: Cents
    posted_maximum: Cents | None = None
    """The maximum payout that was posted at the table (CR-10)."""

    @property
    def ante(self) -> Cents:
        return self.wagers["ante"]


def played(played_round: Round, player: str) -> PlayedRound | None:
    """A player's part in a settled round; None if they had no wager at their own seat."""
    number = next((n for n, other in enumerate(played_round.players, 1) if other.name == player), 0)
    stakes = [stake for stake in played_round.wagers if stake.player == number and not stake.behind]
    if not stakes or played_round.finishing is None:
        return None
    fees = sum(fee.amount for fee in played_round.fees or () if fee.player == number)
    net = played_round.net(number) + fees
    return PlayedRound(
        wagers=stakes[0].wagers,
        decisions=player_decisions(played_round, number),
        net=net,
        fees=fees,
        posted_maximum=played_round.posted_maximum,
    )


def player_decisions(played_round: Round, number: int) -> tuple[Decision, ...]:
    """The decisions in order; a fold before the river is a forfeit, not a decision (PA-7)."""
    hole, ante = print_cards(played_round.cards(number)), played_round.ante(number)
    board: tuple[str, ...] = ()
    decisions = []
    for action in played_round.actions:
        if (action.actor, action.word) == ("d", "db"):
            board += tuple(card.text for card in action.cards)
        elif action.actor == "p" and action.number == number and len(board) in STREETS:
            word = _word(action, ante, len(board))
            if word and not (word == "fold" and len(board) < 5):
                street, timed_out = STREETS[len(board)], action.word == "timeout"
                decisions.append(Decision(street, hole, " ".join(board), word, timed_out))
    return tuple(decisions)


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
