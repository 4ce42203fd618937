"""The linked meters of a round that is replayed: what they must have paid."""

from __future__ import annotations

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table import link
from uth.table.closing import spots
from uth.table.notation.model import MeterLine
from uth.table.settlement import jackpot_hits
from uth.table.state import Table


class NotationMeters:
    """Meters as a notation gives them, fed and paid from as their owner would."""

    def __init__(self, rules: Rulebook, meter: MeterLine) -> None:
        self.rules = rules
        self.meters = link.Meters(meter.main, meter.mystery)
        self.targets = list(meter.targets)
        self.fed: list[link.Fed] = []
        self.mysteries: list[tuple[int, Cents]] = []
        """Seat and amount of each mystery that is won and not yet paid."""

    @property
    def stand(self) -> MeterLine:
        return MeterLine(self.meters.main, self.meters.mystery)

    def feed(self, events: list[e.Event]) -> None:
        """The contributions of “No more bets”, wager by wager."""
        for event in events:
            if isinstance(event, e.ProgressiveStaked):
                self._draw()
                self.meters, fed, won = link.feed(self.rules.progressive, self.meters)
                self.fed.append(fed)
                if won:
                    self.mysteries.append((event.seat, won))

    def _draw(self) -> None:
        if self.meters.target is not None:
            return
        where = "_uth_meter.targets"
        if not self.targets:
            raise Refusal("notation/targets", "a further hidden value must have been drawn", where)
        try:
            self.meters = link.draw(self.rules.progressive, self.meters, self.targets.pop(0))
        except Refusal as error:
            raise error.at(where) from None

    def claim(self, table: Table) -> list[tuple[int, Cents, int]]:
        """What the hands of the round are paid from the meter."""
        hits = jackpot_hits(self.rules, table.board[:3], spots(table))
        self.meters, awards = link.claim(self.rules.progressive, self.meters, hits)
        return [(given.seat, given.amount, given.rest) for given in awards.given]

    def take_back(self) -> None:
        """A void round's contributions (Q-21)."""
        for fed in self.fed:
            self.meters = link.take_back(self.meters, fed)
