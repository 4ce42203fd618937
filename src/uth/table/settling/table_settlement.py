"""The settlement of a table's round: its spots, its jackpots and all that it owes."""

from __future__ import annotations

from uth.core.money import Cents
from uth.rulebook.model import Rulebook
from uth.table.meters import Award, Awards, Hit
from uth.table.settling.cashier import Row
from uth.table.settling.settlement import (
    Backer,
    DealtSpot,
    Settlement,
    jackpot_hits,
    settle,
    settle_folds,
    turns_dealer,
)
from uth.table.state import Table


def spots(table: Table) -> list[DealtSpot]:
    """The seats dealt in, as the settlement looks at them."""
    dealt_in = []
    for number in table.dealt_seats:
        seat = table.seat(number)
        backers = tuple(Backer(backing.player, backing.wagers) for backing in seat.backing)
        spot = DealtSpot(
            seat=number,
            cards=table.hands[number],
            multiple=seat.multiple or 0,
            wagers=seat.wagers,
            backers=backers,
            forfeited=seat.forfeited,
        )
        dealt_in.append(spot)
    return dealt_in


def table_hits(rules: Rulebook, table: Table) -> tuple[Hit, ...]:
    """The hands of the round that win a share of the meter, in settlement order."""
    return jackpot_hits(rules, table.board[:3], spots(table))


def dealer_turns(rules: Rulebook, table: Table) -> bool:
    """Whether the dealer's cards are turned over in this round (CA-6.15)."""
    return turns_dealer(rules, spots(table))


def settle_table_folds(rules: Rulebook, table: Table) -> tuple[Row, ...]:
    """What the folds of the round lose before the dealer's cards are turned."""
    banker = table.bank.seat or None
    amount = table.bank.amount if banker else None
    return settle_folds(rules, table.board, spots(table), banker, amount)


def posts_maximum(rules: Rulebook) -> bool:
    """Whether management may post a maximum payout at the table: the document has it so (CR-10)."""
    return rules.status("payouts.maximum").kind == "free"


def rules_in_force(rules: Rulebook, posted: Cents | None) -> Rulebook:
    """The rulebook with the maximum payout that is posted at the table."""
    if not posts_maximum(rules) or posted == rules.payouts.maximum:
        return rules
    return rules.replace(payouts=rules.payouts.replace(maximum=posted))


def settle_table(rules: Rulebook, table: Table) -> Settlement:
    """Everything the round owes, in the house's order and direction."""
    rules = rules_in_force(rules, table.posted_maximum)
    given = tuple(Award(seat, amount, rest, False) for seat, amount, rest in table.awards or ())
    banker = table.bank.seat or None
    return settle(
        rules,
        table.board,
        table.hands[0],
        spots(table),
        banker=banker,
        bank=table.bank.amount if banker else None,
        awards=Awards(given, 0, 0),
    )
