"""A finished round settled by CLAUSES.md, wager by wager, as a dealer would do it by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.oracle import printed
from tests.oracle.houses import House, Settings, cents, house_of
from tests.oracle.poker import Card, Strength, best_of, category, five_cards
from tests.oracle.verdicts import Showdown, qualifies

PLACES = (1, 2, 3, 4, 5, 6)


@dataclass
class Bettor:
    """One who wagers on a seat's cards: the seated player, or somebody on the back line (Q-6)."""

    name: str
    """Empty for the seated player."""
    wagers: dict[str, int]
    """With the Play bet."""
    staked_before: int
    """What fees count: all wagers before the deal, Play never (CB-4)."""


@dataclass
class Seat:
    """A seat with cards, and everybody who wagers on them, the seated player first."""

    number: int
    cards: tuple[Card, ...]
    multiple: int
    """The Play bet in antes; 0 for a fold."""
    bettors: list[Bettor]

    @property
    def folded(self) -> bool:
        return self.multiple == 0

    @property
    def in_progressive(self) -> bool:
        return "progressive" in self.bettors[0].wagers


@dataclass
class Line:
    """How one wager ended, in cents."""

    seat: int
    bettor: str
    wager: str
    stake: int
    outcome: str
    paid: int = 0
    taken: int = 0
    short: int = 0
    """What a win was owed and not paid."""
    rounded: Fraction = Fraction(0)
    """The part of a cent that was rounded away (Q-10)."""
    approval: bool = False
    envied: int = 0
    """The seat whose hand an Envy prize is for."""

    @property
    def returned(self) -> int:
        return self.stake - self.taken


@dataclass
class Funds:
    """What the bank, the caps and the aggregates have left; None has no end."""

    to_pay: int | None = None
    to_collect: int | None = None
    one_total: bool = False
    """Q-1's `action`: what is paid and what is collected use up the same amount."""
    won: dict[str, int] = field(default_factory=dict)
    aggregates: dict[str, int] = field(default_factory=dict)

    def pay(self, owed: int) -> int:
        paid = owed if self.to_pay is None else min(owed, self.to_pay)
        self._use(paid, 0)
        return paid

    def collect(self, stake: int) -> int:
        taken = stake if self.to_collect is None else min(stake, self.to_collect)
        self._use(0, taken)
        return taken

    def _use(self, paid: int, taken: int) -> None:
        if self.to_pay is None or self.to_collect is None:
            return
        self.to_pay -= paid + taken if self.one_total else paid
        self.to_collect -= paid + taken if self.one_total else taken


