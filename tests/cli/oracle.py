"""A second reading of the rules: what a finished round owes, worked out plainly in dollars.

It shares nothing with the engine but the plain hand evaluator: no rulebook, no tables, no order.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Any

from tests.cli.printed import (
    ADMISSIBLE,
    BAD_BEAT,
    BLIND,
    ENVY,
    FIXED_PRIZES,
    HOUSES,
    SCHEDULES,
    TRIPS,
    pairs_price,
)
from uth.core.cards import parse_cards
from uth.core.hands import Hand, best_hand

Json = dict[str, Any]
LINES = ("ante", "play", "blind", "trips", "bad_beat", "ultimate_pairs", "progressive", "envy")
ODDS_LINES = ("blind", "trips", "bad_beat", "ultimate_pairs")


def dollars(amount: Fraction) -> str:
    sign = "-" if amount < 0 else ""
    return f"{sign}{Decimal(floor(abs(amount) * 100)) / 100:.2f}"


def cents_down(amount: Fraction) -> Fraction:
    return Fraction(floor(amount * 100), 100)


class Purse:
    """The bank's wager B, or no bound at all."""

    def __init__(self, size: Fraction | None, reading: str) -> None:
        self.size, self.reading = size, reading
        self.out = self.into = Fraction(0)

    def room(self, going: str) -> Fraction | None:
        if self.size is None:
            return None
        if self.reading == "gross":
            return self.size - (self.out if going == "out" else self.into)
        if self.reading == "action":
            return self.size - self.out - self.into
        lost = self.out - self.into
        return self.size - lost if going == "out" else self.size + lost

    def move(self, going: str, amount: Fraction) -> Fraction:
        room = self.room(going)
        moved = amount if room is None else min(amount, room)
        if going == "out":
            self.out += moved
        else:
            self.into += moved
        return moved


