"""What a finished round owes: every wager in the house's order, each with its clause."""

from __future__ import annotations

from uth.core.ranking import rank_hand
from uth.core.record import Record
from uth.table.coverage import Cover
from uth.table.meters import UNITS, Awards, Hit, award
from uth.table.outcomes import envied, look, owed, stand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Literal

    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.table.outcomes import HandStanding, Owed, TurnedDeal

    Ending = Literal["win", "lose", "push", "returned"]

SEATS = range(1, 7)
BASE = ("ante", "play", "blind")
LINKED = ("progressive", "envy")


class Backer(Record):
    """A back-line bettor and what he staked behind a seat."""

    name: str
    wagers: Mapping[str, Cents]


class Spot(Record):
    """A seat that was dealt in: its cards, its Play multiple (0: folded) and its wagers."""

    seat: int
    cards: tuple[Card, ...]
    multiple: int
    wagers: Mapping[str, Cents]
    backers: tuple[Backer, ...] = ()
    forfeited: bool = False


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


class Settlement(Record):
    """The whole round: hands, rows in the order they are settled, and what they come to."""

    deal: TurnedDeal
    standings: Mapping[int, HandStanding]
    rows: tuple[Row, ...]
    awards: Awards | None
    paid: Cents
    collected: Cents


def way_round(rules: Rulebook, banker: int | None) -> list[int]:
    """The seats in the order the house settles them (Q-18)."""
    if rules.settlement.direction == "left-to-right":
        return list(SEATS)
    if rules.settlement.direction == "right-to-left":
        return list(reversed(SEATS))
    assert banker is not None, "a player-dealer house has a banker"
    return [(banker + step - 1) % 6 + 1 for step in range(1, 6)]


def settle(
    rules: Rulebook,
    board: Sequence[Card],
    dealer_cards: tuple[Card, ...],
    spots: Sequence[Spot],
    banker: int | None = None,
    bank: Cents | None = None,
    awards: Awards | None = None,
) -> Settlement:
    """Settle every wager; a bank of None covers everything, jackpots come in as `awards`."""
    deal = look(rules, board, dealer_cards)
    standings = {spot.seat: stand(deal, spot.cards) for spot in spots}
    by_seat = {spot.seat: spot for spot in spots}
    seats = [seat for seat in way_round(rules, banker) if seat in by_seat]
    cashier = _Cashier(rules, Cover(bank, rules.bank.coverage))
    jackpots = {given.seat: (given.amount, given.rest) for given in awards.given} if awards else {}
    rows: list[Row] = []
    for spot, backer, wager, stake in _in_order(rules, deal, [by_seat[seat] for seat in seats]):
        if wager == "envy":
            found = envied(rules, standings, seats, spot.seat)
            rows += (cashier.envy(spot, other, prize) for other, prize in found)
            continue
        ending = owed(
            rules,
            deal,
            standings[spot.seat],
            spot.cards,
            spot.multiple == 0,
            wager,
            stake,
            jackpots.get(spot.seat),
        )
        rows.append(cashier.row(spot.seat, backer, wager, stake, ending))
    cover = cashier.cover
    return Settlement(deal, standings, tuple(rows), awards, cover.paid, cover.collected)


def jackpot_hits(
    rules: Rulebook, flop: Sequence[Card], spots: Sequence[Spot], banker: int | None = None
) -> tuple[Hit, ...]:
    """The hands of a round that win a share of the meter, in settlement order."""
    by_seat = {spot.seat: spot for spot in spots if not spot.forfeited}
    found = []
    for seat in way_round(rules, banker):
        spot = by_seat.get(seat)
        if spot and "progressive" in spot.wagers:
            hand = rank_hand((*spot.cards, *flop))
            prize = rules.progressive.prizes.get(hand.category)
            if prize and prize.basis_points is not None:
                found.append(Hit(seat, hand))
    return tuple(found)


def award_from(
    rules: Rulebook, meter: Cents, flop: Sequence[Card], spots: Sequence[Spot]
) -> Awards:
    """The jackpots of a round from a meter that already holds its contributions."""
    return award(rules.progressive, meter * UNITS, jackpot_hits(rules, flop, spots))


def antes_go_first(rules: Rulebook, deal: TurnedDeal) -> bool:
    """Whether the antes of hands still in play are refunded before any hand is looked at."""
    return rules.settlement.antes_first and not deal.qualifies


def bettors(spot: Spot) -> list[tuple[str, Mapping[str, Cents]]]:
    """Whose wagers stand on a spot: the seat's own (no name), then its back line's."""
    own: list[tuple[str, Mapping[str, Cents]]] = [] if spot.forfeited else [("", spot.wagers)]
    return own + [(backer.name, backer.wagers) for backer in spot.backers]


def stakes(spot: Spot, wagers: Mapping[str, Cents]) -> Mapping[str, Cents]:
    """What stands on the layout: the wagers placed, and Play at the seat's multiple."""
    return {**wagers, "play": spot.multiple * wagers["ante"]} if spot.multiple else wagers