class Round:
    """A finished round, given as `uth settle` takes it, with its settings beside it."""

    def __init__(self, played: dict[str, Any], settings: Settings) -> None:
        self.house: House = house_of(played["house"], settings)
        self.board = tuple(played["board"].split())
        self.seats = [_seat(given) for given in played["seats"]]
        turned = not (self.house.player_banked and all(seat.folded for seat in self.seats))
        self.dealer_cards = tuple(played["dealer"].split()) if turned else ()
        """CA-6.15: where everybody has folded the player-dealer's cards stay down."""
        self.dealer: Strength | None = best_of(self.board + self.dealer_cards) if turned else None
        self.in_order = _in_direction(self.seats, self.house, played.get("banker"))
        self.showdowns = {seat.number: self._showdown(seat) for seat in self.seats}
        self.flop_hands = {
            seat.number: five_cards(self.board[:3] + seat.cards) for seat in self.seats
        }
        self.meter_before = cents(played["meter"]) if "meter" in played else None
        self.meter_after = self.meter_before
        self.shares = self._shares()
        bank = cents(played["bank"]) if "bank" in played else None
        one_total = self.house.coverage == "action"
        self.funds = Funds(bank, bank, one_total, aggregates=dict(self.house.aggregate))
        self.lines = [line for due in self._sequence() for line in self._settle(*due)]

    def _showdown(self, seat: Seat) -> Showdown:
        return Showdown(
            self.house,
            seat.cards,
            best_of(self.board + seat.cards),
            seat.folded,
            self.dealer_cards,
            self.dealer,
        )

    def _sequence(self) -> Iterator[tuple[Seat, Bettor, str]]:
        """Q-18: every wager of the round in the order in which it is settled."""
        first = list(self._lost_at_the_fold()) + list(self._antes_refunded_first())
        yield from first
        done = {(id(bettor), wager) for _, bettor, wager in first}
        for seat in self.in_order:
            for bettor in seat.bettors:
                for wager in self.house.order:
                    staked = "progressive" if wager == "envy" else wager
                    if staked in bettor.wagers and (id(bettor), wager) not in done:
                        yield seat, bettor, wager

    def _lost_at_the_fold(self) -> Iterator[tuple[Seat, Bettor, str]]:
        """CA-6.14: in the California houses what a fold loses is collected before all else."""
        if not self.house.player_banked:
            return
        for seat in self.in_order:
            if seat.folded:
                for bettor in seat.bettors:
                    for wager in self.house.order:
                        if wager in bettor.wagers and self._lost(seat, wager):
                            yield seat, bettor, wager

    def _lost(self, seat: Seat, wager: str) -> bool:
        return self.showdowns[seat.number].verdict(wager).outcome == "lose"

    def _antes_refunded_first(self) -> Iterator[tuple[Seat, Bettor, str]]:
        """CR-5, LW-4, Q-15: of every hand still in play, when the dealer has no pair."""
        if self.house.antes_first and self.dealer and not qualifies(self.dealer):
            for seat in self.in_order:
                if not seat.folded:
                    for bettor in seat.bettors:
                        yield seat, bettor, "ante"

    def _settle(self, seat: Seat, bettor: Bettor, wager: str) -> Iterator[Line]:
        if wager == "progressive":
            yield self._progressive(seat, bettor)
        elif wager == "envy":
            yield from self._envy(seat, bettor)
        else:
            yield self._by_the_cards(seat, bettor, wager)

    def _by_the_cards(self, seat: Seat, bettor: Bettor, wager: str) -> Line:
        stake = bettor.wagers[wager]
        verdict = self.showdowns[seat.number].verdict(wager)
        line = Line(seat.number, bettor.name, wager, stake, verdict.outcome)
        if verdict.outcome == "lose":
            line.taken = self.funds.collect(stake)
            if not line.taken:
                line.outcome = "returned"  # CA-1.2
        if verdict.outcome == "win":
            exact = stake * verdict.odds
            owed = int(exact)  # rounded down
            line.rounded = exact - owed
            line.paid = self.funds.pay(self._capped(seat, wager, owed))
            line.short = owed - line.paid
            if not line.paid and self.funds.to_pay == 0:
                line.outcome = "returned"  # CA-1.2
            above = self.house.approval_above
            line.approval = above is not None and line.paid > above  # CR-12, Q-19
        return line

    def _capped(self, seat: Seat, wager: str, owed: int) -> int:
        """What caps leave of a win: per player and round (Q-12), and per kind of wager (Q-25)."""
        house, allowed = self.house, owed
        player = str(seat.number)
        if house.cap is not None and wager in house.capped:
            allowed = min(allowed, house.cap - self.funds.won.get(player, 0))
        if wager in self.funds.aggregates:
            allowed = min(allowed, self.funds.aggregates[wager])
            self.funds.aggregates[wager] -= allowed
        if wager in house.capped:
            self.funds.won[player] = self.funds.won.get(player, 0) + allowed
        return allowed

    def _shares(self) -> dict[int, Fraction]:
        """Q-7: shares of the meter, the highest hand first, each of the meter as it then stands."""
        shares = {}
        staked = [seat for seat in self.seats if seat.in_progressive]
        for seat in sorted(staked, key=lambda one: self.flop_hands[one.number], reverse=True):
            hand = category(self.flop_hands[seat.number])
            if hand in printed.PROGRESSIVE_SHARES:
                assert self.meter_after is not None
                share = self.meter_after * printed.PROGRESSIVE_SHARES[hand]
                shares[seat.number] = share
                self.meter_after -= int(share)
                if hand == "royal flush":
                    self.meter_after = self.house.seed
        return shares

    def _progressive(self, seat: Seat, bettor: Bettor) -> Line:
        """PA-9: on the player's two cards and the flop; the wager is never returned."""
        stake = bettor.wagers["progressive"]
        hand = category(self.flop_hands[seat.number])
        owed = self.shares.get(seat.number, Fraction(printed.PROGRESSIVE_PRIZES.get(hand, 0)))
        line = Line(seat.number, bettor.name, "progressive", stake, "win" if owed else "lose")
        line.paid, line.taken = int(owed), stake
        line.rounded = owed - line.paid
        return line

    def _envy(self, seat: Seat, bettor: Bettor) -> Iterator[Line]:
        """PA-10, Q-24: one prize for each other qualifying hand of the round."""
        for other in self.in_order:
            prize = printed.ENVY.get(category(self.flop_hands[other.number]))
            if other is not seat and prize:
                yield Line(
                    seat.number, bettor.name, "envy", 0, "win", paid=prize, envied=other.number
                )

    def banker_fee(self) -> int:
        """CA-11: by total table action and by betting square, each bettor's stakes being one."""
        squares = [bettor.staked_before for seat in self.seats for bettor in seat.bettors]
        by_square = sum(band_fee(self.house.square_bands, staked) for staked in squares)
        return by_square + band_fee(self.house.action_bands, sum(squares))

    def player_fees(self) -> dict[tuple[int, str], int]:
        """CA-11: what each bettor owes on their own stakes."""
        return {
            (seat.number, bettor.name): band_fee(self.house.player_bands, bettor.staked_before)
            for seat in self.seats
            for bettor in seat.bettors
        }


def band_fee(bands: printed.Bands, amount: int) -> int:
    """Q-22: a band runs up to the next band's lower bound."""
    fee = 0
    for start, charge in bands:
        if amount >= start:
            fee = charge
    return fee


def _seat(given: dict[str, Any]) -> Seat:
    multiple = 0 if given["play"] == "fold" else given["play"]
    seated = _bettor("", given["wagers"], multiple)
    behind = [_bettor(one["name"], one["wagers"], multiple) for one in given.get("back_line", [])]
    return Seat(given["seat"], tuple(given["cards"].split()), multiple, [seated, *behind])


def _bettor(name: str, stakes: dict[str, str], multiple: int) -> Bettor:
    """Q-6: a backer is bound by the decision, at the same multiple of their own Ante."""
    wagers = {wager: cents(stake) for wager, stake in stakes.items()}
    before = sum(wagers.values())
    if multiple:
        wagers["play"] = multiple * wagers["ante"]
    return Bettor(name, wagers, before)


def _in_direction(seats: list[Seat], house: House, banker: int | None) -> list[Seat]:
    """Q-18: `left to right` is 1 to 6; a player-dealer house starts after the banker."""
    by_number = {seat.number: seat for seat in seats}
    numbers = list(PLACES)
    if house.direction == "right-to-left":
        numbers.reverse()
    if house.direction == "from-banker":
        assert banker is not None
        numbers = [*range(banker + 1, 7), *range(1, banker)]
    return [by_number[number] for number in numbers if number in by_number]