class Oracle:
    def __init__(self, played: Json) -> None:
        self.played = played
        self.house = played["house"]
        self.says = {**HOUSES[self.house], **played.get("options", {})}
        self.board = parse_cards(played["board"])
        self.dealer_cards = parse_cards(played["dealer"])
        self.dealer = best_hand([*self.dealer_cards, *self.board])
        self.qualifies = self.dealer.category.value >= 1
        self.seats = {seat["seat"]: seat for seat in played["seats"]}
        self.cards = {number: parse_cards(seat["cards"]) for number, seat in self.seats.items()}
        self.hands = {n: best_hand([*cards, *self.board]) for n, cards in self.cards.items()}
        self.fives = {n: best_hand([*cards, *self.board[:3]]) for n, cards in self.cards.items()}
        bank = played.get("bank")
        self.purse = Purse(Fraction(bank) if bank else None, self.says.get("coverage", "gross"))
        self.rows: list[tuple[int, str, Json]] = []
        self.cap_used: dict[tuple[int, str], Fraction] = {}
        self.aggregate_used: dict[str, Fraction] = {}

    # Who comes when ---------------------------------------------------------------------------

    def directions(self) -> list[int]:
        if not self.says["player_dealer"]:
            return [n for n in (6, 5, 4, 3, 2, 1) if n in self.seats]
        free = [n for n in range(1, 7) if n not in self.seats]
        banker: int = self.played.get("banker") or max(free)
        clockwise = [*range(banker + 1, 7), *range(1, banker)]
        return [n for n in clockwise if n in self.seats]

    def folded(self, number: int) -> bool:
        return bool(self.seats[number]["play"] == "fold")

    def bets(self, number: int) -> list[tuple[str, Json]]:
        seat = self.seats[number]
        behind = [(b["name"], b["wagers"]) for b in seat.get("back_line", [])]
        found = []
        for name, wagers in [("", seat["wagers"]), *behind]:
            bets = {line: Fraction(amount) for line, amount in wagers.items()}
            if not self.folded(number):
                bets["play"] = bets["ante"] * seat["play"]
            found.append((name, bets))
        return found

    def run(self) -> None:
        way = self.directions()
        self.jackpots = self.draw_on_meter(way)
        early = self.says["antes_first"] and not self.qualifies
        if early:
            for number in way:
                if not self.folded(number):
                    for name, bets in self.bets(number):
                        self.decide(number, name, "ante", bets["ante"])
        for number in way:
            for name, bets in self.bets(number):
                for line in LINES:
                    if line == "envy" and "progressive" in bets:
                        self.envy(number, way)
                    if line not in bets:
                        continue
                    if line == "ante" and early and not self.folded(number):
                        continue
                    self.decide(number, name, line, bets[line])

    # What each wager is worth -----------------------------------------------------------------

    def draw_on_meter(self, way: list[int]) -> dict[int, Fraction]:
        if "meter" not in self.played:
            return {}
        meter = Fraction(self.played["meter"])
        shares = {"royal flush": Fraction(1), "straight flush": Fraction(1, 10)}
        winners = [
            n
            for n in way
            if "progressive" in self.seats[n]["wagers"] and self.fives[n].category.words in shares
        ]
        won: dict[int, Fraction] = {}
        for number in sorted(winners, key=lambda n: self.fives[n].strength, reverse=True):
            kind = self.fives[number].category.words
            won[number] = meter * shares[kind]
            meter -= cents_down(won[number])
            if kind == "royal flush":
                meter = Fraction(10_000)
        self.meter_after = meter
        return won

    def decide(self, number: int, name: str, line: str, stake: Fraction) -> None:
        kind, due = self.verdict(number, line, stake)
        row: Json = {"wager": line, "stake": stake, "paid": Fraction(0), "taken": Fraction(0)}
        self.rows.append((number, name, row))
        row["kind"] = kind
        if kind in ("push", "tie", "unqualified") and due is None and line != "bad_beat":
            row["outcome"] = "push"
        elif due is None:
            row["taken"] = self.purse.move("into", stake)
            row["outcome"] = "lose" if row["taken"] else "returned"
        else:
            if line == "progressive":
                row["taken"] = self.purse.move("into", stake)
            self.pay(number, name, line, due, row)

    def verdict(self, number: int, line: str, stake: Fraction) -> tuple[str, Fraction | None]:
        """Why, and what is won; None where nothing is."""
        mine, theirs = self.hands[number], self.dealer
        folded = self.folded(number)
        if line == "trips":
            price = TRIPS[self.says["paytable"]].get(mine.category.words)
            return self.alone(folded, price, stake)
        if line == "ultimate_pairs":
            table = self.says["ultimate_pairs"]
            price = pairs_price(table, self.cards[number], self.dealer_cards)
            return self.alone(folded, price, stake)
        if line == "progressive":
            five = self.fives[number].category.words
            prize = self.jackpots.get(number, FIXED_PRIZES.get(five))
            return self.alone(folded, prize, Fraction(1))
        if folded:
            return ("fold" if self.qualifies or line == "bad_beat" else "fold_unqualified"), None
        if line == "bad_beat":
            return self.bad_beat(mine, theirs, stake)
        if line == "ante" and not self.qualifies:
            return "unqualified", None
        if mine == theirs:
            return "tie", None
        if mine < theirs:
            return "lose", None
        if line == "blind":
            price = BLIND.get(mine.category.words)
            return ("push", None) if price is None else ("win", price * stake)
        return "win", stake

    def alone(
        self, folded: bool, price: Fraction | None, stake: Fraction
    ) -> tuple[str, Fraction | None]:
        prefix = "fold_" if folded else ""
        return (f"{prefix}lose", None) if price is None else (f"{prefix}win", price * stake)

    def bad_beat(self, mine: Hand, theirs: Hand, stake: Fraction) -> tuple[str, Fraction | None]:
        if mine == theirs:
            return "tie", None
        beaten = min(mine, theirs)
        price = BAD_BEAT[self.says["bad_beat"]].get(beaten.category.words)
        if price is None:
            return ("lose" if self.qualifies else "unqualified"), None
        return "win", price * stake

    # Money out --------------------------------------------------------------------------------

    def pay(self, number: int, name: str, line: str, due: Fraction, row: Json) -> None:
        rest = due - cents_down(due)
        due = cents_down(due)
        bounds: list[tuple[Fraction, str]] = [(due, "")]
        cap = self.says.get("max_payout")
        person = (number, name)
        base_only = self.house == "hollywood-pa"
        capped = line in ("ante", "play", "blind") if base_only else line in LINES[:6]
        if cap and capped:
            bounds.append((Fraction(cap) - self.cap_used.get(person, 0), "cap"))
        limit = self.says.get("aggregate")
        if isinstance(limit, dict):
            limit = limit.get(line)
        if limit and line in ODDS_LINES:
            bounds.append((Fraction(limit) - self.aggregate_used.get(line, 0), "aggregate"))
        room = self.purse.room("out")
        if room is not None:
            bounds.append((room, "bank"))
        paid, short_by = bounds[0]
        for bound, reason in bounds[1:]:
            if bound < paid:
                paid, short_by = bound, reason
        self.purse.move("out", paid)
        if capped:
            self.cap_used[person] = self.cap_used.get(person, Fraction(0)) + paid
        self.aggregate_used[line] = self.aggregate_used.get(line, Fraction(0)) + paid
        row["paid"] = paid
        row["outcome"] = "returned" if short_by == "bank" and not paid else "win"
        if short_by:
            row["short"], row["short_by"] = due - paid, short_by
        if rest:
            row["rounded"] = True
        if self.house == "cardroom-25" and paid > 300:
            row["approval"] = True

    def envy(self, number: int, way: list[int]) -> None:
        for other in way:
            prize = ENVY.get(self.fives[other].category.words)
            if other != number and prize:
                row: Json = {"wager": "envy", "stake": Fraction(0), "taken": Fraction(0)}
                row["kind"] = "fold_win" if self.folded(number) else "win"
                row["from"] = other
                self.rows.append((number, "", row))
                self.pay(number, "", "envy", Fraction(prize), row)

    # The whole answer -------------------------------------------------------------------------

    def fee(self) -> Fraction | None:
        schedule = self.says.get("schedule")
        if schedule is None:
            return None
        staked = sum(
            Fraction(amount)
            for seat in self.seats.values()
            for wagers in (seat["wagers"], *(b["wagers"] for b in seat.get("back_line", [])))
            for amount in wagers.values()
        )
        return Fraction(max(p for p in SCHEDULES[int(schedule)] if p[0] <= staked)[1])

    def answer(self) -> Json:
        self.run()
        money = {"paid": dollars(self.purse.out), "collected": dollars(self.purse.into)}
        fee = self.fee()
        if fee is not None:
            money["fee"] = dollars(fee)
        told: Json = {
            "dealer": {"hand": self.dealer.words, "qualifies": self.qualifies},
            "seats": [self.seat_told(number) for number in self.seats],
            "order": [[number, row["wager"]] for number, _, row in self.rows],
            "bank" if self.says["player_dealer"] else "house": money,
        }
        if any("progressive" in seat["wagers"] for seat in self.seats.values()):
            before = Fraction(self.played["meter"])
            paid = sum((cents_down(won) for won in self.jackpots.values()), Fraction(0))
            after = self.meter_after
            told["meter"] = {
                k: dollars(v)
                for k, v in zip(("before", "paid", "after"), (before, paid, after), strict=True)
            }
        return told

    def seat_told(self, number: int) -> Json:
        told = {"seat": number, "hand": self.hands[number].words, **self.rows_told(number, "")}
        backers = self.seats[number].get("back_line")
        if backers:
            told["back_line"] = [
                {"name": b["name"], **self.rows_told(number, b["name"])} for b in backers
            ]
        return told

    def rows_told(self, number: int, name: str) -> Json:
        rows = [row for n, who, row in self.rows if (n, who) == (number, name)]
        return {
            "net": dollars(sum((row["paid"] - row["taken"] for row in rows), Fraction(0))),
            "wagers": [self.row_told(row) for row in rows],
        }

    def row_told(self, row: Json) -> Json:
        told: Json = {"wager": row["wager"], "outcome": row["outcome"]}
        for field in ("stake", "paid", "taken"):
            told[field] = dollars(row[field])
        told["returned"] = dollars(row["stake"] - row["taken"])
        told["clause"] = self.clauses(row)
        if "short" in row:
            told["short"], told["short_by"] = dollars(row["short"]), row["short_by"]
        told.update(
            {field: row[field] for field in ("approval", "from", "rounded") if field in row}
        )
        return told

    def clauses(self, row: Json) -> frozenset[str]:
        line, kind = row["wager"], row["kind"]
        if row["outcome"] == "returned":
            return frozenset({"CA-1.2", "CA-6.16", "CA-7.10", "CA-9" if line == "trips" else ""})
        return ADMISSIBLE[self.house][line][kind]


def expected(played: Json) -> Json:
    """The answer, with the set of admissible clauses in place of each row's one."""
    return Oracle(played).answer()
