"""Those who wait for a seat: first come, first seated; a bot gives its place up to a person."""

from __future__ import annotations

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.keeper import Keeper
from uth.floor.orders import Order, is_bot
from uth.table import commands as c


class WaitingList:
    """Kept in memory: after a restart those who still wait ask again."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, Cents]] = {}

    def add(self, keeper: Keeper, player: str, chips: Cents) -> int:
        """Wait for the next seat; the place in the line."""
        if keeper.table.present(player):
            raise Refusal("player/twice", "this player is at the table already", "player")
        line = self._waiting.setdefault(keeper.name, {})
        line.setdefault(player, chips)
        return list(line).index(player) + 1

    def remove(self, table: str, player: str) -> None:
        self._waiting.get(table, {}).pop(player, None)

    def forget(self, table: str) -> None:
        self._waiting.pop(table, None)

    def line(self, table: str) -> tuple[str, ...]:
        return tuple(self._waiting.get(table, ()))

    def next(self, keeper: Keeper) -> Order | None:
        """Seat the first in line, or ask a bot without a wager to leave."""
        line = self._waiting.get(keeper.name)
        if not line:
            return None
        player, chips = next(iter(line.items()))
        table = keeper.table
        if table.present(player):
            del line[player]
            return None
        for number in range(1, keeper.rules.layout.places + 1):
            if table.seats[number - 1] is None:
                return Order(keeper.name, player, c.Sit(player, number, chips))
        if table.phase == "betting":
            for number, seat in table.taken():
                if is_bot(seat.player) and not seat.wagers and number != table.bank.seat:
                    return Order(keeper.name, seat.player, c.Leave(seat.player))
        return None

    def refused(self, order: Order) -> bool:
        """One who can't be seated (his money went elsewhere) waits no longer."""
        line = self._waiting.get(order.table, {})
        return line.pop(order.actor, None) is not None
