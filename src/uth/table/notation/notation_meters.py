"""The meters of a round in notation: as the notation gives them."""

from __future__ import annotations

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.meters import UNITS, Hit, link
from uth.table.meters.linked_table import OwnMeters
from uth.table.notation.model import MeterLine
from uth.table.state import Table

TARGETS = "_uth_meter.targets"
MYSTERY = "_uth_meter.mystery"


class NotationMeters(OwnMeters):
    """Meters as a notation gives them; a jackpot waits for its line."""

    def __init__(self, rules: Rulebook, meter: MeterLine) -> None:
        super().__init__(rules, link.Meters(meter.main, meter.mystery), self._next_target)
        self._targets = list(meter.targets)
        self._check_mystery(rules, meter.mystery)
        self.hits: tuple[Hit, ...] = ()
        """The hands of the round that claim a share and are not yet paid."""

    def _check_mystery(self, rules: Rulebook, mystery: int) -> None:
        """Refuse a meter above its hidden value: an earlier wager would have won it (Q-23).

        Just restarted, it may be a part of a cent above.
        """
        lowest, highest = link.target_range(rules.progressive)
        target = self._targets[0] if self._targets else highest
        most = target if lowest <= target <= highest else highest
        restarted = (rules.progressive.mystery_restart + 1) * UNITS
        if mystery > most * UNITS and mystery >= restarted:
            raise Refusal("notation/mystery_above", where=MYSTERY, clause="Q-23", most=most)

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
