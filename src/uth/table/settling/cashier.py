"""What each wager is paid and loses, within caps and cover; the running totals are kept here."""

from __future__ import annotations

from uth.core.record import Record
from uth.table.settling.cover import Cover

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.table.wagers import Owed, WagerKind

    Ending = Literal["win", "lose", "push", "returned"]


class Row(Record):
    """One wager's end: stake = taken + returned, and what was paid on top."""

    seat: int
    backer: str
    wager: str
    stake: Cents
    outcome: Ending
    paid: Cents
    taken: Cents
    returned: Cents
    clauses: tuple[str, ...]
    short: Cents = 0
    short_by: str = ""
    rest: str = ""
    """The part of a cent that rounding down left (Q-10), as a fraction of a cent."""
    approval: bool = False
    source: int = 0
    """The seat whose hand an Envy is for."""


class Cashier:
    """Pays and collects wager by wager; a bank of None covers everything."""

    def __init__(self, rules: Rulebook, bank: Cents | None) -> None:
        self.rules = rules
        self.cover: Cover = Cover(bank, rules.bank.coverage)
        self.won: dict[tuple[int, str], Cents] = {}
        self.aggregate: dict[str, Cents] = dict(rules.payouts.aggregate or {})

    def row(self, seat: int, backer: str, wager: WagerKind, stake: Cents, ending: Owed) -> Row:
        """The end of a wager, as far as the bank reaches."""
        cite, name = self.rules.cite, wager.name
        clauses = cite(f"{name}.{ending.reason}")
        if backer:
            clauses += cite("backline.settled")
        outcome: Ending = ending.outcome
        stays = outcome == "push" or (outcome == "win" and wager.returns_stake)
        taken = 0 if stays else self.cover.collect(stake)
        if outcome == "lose" and not taken:
            outcome, clauses = "returned", cite("cover.returned") + clauses
        elif outcome == "lose" and taken < stake:
            clauses += cite("cover.partly")
        row = Row(
            seat=seat,
            backer=backer,
            wager=name,
            stake=stake,
            outcome=outcome,
            paid=0,
            taken=taken,
            returned=stake - taken,
            clauses=_each_once(clauses),
        )
        return self._pay(row, wager, ending) if outcome == "win" else row

    def _pay(self, row: Row, wager: WagerKind, ending: Owed) -> Row:
        """Winnings, as far as cap, aggregate and bank reach; all that bind are cited."""
        cite, clauses = self.rules.cite, row.clauses + self.rules.cite("pay.separately")
        if ending.rest:
            clauses += cite("pay.rounded")
        allowed, short_by = ending.due, ""
        for limit, left in (
            ("cap", self._left_below_maximum(row, wager)),
            ("aggregate", self.aggregate.get(row.wager)),
        ):
            if left is not None and left < allowed:
                allowed, short_by = left, limit
                clauses += cite("pay.capped" if limit == "cap" else "pay.aggregate")
        paid = self.cover.pay(allowed)
        if paid < allowed:
            short_by = "bank"
            clauses += cite("cover.partly") if paid else ()
        self._count(row, wager, paid)
        above = self.rules.payouts.approval_above
        waits = above is not None and paid > above
        if waits:
            clauses += cite("approval.asked")
        nothing = short_by == "bank" and not paid
        return row.replace(
            outcome="returned" if nothing else "win",
            paid=paid,
            clauses=_each_once(cite("cover.returned") + clauses if nothing else clauses),
            short=ending.due - paid,
            short_by=short_by,
            rest=ending.rest,
            approval=waits,
            source=ending.source,
        )

    def _left_below_maximum(self, row: Row, wager: WagerKind) -> Cents | None:
        """What the bettor may still win on this wager; None where no maximum looks at it."""
        maximum = self.rules.payouts.maximum
        if maximum is None or not wager.counts_towards_maximum(self.rules):
            return None
        return maximum - self.won.get((row.seat, row.backer), 0)

    def _count(self, row: Row, wager: WagerKind, paid: Cents) -> None:
        if wager.counts_towards_maximum(self.rules):
            person = (row.seat, row.backer)
            self.won[person] = self.won.get(person, 0) + paid
        if row.wager in self.aggregate:
            self.aggregate[row.wager] -= paid


def _each_once(clauses: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clauses))
