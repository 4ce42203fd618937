"""The replay of a table's events under its rulebook: each must be what the rules say."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal, require
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.decide import open_table, step
from uth.table.evolve import evolve, opened
from uth.table.state import Table
from uth.table.table_settlement import settle_table, table_hits

Spot = tuple[str, int, int]
"""Table, round and seat."""
RoundKey = tuple[str, int]
"""Table and round."""


class MeterRecord(msgspec.Struct):
    """The contributions and awards of meters; those of tables and of meters must agree."""

    fed: set[Spot] = msgspec.field(default_factory=set)
    mysteries: set[tuple[str, int, int, Cents]] = msgspec.field(default_factory=set)
    awards: dict[RoundKey, tuple[tuple[int, Cents, int], ...]] = msgspec.field(default_factory=dict)
    shares: dict[RoundKey, tuple[tuple[int, int], ...]] = msgspec.field(default_factory=dict)
    taken_back: set[Spot] = msgspec.field(default_factory=set)

    def add(self, other: MeterRecord) -> None:
        self.fed |= other.fed
        self.mysteries |= other.mysteries
        self.awards |= other.awards
        self.shares |= other.shares
        self.taken_back |= other.taken_back


_money = attrgetter("seat", "wager", "stake", "outcome", "paid", "taken", "returned", "short")
"""The money of a settled wager, without its clauses and texts."""


class RoundVerifier:
    """Replays one table; refuses the first event that the rules do not produce."""

    def __init__(self, name: str, rules_of: Callable[[str], Rulebook]) -> None:
        self.name = name
        self._rules_of = rules_of
        self.rules: Rulebook | None = None
        self.table: Table | None = None
        self.meter_record = MeterRecord()
        self.rounds = 0
        self.redacted = False
        """Whether a backup left out this round's cards: then only its money is checked."""
        self._reversals: list[tuple[str, Cents]] = []
        self._fees: list[tuple[str, Cents]] = []

    def apply(self, event: e.Event) -> None:
        if self.table is None or self.rules is None:
            self._open(event)
            return
        check = CHECKS.get(type(event))
        try:
            if check is not None:
                check(self, self.table, self.rules, event)
            self.table = evolve(self.table, event)
        except Refusal:
            raise
        except Exception as error:
            raise Refusal("replay/broken", error=type(error).__name__) from error
        self._after(self.table, event)

    def _open(self, event: e.Event) -> None:
        if not isinstance(event, e.TableOpened):
            raise Refusal("journal/beginning", kind="TableOpened")
        self.rules = self._rules_of(event.rulebook)
        require(event == open_table(self.rules)[0][0], "replay/opening")
        self.table = opened(event)

    def _after(self, table: Table, event: e.Event) -> None:
        for account, balance in table.balances.items():
            free = account in ("house", "outside")
            require(free or balance >= 0, "replay/overdrawn", account=account)
        if isinstance(event, e.RoundClosed):
            self.rounds += 1
            self.redacted = False
            left = [name for name in table.balances if name.startswith(("wager/", "bank", "fees"))]
            require(not left, "settle/money_left", accounts=left)

    def _spot(self, table: Table, seat: int) -> Spot:
        return self.name, table.round, seat

    def closed_bets(self, table: Table, rules: Rulebook, event: e.BetsClosed) -> None:
        expected, _ = step(table, c.CloseBets(), rules)
        self._fees = [(fee.player, fee.amount) for fee in expected if isinstance(fee, e.FeeTaken)]
        require(event.round == table.round, "settle/round")

    def fee(self, table: Table, rules: Rulebook, event: e.FeeTaken) -> None:
        expected = self._fees.pop(0) if self._fees else None
        require(expected == (event.player, event.amount), "settle/fee")

    def dropped(self, table: Table, rules: Rulebook, event: e.FeesDropped) -> None:
        require(event.amount == table.balances.get("fees", 0), "settle/drop")

    def dealt(self, table: Table, rules: Rulebook, event: e.Dealt) -> None:
        require(not self._fees, "settle/fee_missing")
        self.redacted = not event.deck
        whole = len(set(event.deck)) == len(event.deck) == 52
        require(whole or self.redacted, "settle/deck")
        require(event.procedure == rules.dealing.procedure, "settle/procedure")

    def turned(self, table: Table, rules: Rulebook, event: e.BoardTurned) -> None:
        expected = table.board[table.turned : table.turned + len(event.cards)]
        require(self.redacted or event.cards == expected, "settle/cards")

    def dealer(self, table: Table, rules: Rulebook, event: e.DealerTurned) -> None:
        require(self.redacted or event.cards == table.hands[0], "settle/dealer_cards")

    def acted(self, table: Table, rules: Rulebook, event: e.Acted) -> None:
        ante = table.seat(event.seat).wagers["ante"]
        require(event.amount == max(event.multiple, 0) * ante, "settle/play")

    def claimed(self, table: Table, rules: Rulebook, event: e.JackpotsClaimed) -> None:
        if self.redacted:
            return
        hits = table_hits(rules, table)
        require(event.seats == tuple(hit.seat for hit in hits), "settle/claims")
        points = rules.progressive.prizes
        self.meter_record.shares[self.name, table.round] = tuple(
            (hit.seat, points[hit.hand.category].basis_points or 0)
            for hit in sorted(hits, key=lambda hit: -hit.hand.strength)
        )

    def awarded(self, table: Table, rules: Rulebook, event: e.JackpotsAwarded) -> None:
        self.meter_record.awards[self.name, table.round] = event.awards

    def mystery(self, table: Table, rules: Rulebook, event: e.MysteryWon) -> None:
        self.meter_record.mysteries.add((*self._spot(table, event.seat), event.amount))

    def staked(self, table: Table, rules: Rulebook, event: e.ProgressiveStaked) -> None:
        self.meter_record.fed.add(self._spot(table, event.seat))

    def begun(self, table: Table, rules: Rulebook, event: e.SettlementBegun) -> None:
        """Settle the round again from its cards and wagers; the amounts must be the same."""
        if self.redacted:
            return
        expected = [
            (row.backer or table.seat(row.seat).player, _money(row))
            for row in settle_table(rules, table).rows
        ]
        due = [(row.player, _money(row)) for row in event.due]
        require(due == expected, "settle/cents")

    def settled(self, table: Table, rules: Rulebook, event: e.Settled) -> None:
        require(table.due[:1] == (event,), "settle/order")

    def banked(self, table: Table, rules: Rulebook, event: e.BankSettled) -> None:
        require(event.amount == table.balances.get("bank", 0), "settle/bank")

    def forfeited(self, table: Table, rules: Rulebook, event: e.Forfeited) -> None:
        require(event.amount == table.staked(event.player), "settle/forfeit")

    def left(self, table: Table, rules: Rulebook, event: e.PlayerLeft) -> None:
        require(event.chips == table.chips(event.player), "settle/chips")

    def voided(self, table: Table, rules: Rulebook, event: e.RoundVoided) -> None:
        self._reversals = [(source, amount) for source, _, amount in reversed(table.moves)]
        self.meter_record.taken_back |= {
            spot for spot in self.meter_record.fed if spot[:2] == (self.name, table.round)
        }

    def reversed(self, table: Table, rules: Rulebook, event: e.Reversed) -> None:
        expected = self._reversals.pop(0) if self._reversals else None
        require(expected == (event.target, event.amount), "settle/void")

    def closed(self, table: Table, rules: Rulebook, event: e.RoundClosed) -> None:
        require(event.round == table.round, "settle/round")
        require(not self._reversals, "settle/not_reversed")
        require(event.void or not table.due, "settle/left")


CHECKS: dict[type[e.Event], Callable[[RoundVerifier, Table, Rulebook, Any], None]] = {
    e.BetsClosed: RoundVerifier.closed_bets,
    e.FeeTaken: RoundVerifier.fee,
    e.FeesDropped: RoundVerifier.dropped,
    e.Dealt: RoundVerifier.dealt,
    e.BoardTurned: RoundVerifier.turned,
    e.DealerTurned: RoundVerifier.dealer,
    e.Acted: RoundVerifier.acted,
    e.JackpotsClaimed: RoundVerifier.claimed,
    e.JackpotsAwarded: RoundVerifier.awarded,
    e.MysteryWon: RoundVerifier.mystery,
    e.ProgressiveStaked: RoundVerifier.staked,
    e.SettlementBegun: RoundVerifier.begun,
    e.Settled: RoundVerifier.settled,
    e.BankSettled: RoundVerifier.banked,
    e.Forfeited: RoundVerifier.forfeited,
    e.PlayerLeft: RoundVerifier.left,
    e.RoundVoided: RoundVerifier.voided,
    e.Reversed: RoundVerifier.reversed,
    e.RoundClosed: RoundVerifier.closed,
}
