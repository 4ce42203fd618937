"""A table under test: commands in short words, and what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self, TypeVar

import pytest

from tests.own_house import HEAD
from uth.core.cards import parse_cards, print_cards
from uth.core.refusal import Refusal, Refusals
from uth.core.texts import text
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import with_settings
from uth.table import commands as c
from uth.table import events as e
from uth.table.dealing import arrange
from uth.table.decide import open_table, step
from uth.table.evolve import replay

E = TypeVar("E", bound=e.Event)
Changes = Mapping[str, Mapping[str, Any]]

LOW_BOARD = "2c 7d 9h Js Kd"
"""No pair, no flush and no straight on it."""
NO_PAIR, PAIR = "3c 4d", "Kc 4d"
"""A dealer's cards, with that board."""
STAKES = {"ante": 1_000, "blind": 1_000}


DEPARTING = ("house/departs", "rulebook/own_only")


def rules_of(house: str, changes: Changes | None = None) -> Rulebook:
    """A house with some entries changed; where it may not be changed, a house of one's own."""
    settings = {key: dict(value) for key, value in (changes or {}).items()}
    try:
        return with_settings(house, settings)
    except Refusals as refusals:
        if any(refusal.code not in DEPARTING for refusal in refusals.defects):
            raise
        return with_settings(house, {**HEAD, **settings})


def defects(house: str, changes: Changes) -> dict[str, Refusal]:
    """What the check says of a wrong entry, by path."""
    with pytest.raises(Refusals) as caught:
        with_settings(house, {key: dict(value) for key, value in changes.items()})
    return {refusal.where: refusal for refusal in caught.value.defects}


class Game:
    """One table of a house, with players named after their seats: P1 … P6."""

    def __init__(self, house: str, changes: Changes | None = None, chips: int = 1_000_000) -> None:
        self.rules = rules_of(house, changes)
        self.events, self.table = open_table(self.rules)
        self.events = list(self.events)
        self.chips = chips

    def do(self, command: c.Command) -> list[e.Event]:
        events, self.table = step(self.table, command, self.rules)
        self.events += events
        assert sum(self.table.balances.values()) == 0
        return events

    def refused(self, command: c.Command) -> Refusal:
        """The refusal of a command, which must change nothing."""
        with pytest.raises(Refusal) as caught:
            step(self.table, command, self.rules)
        return caught.value

    def void(self, reason: str = "exposed-card") -> Self:
        """Void the round: by one supervisor before a card is dealt, by two afterwards."""
        dealt = self.table.phase != "closed"
        self.do(c.VoidRound("Fay", reason))
        if dealt:
            self.do(c.ConfirmVoid("Gus"))
        return self

    def sit(self, *seats: int) -> Self:
        for seat in seats:
            self.do(c.Sit(f"P{seat}", seat, self.chips))
        return self

    def bank(self, seat: int, amount: int = 500_000) -> Self:
        """Let the offer pass round to a seat, and take it there."""
        while self.table.bank.offered != seat:
            self.do(c.DeclineBank(self.table.seat(self.table.bank.offered).player))
        self.do(c.TakeBank(f"P{seat}", amount))
        return self

    def bet(self, seat: int, ante: int = 1_000, **bonuses: int) -> Self:
        self.do(c.Wager(f"P{seat}", {"ante": ante, "blind": ante, **bonuses}))
        return self

    def close(self) -> list[e.Event]:
        return self.do(c.CloseBets())

    def deal(self, hands: Mapping[int, str], dealer: str, board: str) -> Self:
        """Close the bets where they are open, and deal just these cards."""
        if self.table.phase == "betting":
            self.close()
        deck = arrange(
            self.rules.dealing.procedure,
            {seat: parse_cards(cards) for seat, cards in hands.items()},
            parse_cards(dealer),
            parse_cards(board),
        )
        self.do(c.Deal(deck))
        return self

    def act(self, seat: int, *actions: str) -> Self:
        for action in actions:
            self.do(c.Act(f"P{seat}", action))
        return self

    def finish(self, actions: Mapping[int, str]) -> Self:
        """Play each seat to the given decision, checking until its street has come."""
        while self.table.phase in ("preflop", "flop", "river"):
            open_now = {"preflop": ("4x", "3x"), "flop": ("2x",), "river": ("1x", "fold")}
            for seat, action in actions.items():
                if self.table.seat(seat).to_act:
                    now = open_now[self.table.phase]
                    self.act(seat, action if action in now else "check")
        return self

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        return self.all(kind)[-1]

    def rows(self) -> list[e.Settled]:
        """The settled wagers of the last round."""
        return self.all(e.Settled)

    def row(self, seat: int, wager: str, player: str = "") -> e.Settled:
        """How a wager of the last round ended."""
        events = [
            row
            for row in self.all(e.Settled)
            if (row.seat, row.wager, row.player) == (seat, wager, player or f"P{seat}")
        ]
        assert events, f"seat {seat} settled no {wager}"
        return events[-1]

    def calls(self, call: str) -> list[e.DealerCall]:
        return [event for event in self.all(e.DealerCall) if event.call == call]

    def call_texts(self, call: str) -> list[str]:
        return [text(f"dealer.{event.call}", **event.facts) for event in self.calls(call)]

    def hands(self) -> dict[int, str]:
        """The cards of each place that has any; 0 is the dealer."""
        return {
            number: print_cards(cards) for number, cards in enumerate(self.table.hands) if cards
        }

    def phase(self) -> str:
        return self.table.phase

    def balance(self, account: str) -> int:
        return self.table.balances.get(account, 0)

    def replays(self) -> None:
        """The events alone lead to the same table."""
        assert replay(self.events) == self.table


def order_of(rows: Iterable[e.Settled]) -> list[tuple[int, str]]:
    return [(row.seat, row.wager) for row in rows]


def quick(
    house: str,
    hands: Mapping[int, str],
    dealer: str,
    actions: Mapping[int, str],
    *,
    board: str = LOW_BOARD,
    wagers: Mapping[str, int] | None = None,
    bank: int = 500_000,
    changes: Changes | None = None,
) -> Game:
    """A whole round: everybody stakes alike, seat 6 banks where a player does."""
    game = Game(house, changes)
    game.sit(*hands)
    if game.rules.player_dealer:
        game.sit(6).bank(6, bank)
    for seat in hands:
        game.do(c.Wager(f"P{seat}", dict(wagers or {"ante": 1_500, "blind": 1_500})))
    game.deal(hands, dealer, board).finish(actions)
    return game