def _in_order(
    rules: Rulebook, deal: TurnedDeal, spots: Sequence[Spot]
) -> Iterator[tuple[Spot, str, str, Cents]]:
    """Every wager in turn: antes refunded first where the house does so, then seat by seat.

    Behind each seat's own wagers come those of its back line, in order of placing (Q-6).
    """
    refunds = antes_go_first(rules, deal)
    if refunds:
        for spot in spots:
            if spot.multiple:
                yield from ((spot, name, "ante", wagers["ante"]) for name, wagers in bettors(spot))
    for spot in spots:
        refunded = refunds and spot.multiple
        for name, wagers in bettors(spot):
            standing = stakes(spot, wagers)
            for wager in rules.settlement.order:
                if wager == "envy":
                    if "progressive" in standing:
                        yield spot, name, wager, 0
                elif wager in standing and not (wager == "ante" and refunded):
                    yield spot, name, wager, standing[wager]


class _Cashier:
    """Pays and collects within caps and cover, keeping the running totals they need."""

    def __init__(self, rules: Rulebook, cover: Cover) -> None:
        self.rules = rules
        self.cover = cover
        self.won: dict[tuple[int, str], Cents] = {}
        self.aggregate = dict(rules.payouts.aggregate or {})

    def row(self, seat: int, backer: str, wager: str, stake: Cents, ending: Owed) -> Row:
        cite = self.rules.cite
        clauses = cite(f"{wager}.{ending.reason}")
        if backer:
            clauses += cite("backline.settled")
        if ending.outcome == "push":
            return Row(seat, backer, wager, stake, "push", 0, 0, stake, clauses)
        if ending.outcome == "lose":
            taken = self.cover.collect(stake)
            if not taken:
                returned = cite("cover.returned") + clauses
                return Row(seat, backer, wager, stake, "returned", 0, 0, stake, returned)
            if taken < stake:
                clauses += cite("cover.partly")
            return Row(seat, backer, wager, stake, "lose", 0, taken, stake - taken, clauses)
        taken = self.cover.collect(stake) if wager == "progressive" else 0
        return self._pay(
            Row(seat, backer, wager, stake, "win", 0, taken, stake - taken, clauses), ending
        )

    def envy(self, spot: Spot, source: int, prize: Cents) -> Row:
        """Paid by the house, whatever became of the hand (Q-24)."""
        reason = "win" if spot.multiple else "fold_win"
        row = Row(spot.seat, "", "envy", 0, "win", 0, 0, 0, self.rules.cite(f"envy.{reason}"))
        return self._pay(row.replace(source=source), None, prize)

    def _pay(self, row: Row, ending: Owed | None, prize: Cents = 0) -> Row:
        """Winnings, as far as cap, aggregate and bank reach, in that order."""
        due, rest = (ending.due, ending.rest) if ending else (prize, "")
        allowed, short_by = self._capped(row, due)
        paid = self.cover.pay(allowed)
        if paid < allowed:
            short_by = "bank"
        self._count(row, paid)
        cite, clauses = self.rules.cite, row.clauses + self.rules.cite("pay.separately")
        if rest:
            clauses += cite("pay.rounded")
        if short_by == "bank":
            clauses += cite("cover.partly") if paid else ()
        elif short_by:
            clauses += cite("pay.capped" if short_by == "cap" else "pay.aggregate")
        above = self.rules.payouts.approval_above
        waits = above is not None and paid > above
        if waits:
            clauses += cite("approval.asked")
        nothing = short_by == "bank" and not paid
        return row.replace(
            outcome="returned" if nothing else "win",
            paid=paid,
            clauses=cite("cover.returned") + clauses if nothing else clauses,
            short=due - paid,
            short_by=short_by,
            rest=rest,
            approval=waits,
        )

    def _capped(self, row: Row, due: Cents) -> tuple[Cents, str]:
        """What may be won at most, and what holds it down."""
        allowed, short_by = due, ""
        maximum = self.rules.payouts.maximum
        if maximum is not None and self._counts(row.wager):
            left = maximum - self.won.get((row.seat, row.backer), 0)
            if left < allowed:
                allowed, short_by = left, "cap"
        left = self.aggregate.get(row.wager, allowed)
        return (left, "aggregate") if left < allowed else (allowed, short_by)

    def _counts(self, wager: str) -> bool:
        """Whether a posted maximum looks at this wager (Q-12); never at a linked prize."""
        return wager in BASE if self.rules.payouts.maximum_on == "base" else wager not in LINKED

    def _count(self, row: Row, paid: Cents) -> None:
        if self._counts(row.wager):
            person = (row.seat, row.backer)
            self.won[person] = self.won.get(person, 0) + paid
        if row.wager in self.aggregate:
            self.aggregate[row.wager] -= paid
