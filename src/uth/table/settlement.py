"""What a finished round owes: every wager in the house's order, each with its clause."""

from __future__ import annotations

from uth.core.hands import rank_hand
from uth.core.record import Record
from uth.table.cover import Cover
from uth.table.showdown import Showdown, compare, turn_dealer
from uth.table.wagers import PROGRESSIVE, WAGERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Literal

    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.table.meters import Awards, Hit
    from uth.table.showdown import ComparedHand, TurnedDeal
    from uth.table.wagers import Owed, WagerKind

    Ending = Literal["win", "lose", "push", "returned"]

SEATS = range(1, 7)


class Backer(Record):
    """A back-line bettor and their stakes behind a seat."""

    name: str
    wagers: Mapping[str, Cents]


class DealtSpot(Record):
    """A spot that was dealt in: its cards, its Play multiple (0: folded) and its wagers."""

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
    hands: Mapping[int, ComparedHand]
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
    spots: Sequence[DealtSpot],
    banker: int | None = None,
    bank: Cents | None = None,
    awards: Awards | None = None,
) -> Settlement:
    """Settle every wager; a bank of None covers everything, jackpots come in as `awards`."""
    deal = turn_dealer(rules, board, dealer_cards)
    by_seat = {spot.seat: spot for spot in spots}
    in_turn = [by_seat[seat] for seat in way_round(rules, banker) if seat in by_seat]
    hands = {spot.seat: compare(deal, spot.cards) for spot in in_turn}
    jackpots = {given.seat: (given.amount, given.rest) for given in awards.given} if awards else {}
    showdowns = {
        spot.seat: Showdown(
            deal=deal,
            compared=hands[spot.seat],
            cards=spot.cards,
            folded=spot.multiple == 0,
            jackpot=jackpots.get(spot.seat),
            seat=spot.seat,
            hands=hands,
        )
        for spot in in_turn
    }
    cashier = _Cashier(rules, Cover(bank, rules.bank.coverage))
    rows = [
        cashier.row(spot.seat, backer, wager, stake, ending)
        for spot, backer, wager, stake in _in_order(rules, deal, in_turn)
        for ending in wager.all_owed(rules, showdowns[spot.seat], stake)
    ]
    return Settlement(
        deal=deal,
        hands=hands,
        rows=tuple(rows),
        awards=awards,
        paid=cashier.cover.paid,
        collected=cashier.cover.collected,
    )


def jackpot_hits(
    rules: Rulebook, flop: Sequence[Card], spots: Sequence[DealtSpot], banker: int | None = None
) -> tuple[Hit, ...]:
    """The hands of a round that win a share of the meter, in settlement order."""
    from uth.table.meters import Hit

    by_seat = {spot.seat: spot for spot in spots if not spot.forfeited}
    hits = []
    for seat in way_round(rules, banker):
        spot = by_seat.get(seat)
        if spot and PROGRESSIVE.name in spot.wagers:
            five = rank_hand((*spot.cards, *flop))
            if PROGRESSIVE.shares_meter(rules, five):
                hits.append(Hit(seat, five))
    return tuple(hits)


def award_from(
    rules: Rulebook, meter: Cents, flop: Sequence[Card], spots: Sequence[DealtSpot]
) -> Awards:
    """The jackpots of a round from a meter that already holds its contributions."""
    from uth.table.meters import UNITS, award

    return award(rules.progressive, meter * UNITS, jackpot_hits(rules, flop, spots))


def antes_go_first(rules: Rulebook, deal: TurnedDeal) -> bool:
    """Whether the antes of hands still in play are refunded before any hand is looked at."""
    return rules.settlement.antes_first and not deal.qualifies


def bettors(spot: DealtSpot) -> list[tuple[str, Mapping[str, Cents]]]:
    """Whose wagers are on a spot: the seat's own (no name), then its back line's."""
    own: list[tuple[str, Mapping[str, Cents]]] = [] if spot.forfeited else [("", spot.wagers)]
    return own + [(backer.name, backer.wagers) for backer in spot.backers]


def stakes(spot: DealtSpot, wagers: Mapping[str, Cents]) -> Mapping[str, Cents]:
    """All stakes of a bettor: the wagers placed, and Play at the seat's multiple."""
    return {**wagers, "play": spot.multiple * wagers["ante"]} if spot.multiple else wagers


def _in_order(
    rules: Rulebook, deal: TurnedDeal, spots: Sequence[DealtSpot]
) -> Iterator[tuple[DealtSpot, str, WagerKind, Cents]]:
    """Every wager in turn: antes refunded first where the house does so, then seat by seat.

    Behind each seat's own wagers come those of its back line, in order of placing (Q-6).
    """
    refunds, ante = antes_go_first(rules, deal), WAGERS["ante"]
    if refunds:
        for spot in spots:
            if spot.multiple:
                yield from ((spot, name, ante, wagers["ante"]) for name, wagers in bettors(spot))
    order = [WAGERS[name] for name in rules.settlement.order]
    for spot in spots:
        refunded = refunds and spot.multiple
        for name, wagers in bettors(spot):
            staked = stakes(spot, wagers)
            for wager in order:
                stake = wager.stake(staked)
                if stake is not None and not (wager is ante and refunded):
                    yield spot, name, wager, stake


class _Cashier:
    """Pays and collects within caps and cover, keeping the running totals they need."""

    def __init__(self, rules: Rulebook, cover: Cover) -> None:
        self.rules = rules
        self.cover = cover
        self.won: dict[tuple[int, str], Cents] = {}
        self.aggregate = dict(rules.payouts.aggregate or {})

    def row(self, seat: int, backer: str, wager: WagerKind, stake: Cents, ending: Owed) -> Row:
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
            clauses=clauses,
        )
        return self._pay(row, wager, ending) if outcome == "win" else row

    def _pay(self, row: Row, wager: WagerKind, ending: Owed) -> Row:
        """Winnings, as far as cap, aggregate and bank reach, in that order."""
        allowed, short_by = self._capped(row, wager, ending.due)
        paid = self.cover.pay(allowed)
        if paid < allowed:
            short_by = "bank"
        self._count(row, wager, paid)
        cite, clauses = self.rules.cite, row.clauses + self.rules.cite("pay.separately")
        if ending.rest:
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
            short=ending.due - paid,
            short_by=short_by,
            rest=ending.rest,
            approval=waits,
            source=ending.source,
        )

    def _capped(self, row: Row, wager: WagerKind, due: Cents) -> tuple[Cents, str]:
        """What may be won at most, and what holds it down."""
        allowed, short_by = due, ""
        maximum = self.rules.payouts.maximum
        if maximum is not None and wager.counts_towards_maximum(self.rules):
            left = maximum - self.won.get((row.seat, row.backer), 0)
            if left < allowed:
                allowed, short_by = left, "cap"
        left = self.aggregate.get(row.wager, allowed)
        return (left, "aggregate") if left < allowed else (allowed, short_by)

    def _count(self, row: Row, wager: WagerKind, paid: Cents) -> None:
        if wager.counts_towards_maximum(self.rules):
            person = (row.seat, row.backer)
            self.won[person] = self.won.get(person, 0) + paid
        if row.wager in self.aggregate:
            self.aggregate[row.wager] -= paid
