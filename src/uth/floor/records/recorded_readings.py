"""The rounds of a journal, settled again under every other reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from uth.core.refusal import Refusal
from uth.floor.records.hand_history import PAGE, played, rules_by_digest
from uth.floor.stream_ranges import rounds
from uth.ledger.journal.rounds import RoundQuery
from uth.ledger.journal.store import Reader
from uth.reports.readings import ReadingsReport
from uth.rulebook.model import Rulebook
from uth.rulebook.store import HOUSES
from uth.table.resettlement import at_settlement

if TYPE_CHECKING:
    from uth.exact.solver.solution import Solution


def recorded_readings(
    reader: Reader, house: str = "", solve: Callable[[Rulebook], Solution] | None = None
) -> ReadingsReport:
    """Every closed round of a store, or of one house; each under the rulebook it was played by."""
    report, rules_of, seen = ReadingsReport(solve), rules_by_digest(reader), set[str]()
    for row in rounds(reader, RoundQuery(most=PAGE)):
        before, events = played(reader, row)
        seen.add(before.house)
        if house and before.house != house:
            continue
        rules = rules_of(before.rulebook)
        table = None if row.void else at_settlement(before, events)
        if table is None:
            report.leave_out(rules)
        else:
            report.add(rules, table)
    known = sorted({*HOUSES, *seen})
    if house and house not in known:
        raise Refusal("house/unknown", where="house", house=house, houses=known)
    return report
