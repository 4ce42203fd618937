"""A floor with one open table, for tests that play by hand."""

from __future__ import annotations

from tests.floor import driver
from tests.floor.evening import FLOOR
from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from uth.floor.floor import Floor
from uth.floor.people.names import DEALER
from uth.floor.tables.orders import Order
from uth.floor.tables.pace import Pace
from uth.floor.tables.updates import TableCommit
from uth.rulebook.store import load_house
from uth.table import commands as c


class Room:
    """A floor with one open table, `t1`."""

    def __init__(
        self, house: str = "cardroom-25", pace: Pace | None = None, *, practice: bool = False
    ) -> None:
        self.clock = Clock()
        self.store = MemoryStore(self.clock)
        self.floor = Floor(self.store, clock=self.clock, source=Bytes(), pace=pace)
        self.heard: list[TableCommit] = []
        self.floor.listeners.append(self.heard.append)
        self.table_writer = self.floor.open_table("t1", load_house(house), FLOOR, practice=practice)

    def do(self, command: c.Command, key: str = "", version: int = 0, actor: str = "") -> int:
        who: str = actor or getattr(command, "by", "") or getattr(command, "player", DEALER)
        return driver.perform(self.floor, Order("t1", who, command, key, version)).version

    def sit(self, *players: str, chips: int = 50_000) -> None:
        for seat, player in enumerate(players, 1):
            self.floor.books.buy_in(player, chips, FLOOR)
            self.do(c.Sit(player, seat, chips))

    def bet(self, *players: str) -> None:
        for player in players:
            self.do(c.Wager(player, {"ante": 500, "blind": 500}))

    def phase(self) -> str:
        return self.table_writer.table.phase

    def kinds(self) -> list[str]:
        return [type(event).__name__ for news in self.heard for event in news.events]
