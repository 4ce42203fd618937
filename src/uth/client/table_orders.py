"""What a player does at a table on a server, for clients of both kinds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from uth.client.messages import TableUpdate
from uth.core.money import Cents
from uth.table import commands as c
from uth.table.view import SeatView

Sent = TypeVar("Sent", covariant=True)
"""The answer to an order, or what is awaited for it."""


class TableOrders(ABC, Generic[Sent]):
    """The orders of one player at one table."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.last: TableUpdate | None = None
        """The latest update that has arrived; `follow` may still be at an earlier one."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    @property
    @abstractmethod
    def player(self) -> str:
        """The id of the person who is signed in."""

    @abstractmethod
    def order(self, command: c.Command, *, key: str = "", version: int = 0) -> Sent:
        """Send a command and wait for its answer; after a lost connection it is sent again."""

    def _arrived(self, update: TableUpdate) -> TableUpdate:
        self.last = update
        return update

    @property
    def seat(self) -> SeatView | None:
        """One's own seat in the latest update."""
        seats = self.last.view.seats if self.last else ()
        return next((seat for seat in seats if seat and seat.player == self.player), None)

    @property
    def may(self) -> tuple[str, ...]:
        """The actions that one may take now, such as `check` and `4x`; none while others decide."""
        return self.last.may if self.last else ()

    def sit(self, seat: int, chips: Cents) -> Sent:
        """Take a seat, 1 to 6, with chips from the cage."""
        return self.order(c.Sit(self.player, seat, chips))

    def wager(self, **wagers: Cents) -> Sent:
        """Stake before the deal: `wager(ante=1_000, blind=1_000, trips=500)`."""
        return self.order(c.Wager(self.player, wagers))

    def act(self, action: str) -> Sent:
        """`check`, `fold`, or a Play bet such as `4x`, on the street of the latest update."""
        version = self.last.version if self.last else 0
        return self.order(c.Act(self.player, action), version=version)

    def take_bank(self, amount: Cents) -> Sent:
        """Take the bank that is offered."""
        return self.order(c.TakeBank(self.player, amount))

    def decline_bank(self) -> Sent:
        """Decline the bank that is offered."""
        return self.order(c.DeclineBank(self.player))

    def leave(self) -> Sent:
        """Leave with one's chips."""
        return self.order(c.Leave(self.player))
