"""What a finished round owes: every wager in the house's order, each with its clause."""

from __future__ import annotations

from uth.core.hands import rank_hand
from uth.core.record import Record
from uth.table.settling.cashier import Cashier
from uth.table.settling.showdown import Showdown, compare, turn_dealer
from uth.table.wagers import PROGRESSIVE, WAGERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.table.meters import Awards, Hit
    from uth.table.settling.cashier import Row
    from uth.table.settling.showdown import ComparedHand, TurnedDeal
    from uth.table.wagers import WagerKind

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


class Settlement(Record):
    """The whole round: hands, rows in the order they are settled, and what they come to."""

    deal: TurnedDeal
    hands: Mapping[int, ComparedHand]
    rows: tuple[Row, ...]
    folds: int
    """How many of the rows come first because they are collected at the fold."""
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
    """Settle every wager; a bank of None covers everything, jackpots come in as `awards`.

    The dealer's cards are not looked at where they stay face down.
    """
    in_turn, cashier = _in_turn(rules, spots, banker), Cashier(rules, bank)
    deal = turn_dealer(rules, board, dealer_cards if turns_dealer(rules, in_turn) else ())
    showdowns = _showdowns(deal, in_turn, awards)
    folds = _collect_folds(rules, board, in_turn, cashier)
    rows = [
        cashier.row(spot.seat, backer, wager, stake, ending)
        for spot, backer, wager, stake in _in_order(rules, deal, in_turn)
        for ending in wager.all_owed(rules, showdowns[spot.seat], stake)
        if not (ending.outcome == "lose" and collected_at_fold(rules, spot, wager))
    ]
    return Settlement(
        deal=deal,
        hands={seat: showdown.compared for seat, showdown in showdowns.items()},
        rows=(*folds, *rows),
        folds=len(folds),
        awards=awards,
        paid=cashier.cover.paid,
        collected=cashier.cover.collected,
    )


def settle_folds(
    rules: Rulebook,
    board: Sequence[Card],
    spots: Sequence[DealtSpot],
    banker: int | None = None,
    bank: Cents | None = None,
) -> tuple[Row, ...]:
    """What is collected at the fold, before the dealer's cards are turned (CA-6.14)."""
    in_turn = _in_turn(rules, spots, banker)
    return tuple(_collect_folds(rules, board, in_turn, Cashier(rules, bank)))


def turns_dealer(rules: Rulebook, spots: Sequence[DealtSpot]) -> bool:
    """Whether the dealer's cards are turned: for hands in play, or a wager that looks at them."""
    return rules.settlement.dealer_turned == "always" or any(
        spot.multiple
        or any(
            WAGERS[name].survives_fold(rules) and WAGERS[name].needs_dealer(rules)
            for _, wagers in bettors(spot)
            for name in wagers
        )
        for spot in spots
    )


def collected_at_fold(rules: Rulebook, spot: DealtSpot, wager: WagerKind) -> bool:
    """Whether a wager, if it loses, is collected before all others (Q-18)."""
    at_fold = rules.settlement.folds == "at-fold" and spot.multiple == 0
    return at_fold and wager.known_at_fold(rules)


def _collect_folds(
    rules: Rulebook, board: Sequence[Card], spots: Sequence[DealtSpot], cashier: Cashier
) -> list[Row]:
    """The losing wagers of folded hands, by the community cards alone."""
    face_down = turn_dealer(rules, board, ())
    folded = [spot for spot in spots if spot.multiple == 0]
    showdowns = _showdowns(face_down, folded, None)
    return [
        cashier.row(spot.seat, backer, wager, stake, ending)
        for spot, backer, wager, stake in _in_order(rules, face_down, folded)
        if collected_at_fold(rules, spot, wager)
        for ending in wager.all_owed(rules, showdowns[spot.seat], stake)
        if ending.outcome == "lose"
    ]


def _in_turn(rules: Rulebook, spots: Sequence[DealtSpot], banker: int | None) -> list[DealtSpot]:
    """The spots in the order the house settles them."""
    by_seat = {spot.seat: spot for spot in spots}
    return [by_seat[seat] for seat in way_round(rules, banker) if seat in by_seat]


def _showdowns(
    deal: TurnedDeal, spots: Sequence[DealtSpot], awards: Awards | None
) -> dict[int, Showdown]:
    """What the wagers of each seat can depend on."""
    jackpots = {given.seat: (given.amount, given.rest) for given in awards.given} if awards else {}
    hands = {spot.seat: compare(deal, spot.cards) for spot in spots}
    return {
        spot.seat: Showdown(
            deal=deal,
            compared=hands[spot.seat],
            cards=spot.cards,
            folded=spot.multiple == 0,
            jackpot=jackpots.get(spot.seat),
            seat=spot.seat,
            hands=hands,
        )
        for spot in spots
    }


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
