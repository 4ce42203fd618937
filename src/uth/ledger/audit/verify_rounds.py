"""Following a table's record event by event: nothing in it may differ from what the rules give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.closing import spots
from uth.table.decide import open_table, step
from uth.table.evolve import evolve, opened
from uth.table.meters import Award, Awards
from uth.table.settlement import jackpot_hits, settle
from uth.table.state import Table

Spot = tuple[str, int, int]
"""Table, round and seat."""
Round = tuple[str, int]


class MeterRecord(msgspec.Struct):
    """What tables tell of their meters, and meters of their tables; the two must agree."""

    fed: set[Spot] = msgspec.field(default_factory=set)
    mysteries: set[tuple[str, int, int, Cents]] = msgspec.field(default_factory=set)
    awards: dict[Round, tuple[tuple[int, Cents, int], ...]] = msgspec.field(default_factory=dict)
    shares: dict[Round, tuple[tuple[int, int], ...]] = msgspec.field(default_factory=dict)
    taken_back: set[Spot] = msgspec.field(default_factory=set)


def need(holds: bool, code: str, sentence: str) -> None:
    if not holds:
        raise Refusal(code, sentence)


def _money(row: Any, player: str) -> tuple[object, ...]:
    """A settled wager as far as cents go."""
    return (
        player,
        row.seat,
        row.wager,
        row.stake,
        row.outcome,
        row.paid,
        row.taken,
        row.returned,
        row.short,
    )


class RoundVerifier:
    """One table under audit; raises a refusal at the first event that the rules do not give."""

    def __init__(self, name: str, rules_of: Callable[[str], Rulebook]) -> None:
        self.name = name
        self._rules_of = rules_of
        self.rules: Rulebook | None = None
        self.table: Table | None = None
        self.linked = MeterRecord()
        self.rounds = 0
        self.blind = False
        """A backup left the cards of this round out: its money is followed, not its hands."""
        self._reversals: list[tuple[str, Cents]] = []
        self._fees: list[tuple[str, Cents]] = []

    def take(self, event: e.Event) -> None:
        if self.table is None or self.rules is None:
            need(isinstance(event, e.TableOpened), "replay/first", "a table begins by opening")
            assert isinstance(event, e.TableOpened)
            self.rules = self._rules_of(event.rulebook)
            need(event == open_table(self.rules)[0][0], "replay/opening", "opened otherwise")
            self.table = opened(event)
            return
        check = CHECKS.get(type(event))
        try:
            if check is not None:
                check(self, self.table, self.rules, event)
            self.table = evolve(self.table, event)
        except Refusal:
            raise
        except Exception as error:
            sentence = f"the event does not fit the table ({type(error).__name__})"
            raise Refusal("replay/broken", sentence) from error
        self._after(self.table, event)

    def _after(self, table: Table, event: e.Event) -> None:
        for account, balance in table.balances.items():
            free = account in ("house", "outside")
            need(free or balance >= 0, "replay/overdrawn", f"{account} falls below zero")
        if isinstance(event, e.RoundClosed):
            self.rounds += 1
            self.blind = False
            left = [name for name in table.balances if name.startswith(("wager/", "bank", "fees"))]
            need(not left, "settle/left", f"{', '.join(left)} hold money after the round")

    def _spot(self, table: Table, seat: int) -> Spot:
        return self.name, table.round, seat

    def closed_bets(self, table: Table, rules: Rulebook, event: e.BetsClosed) -> None:
        expected, _ = step(table, c.CloseBets(), rules)
        self._fees = [(fee.player, fee.amount) for fee in expected if isinstance(fee, e.FeeTaken)]
        need(event.round == table.round, "settle/round", "the rounds are not in order")

    def fee(self, table: Table, rules: Rulebook, event: e.FeeTaken) -> None:
        expected = self._fees.pop(0) if self._fees else None
        need(
            expected == (event.player, event.amount),
            "settle/fee",
            "the collection is not what the rulebook says",
        )

    def dropped(self, table: Table, rules: Rulebook, event: e.FeesDropped) -> None:
        need(event.amount == table.balances.get("fees", 0), "settle/fee", "not what was taken")

    def dealt(self, table: Table, rules: Rulebook, event: e.Dealt) -> None:
        need(not self._fees, "settle/fee", "a fee was not taken")
        self.blind = not event.deck
        whole = len(set(event.deck)) == len(event.deck) == 52
        need(whole or self.blind, "settle/deck", "the deck is not a deck")
        need(event.procedure == rules.dealing.procedure, "settle/deck", "dealt otherwise")

    def turned(self, table: Table, rules: Rulebook, event: e.BoardTurned) -> None:
        expected = table.board[table.turned : table.turned + len(event.cards)]
        need(self.blind or event.cards == expected, "settle/cards", "not the cards of the deck")

    def dealer(self, table: Table, rules: Rulebook, event: e.DealerTurned) -> None:
        need(self.blind or event.cards == table.hands[0], "settle/cards", "not the dealer's cards")

    def acted(self, table: Table, rules: Rulebook, event: e.Acted) -> None:
        ante = table.seat(event.seat).wagers["ante"]
        need(event.amount == max(event.multiple, 0) * ante, "settle/play", "not that multiple")

    def claimed(self, table: Table, rules: Rulebook, event: e.JackpotsClaimed) -> None:
        if self.blind:
            return
        hits = jackpot_hits(rules, table.board[:3], spots(table))
        need(event.seats == tuple(hit.seat for hit in hits), "settle/claims", "other hands won it")
        points = rules.progressive.prizes
        self.linked.shares[self.name, table.round] = tuple(
            (hit.seat, points[hit.hand.category].basis_points or 0)
            for hit in sorted(hits, key=lambda hit: -hit.hand.strength)
        )

    def awarded(self, table: Table, rules: Rulebook, event: e.JackpotsAwarded) -> None:
        self.linked.awards[self.name, table.round] = event.awards

    def mystery(self, table: Table, rules: Rulebook, event: e.MysteryWon) -> None:
        self.linked.mysteries.add((*self._spot(table, event.seat), event.amount))

    def staked(self, table: Table, rules: Rulebook, event: e.ProgressiveStaked) -> None:
        self.linked.fed.add(self._spot(table, event.seat))

    def begun(self, table: Table, rules: Rulebook, event: e.SettlementBegun) -> None:
        """The round once more from its record: the same wagers, to the same cents."""
        if self.blind:
            return
        banker = table.bank.seat or None
        given = tuple(Award(seat, amount, rest, False) for seat, amount, rest in table.awards or ())
        again = settle(
            rules,
            table.board,
            table.hands[0],
            spots(table),
            banker,
            table.bank.amount if banker else None,
            Awards(given, 0, 0),
        )
        expected = [_money(row, row.backer or table.seat(row.seat).player) for row in again.rows]
        found = [_money(row, row.player) for row in event.due]
        need(found == expected, "settle/cents", "the round does not settle to these cents")

    def settled(self, table: Table, rules: Rulebook, event: e.Settled) -> None:
        need(table.due[:1] == (event,), "settle/cents", "not the wager that was due")

    def banked(self, table: Table, rules: Rulebook, event: e.BankSettled) -> None:
        need(event.amount == table.balances.get("bank", 0), "settle/bank", "not what was left")

    def forfeited(self, table: Table, rules: Rulebook, event: e.Forfeited) -> None:
        need(event.amount == table.staked(event.player), "settle/forfeit", "not what was staked")

    def left(self, table: Table, rules: Rulebook, event: e.PlayerLeft) -> None:
        need(event.chips == table.chips(event.player), "settle/left", "not the chips he had")

    def voided(self, table: Table, rules: Rulebook, event: e.RoundVoided) -> None:
        self._reversals = [(source, amount) for source, _, amount in reversed(table.moves)]
        self.linked.taken_back |= {
            spot for spot in self.linked.fed if spot[:2] == (self.name, table.round)
        }

    def reversed(self, table: Table, rules: Rulebook, event: e.Reversed) -> None:
        expected = self._reversals.pop(0) if self._reversals else None
        need(expected == (event.target, event.amount), "settle/void", "not the counter-entry")

    def closed(self, table: Table, rules: Rulebook, event: e.RoundClosed) -> None:
        need(event.round == table.round, "settle/round", "the rounds are not in order")
        need(not self._reversals, "settle/void", "a movement was not reversed")
        need(event.void or not table.due, "settle/left", "a wager was not settled")


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
