"""What a house's rulebook allows at its tables, where no command says it: limits and payouts."""

from __future__ import annotations

from uth.core.money import print_dollars
from uth.core.refusal import require
from uth.rulebook.approval.guard import check_entry
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.handlers.limits import check_limits
from uth.table.handlers.playing import highest_ante
from uth.table.handlers.run import Run
from uth.table.state import Table
from uth.table.wagers import check_play


def check_house_limits(table: Table, rules: Rulebook, event: e.Event) -> None:
    """Refuse an event that the house's own limits do not allow, whoever recorded it."""
    match event:
        case e.LimitsChanged():
            check_limits(Run(table, rules), event.minimum, event.maximum)
        case e.MinimumGrandfathered():
            require(rules.limits.grandfathering, "seat/grandfathered")
            given = print_dollars(event.minimum)
            check_entry(rules, "limits.minimum", event.minimum, given=given, where="minimum")
        case e.Acted() if event.multiple > 0:
            check_play(rules, event.multiple, highest_ante(table.seat(event.seat)))
        case e.Settled():
            require(table.approved or not event.approval, "settle/not_approved")
