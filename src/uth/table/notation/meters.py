"""The linked meters of a round that is replayed: what they must have paid."""

from __future__ import annotations

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.meters import Hit, link
from uth.table.meters.linked_table import OwnMeters
from uth.table.notation.model import MeterLine
from uth.table.state import Table

TARGETS = "_uth_meter.targets"


class NotationMeters(OwnMeters):
    """Meters as a notation gives them; a jackpot waits for its line."""

    def __init__(self, rules: Rulebook, meter: MeterLine) -> None:
        super().__init__(rules, link.Meters(meter.main, meter.mystery), self._next_target)
        self._targets = list(meter.targets)
        self.hits: tuple[Hit, ...] = ()
        """The hands of the round that claim a share and are not yet paid."""

    def _next_target(self, low: Cents, high: Cents) -> Cents:
        if not self._targets:
            raise Refusal("notation/targets")
        return self._targets.pop(0)

    def feed(self, table: Table, event: e.ProgressiveStaked) -> Cents:
        try:
            return super().feed(table, event)
        except Refusal as error:
            raise error.at(TARGETS) from None

    def award(self, table: Table, hits: tuple[Hit, ...]) -> None:
        self.hits = hits
