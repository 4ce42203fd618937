"""What a house's rulebook allows people at its tables: amounts, multiples, and who approves."""

from __future__ import annotations

from uth.core.money import print_dollars
from uth.core.refusal import require
from uth.rulebook.approval.guard import check_entry
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.handlers.limits import check_limits, check_maximum
from uth.table.handlers.playing import allowed, highest_ante
from uth.table.handlers.run import Run
from uth.table.settling.table_settlement import posts_maximum
from uth.table.state import Table
from uth.table.wagers import check_back_line, check_play, check_wagers


def check_house_limits(table: Table, rules: Rulebook, event: e.Event) -> None:
    """Refuse an event that the house's own limits do not allow, whoever recorded it."""
    match event:
        case e.LimitsChanged():
            check_limits(Run(table, rules), event.minimum, event.maximum)
        case e.MaximumPosted():
            require(posts_maximum(rules), "maximum/not_here")
            check_maximum(Run(table, rules), event.maximum)
        case e.MinimumGrandfathered():
            require(rules.limits.grandfathering, "seat/grandfathered")
            given = print_dollars(event.minimum)
            check_entry(rules, "limits.minimum", event.minimum, given=given, where="minimum")
        case e.WagersPlaced() if event.wagers:
            least = table.least(table.seat(event.seat))
            check_wagers(rules, event.wagers, least, table.maximum)
        case e.BackLinePlaced() if event.wagers:
            check_back_line(rules, event.wagers, table.minimum, table.maximum)
        case e.Acted() if event.multiple > 0:
            require(event.multiple in allowed(table, rules).values(), "settle/multiple")
            check_play(rules, event.multiple, highest_ante(table.seat(event.seat)))
        case e.Settled():
            require(table.approved or not event.approval, "settle/not_approved")
