"""A second reading of the rules: what a finished round owes, computed plainly in dollars.

It shares only the plain hand evaluator with the engine: no rulebook, no pay tables, no order.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any, Literal

from tests.cli.printed_rules import (
    BAD_BEAT,
    BLIND,
    ENVY,
    FIXED_PRIZES,
    HOUSES,
    TRIPS,
    pairs_price,
)
from tests.core.plain_hands import best_hand
from uth.core.cards import parse_cards
from uth.core.hands import Category, Hand

Json = dict[str, Any]
WAGERS = ("ante", "play", "blind", "trips", "bad_beat", "ultimate_pairs", "progressive", "envy")
CAPPED_WAGERS = WAGERS[:6]
AGGREGATE_WAGERS = ("blind", "trips", "bad_beat", "ultimate_pairs")


def cents_down(amount: Fraction) -> Fraction:
    return Fraction(floor(amount * 100), 100)


class Bank:
    """What the player-dealer put up, or a bank without limit."""

    def __init__(self, size: Fraction | None, coverage: str) -> None:
        self.size, self.coverage = size, coverage
        self.paid = self.collected = Fraction(0)

    def left(self, direction: Literal["pay", "collect"]) -> Fraction | None:
        if self.size is None:
            return None
        if self.coverage == "gross":
            return self.size - (self.paid if direction == "pay" else self.collected)
        return self.size - self.paid - self.collected

    def pay(self, amount: Fraction) -> None:
        self.paid += amount

    def collect(self, amount: Fraction) -> Fraction:
        """What is taken of a losing stake."""
        left = self.left("collect")
        taken = amount if left is None else min(amount, left)
        self.collected += taken
        return taken


class Oracle:
    """One finished round; `rows` holds (seat, back-line bettor, row) in the order of settlement."""

    def __init__(self, played: Json) -> None:
        self.played = played
        self.house = played["house"]
        self.rules = {**HOUSES[self.house], **played.get("options", {})}
        self.board = parse_cards(played["board"])
        self.seats = {seat["seat"]: seat for seat in played["seats"]}
        self.california = self.house in ("california", "california-bad-beat")
        everybody_folded = all(self.folded(number) for number in self.seats)
        self.face_down = self.california and everybody_folded
        self.dealer_cards = parse_cards(played.get("dealer", ""))
        self.dealer = best_hand([*self.dealer_cards, *self.board])
        self.qualifies = self.dealer.category.value >= 1
        self.cards = {number: parse_cards(seat["cards"]) for number, seat in self.seats.items()}
        self.hands = {n: best_hand([*cards, *self.board]) for n, cards in self.cards.items()}
        self.flop_hands = {
            n: best_hand([*cards, *self.board[:3]]) for n, cards in self.cards.items()
        }
        size = played.get("bank")
        self.bank = Bank(Fraction(size) if size else None, self.rules.get("coverage", "action"))
        self.collected: set[tuple[int, str, str]] = set()
        self.rows: list[tuple[int, str, Json]] = []
        self.cap_used: dict[tuple[int, str], Fraction] = {}
        self.aggregate_used: dict[str, Fraction] = {}
        self.jackpots: dict[int, Fraction] = {}
        self.meter_after = Fraction(0)

    def settle(self) -> None:
        order = self.settlement_order()
        self.draw_on_meter(order)
        if self.california:
            for number in order:
                if self.folded(number):
                    self.collect_fold(number)
        antes_first = self.rules["antes_first"] and not self.qualifies
        if antes_first:
            for number in order:
                if not self.folded(number):
                    for name, stakes in self.stakes(number):
                        self.settle_wager(number, name, "ante", stakes["ante"])
        for number in order:
            for name, stakes in self.stakes(number):
                for wager in WAGERS:
                    if wager == "envy" and "progressive" in stakes:
                        self.pay_envy(number, order)
                    if wager not in stakes:
                        continue
                    if wager == "ante" and antes_first and not self.folded(number):
                        continue
                    if (number, name, wager) in self.collected:
                        continue
                    self.settle_wager(number, name, wager, stakes[wager])

    def collect_fold(self, number: int) -> None:
        """What a fold loses is collected before every other wager."""
        three_of_a_kind = self.hands[number].category.value >= Category.THREE_OF_A_KIND.value
        for name, stakes in self.stakes(number):
            for wager in WAGERS:
                if wager in stakes and not (wager == "trips" and three_of_a_kind):
                    self.settle_wager(number, name, wager, stakes[wager])
                    self.collected.add((number, name, wager))

    # Who is settled when ----------------------------------------------------------------------

    def settlement_order(self) -> list[int]:
        if not self.rules["player_dealer"]:
            return [n for n in (6, 5, 4, 3, 2, 1) if n in self.seats]
        free = [n for n in range(1, 7) if n not in self.seats]
        banker: int = self.played.get("banker") or max(free)
        clockwise = [*range(banker + 1, 7), *range(1, banker)]
        return [n for n in clockwise if n in self.seats]

    def folded(self, number: int) -> bool:
        return bool(self.seats[number]["play"] == "fold")

    def stakes(self, number: int) -> list[tuple[str, Json]]:
        """The stakes of a seat, then of each back-line bettor behind it."""
        seat = self.seats[number]
        back_line = [(backer["name"], backer["wagers"]) for backer in seat.get("back_line", [])]
        bettors = []
        for name, wagers in [("", seat["wagers"]), *back_line]:
            stakes = {wager: Fraction(amount) for wager, amount in wagers.items()}
            if not self.folded(number):
                stakes["play"] = stakes["ante"] * seat["play"]
            bettors.append((name, stakes))
        return bettors

    # What each wager is worth -----------------------------------------------------------------

    def draw_on_meter(self, order: list[int]) -> None:
        """The jackpots, best hand first; a royal flush resets the meter."""
        if "meter" not in self.played:
            return
        meter = Fraction(self.played["meter"])
        shares = {Category.ROYAL_FLUSH: Fraction(1), Category.STRAIGHT_FLUSH: Fraction(1, 10)}
        winners = [
            n
            for n in order
            if "progressive" in self.seats[n]["wagers"] and self.flop_hands[n].category in shares
        ]
        for number in sorted(winners, key=lambda n: self.flop_hands[n].strength, reverse=True):
            category = self.flop_hands[number].category
            self.jackpots[number] = meter * shares[category]
            meter -= cents_down(self.jackpots[number])
            if category is Category.ROYAL_FLUSH:
                meter = Fraction(10_000)
        self.meter_after = meter

    def settle_wager(self, number: int, name: str, wager: str, stake: Fraction) -> None:
        reason, due = self.verdict(number, wager, stake)
        row: Json = {"wager": wager, "stake": stake, "paid": Fraction(0), "taken": Fraction(0)}
        self.rows.append((number, name, row))
        row["reason"] = reason
        if reason in ("push", "tie", "unqualified") and due is None and wager != "bad_beat":
            row["outcome"] = "push"
        elif due is None:
            row["taken"] = self.bank.collect(stake)
            row["outcome"] = "lose" if row["taken"] else "returned"
        else:
            if wager == "progressive":
                row["taken"] = self.bank.collect(stake)
            self.pay(number, name, wager, due, row)

    def verdict(self, number: int, wager: str, stake: Fraction) -> tuple[str, Fraction | None]:
        """The reason for the outcome, and what is won; None if nothing is."""
        own, dealer = self.hands[number], self.dealer
        folded = self.folded(number)
        if wager == "trips":
            price = TRIPS[self.rules["paytable"]].get(own.category)
            return self.independent_verdict(folded, price, stake)
        if wager == "ultimate_pairs":
            table = self.rules["ultimate_pairs"]
            price = pairs_price(table, self.cards[number], self.dealer_cards)
            return self.independent_verdict(folded, price, stake)
        if wager == "progressive":
            category = self.flop_hands[number].category
            prize = self.jackpots.get(number, FIXED_PRIZES.get(category))
            return self.independent_verdict(folded, prize, Fraction(1))
        if folded:
            known = self.qualifies or wager == "bad_beat" or self.california
            return ("fold" if known else "fold_unqualified"), None
        if wager == "bad_beat":
            return self.bad_beat_verdict(own, dealer, stake)
        if wager == "ante" and not self.qualifies:
            return "unqualified", None
        if own == dealer:
            return "tie", None
        if own < dealer:
            return "lose", None
        if wager == "blind":
            price = BLIND.get(own.category)
            return ("push", None) if price is None else ("win", price * stake)
        return "win", stake

    def independent_verdict(
        self, folded: bool, price: Fraction | None, stake: Fraction
    ) -> tuple[str, Fraction | None]:
        """A wager that does not depend on the dealer's hand, and survives a fold."""
        prefix = "fold_" if folded else ""
        return (f"{prefix}lose", None) if price is None else (f"{prefix}win", price * stake)

    def bad_beat_verdict(
        self, own: Hand, dealer: Hand, stake: Fraction
    ) -> tuple[str, Fraction | None]:
        if own == dealer:
            return "tie", None
        beaten = min(own, dealer)
        price = BAD_BEAT[self.rules["bad_beat"]].get(beaten.category)
        if price is None:
            return ("lose" if self.qualifies else "unqualified"), None
        return "win", price * stake

    # What is paid -----------------------------------------------------------------------------

    def pay(self, number: int, name: str, wager: str, due: Fraction, row: Json) -> None:
        rest = due - cents_down(due)
        due = cents_down(due)
        bounds: list[tuple[Fraction, str]] = [(due, "")]
        cap = self.rules.get("max_payout")
        bettor = (number, name)
        exempt = ("trips", "bad_beat") if self.house == "hollywood-pa" else ()
        capped = wager in CAPPED_WAGERS and wager not in exempt
        if cap and capped:
            bounds.append((Fraction(cap) - self.cap_used.get(bettor, 0), "cap"))
        limit = self.rules.get("aggregate")
        if isinstance(limit, dict):
            limit = limit.get(wager)
        if limit and wager in AGGREGATE_WAGERS:
            bounds.append((Fraction(limit) - self.aggregate_used.get(wager, 0), "aggregate"))
        left = self.bank.left("pay")
        if left is not None:
            bounds.append((left, "bank"))
        paid, short_by = bounds[0]
        row["bound_by"] = []
        for bound, reason in bounds[1:]:
            if bound < paid:
                paid, short_by = bound, reason
                row["bound_by"].append(reason)
        self.bank.pay(paid)
        if capped:
            self.cap_used[bettor] = self.cap_used.get(bettor, Fraction(0)) + paid
        self.aggregate_used[wager] = self.aggregate_used.get(wager, Fraction(0)) + paid
        row["paid"] = paid
        row["outcome"] = "returned" if short_by == "bank" and not paid else "win"
        if short_by:
            row["short"], row["short_by"] = due - paid, short_by
        if rest:
            row["rounded"] = True
        if self.house == "cardroom-25" and paid > 300:
            row["approval"] = True

    def pay_envy(self, number: int, order: list[int]) -> None:
        for other in order:
            prize = ENVY.get(self.flop_hands[other].category)
            if other != number and prize:
                row: Json = {"wager": "envy", "stake": Fraction(0), "taken": Fraction(0)}
                row["reason"] = "fold_win" if self.folded(number) else "win"
                row["from"] = other
                self.rows.append((number, "", row))
                self.pay(number, "", "envy", Fraction(prize), row)
