"""The replay of a table's events under its rulebook: each must be what the rules say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal, require
from uth.ledger.audit.house_limits import check_house_limits
from uth.ledger.audit.legal_events import check_legal, folds_to_leave
from uth.rulebook.model import RESTORED, Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.decide import opening, step
from uth.table.evolve import evolve, opened
from uth.table.handlers.voiding import is_same_person
from uth.table.settling.cashier import Row
from uth.table.settling.settlement import SEATS
from uth.table.settling.showdown import TurnedDeal, compare, turn_dealer
from uth.table.settling.table_settlement import (
    dealer_turns,
    settle_table,
    settle_table_folds,
    table_hits,
)
from uth.table.state import Table, VoidRequest

FedSeat = tuple[str, int, int]
"""Table, round and seat."""
RoundKey = tuple[str, int]
"""Table and round."""


class MeterRecord(msgspec.Struct):
    """The contributions and awards of meters; those of tables and of meters must agree."""

    fed: set[FedSeat] = msgspec.field(default_factory=set)
    mysteries: set[tuple[str, int, int, Cents]] = msgspec.field(default_factory=set)
    awards: dict[RoundKey, tuple[tuple[int, Cents, int], ...]] = msgspec.field(default_factory=dict)
    shares: dict[RoundKey, tuple[tuple[int, int], ...]] = msgspec.field(default_factory=dict)
    taken_back: set[FedSeat] = msgspec.field(default_factory=set)


_money = attrgetter(
    "seat", "wager", "stake", "outcome", "paid", "taken", "returned", "short", "approval"
)
"""The money of a settled wager and whether it waits, without its clauses and texts."""


def _owed(due: Iterable[e.Settled]) -> list[tuple[Any, ...]]:
    return [(row.player, _money(row)) for row in due]


def _rows(table: Table, rows: Iterable[Row]) -> list[tuple[Any, ...]]:
    return [(row.backer or table.seat(row.seat).player, _money(row)) for row in rows]


def _deal(rules: Rulebook, table: Table) -> TurnedDeal:
    """The cards as they lie: the dealer's may have stayed face down."""
    return turn_dealer(rules, table.board, table.hands[0] if table.dealer_turned else ())


class RoundVerifier:
    """Replays one table; refuses the first event that the rules do not produce."""

    def __init__(self, name: str, rules_of: Callable[[str], Rulebook], record: MeterRecord) -> None:
        self.name = name
        self._rules_of = rules_of
        self._record = record
        self.rules: Rulebook | None = None
        self.table: Table | None = None
        self.rounds: int = 0
        self.redacted: bool = False
        """Whether a backup left out this round's cards: then only its money is checked."""
        self._reversals: list[tuple[str, Cents]] = []
        self._fees: list[tuple[str, Cents]] = []
        self._unpaid: tuple[str, Cents, Cents] | None = None
        self._folds = 0
        """How many wagers of this round were collected at the fold."""
        self._changing = False
        """Whether the floor is changing the limits."""
        self._leaving = ""
        """Who has given up a hand out of turn."""

    def apply(self, event: e.Event) -> None:
        if self.table is None or self.rules is None:
            self._open(event)
            return
        try:
            self._check(self.table, self.rules, event)
            check_legal(self.table, self.rules, event)
            self._check_kept(event)
            self._check_leaving(self.table, self.rules, event)
            check_house_limits(self.table, self.rules, event)
            self._record_meters(self.table, self.rules, event)
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
        expected = opening(self.rules, practice=event.practice)[0].event
        require(event == expected, "replay/opening")
        self.table = opened(event)

    def _after(self, table: Table, event: e.Event) -> None:
        for account, balance in table.balances.items():
            free = account in ("house", "outside")
            require(free or balance >= 0, "replay/overdrawn", account=account)
        if isinstance(event, e.RoundClosed):
            self.rounds += 1
            self.redacted = False
            self._folds = 0
            left = [name for name in table.balances if name.startswith(("wager/", "bank", "fees"))]
            require(not left, "settle/money_left", accounts=left)

    def _check(self, table: Table, rules: Rulebook, event: e.Event) -> None:
        match event:
            case e.BetsClosed():
                expected, _ = step(table, c.CloseBets(), rules)
                fees = (fee for fee in expected if isinstance(fee, e.FeeTaken))
                self._fees = [(fee.player, fee.amount) for fee in fees]
                given_up = (fee for fee in expected if isinstance(fee, e.FeeUnpaid))
                self._unpaid = next(((u.player, u.amount, u.action) for u in given_up), None)
                require(event.round == table.round, "settle/round")
            case e.FeeTaken():
                due = self._fees.pop(0) if self._fees else None
                require(due == (event.player, event.amount), "settle/fee")
            case e.FeesDropped():
                require(event.amount == table.balances.get("fees", 0), "settle/drop")
            case e.Acted():
                ante = table.seat(event.seat).wagers["ante"]
                require(event.amount == max(event.multiple, 0) * ante, "settle/play")
            case e.Settled():
                require(table.due[:1] == (event,), "settle/order")
            case e.BankSettled():
                require(event.amount == table.balances.get("bank", 0), "settle/bank")
            case e.Forfeited():
                require(event.amount == table.staked(event.player), "settle/forfeit")
            case e.PlayerLeft():
                require(event.chips == table.chips(event.player), "settle/chips")
            case e.FeeUnpaid():
                unpaid = (event.player, event.amount, event.action)
                require(self._unpaid == unpaid, "settle/fee")
                self._unpaid = None
                self._reversals = [(source, amount) for source, _, amount in reversed(table.moves)]
            case e.RoundVoided():
                self._check_void(table, rules, event)
                self._reversals = [(source, amount) for source, _, amount in reversed(table.moves)]
            case e.Reversed():
                movement = self._reversals.pop(0) if self._reversals else None
                require(movement == (event.target, event.amount), "settle/void")
            case e.RoundClosed():
                require(event.round == table.round, "settle/round")
                require(not self._reversals, "settle/not_reversed")
                require(event.void or not table.due, "settle/left")
            case _:
                self._check_cards(table, rules, event)

    def _check_void(self, table: Table, rules: Rulebook, event: e.RoundVoided) -> None:
        """A void has a reason of the house, and two supervisors once cards are out (Q-21).

        Where a backup left the cards out, the table voids the round itself.
        """
        restored = event.reason == RESTORED and (self.redacted or table.phase == "closed")
        require(restored or event.reason in rules.conduct.void_reasons, "settle/void_reason")
        if self.redacted:
            return
        require(not table.approval_pending, "settle/void_waiting")
        if table.phase != "closed":
            request = VoidRequest(event.reason, event.by)
            second = bool(event.confirmed_by.strip())
            second = second and not is_same_person(event.by, event.confirmed_by)
            require(second and table.void_request == request, "settle/void_alone")

    def _check_kept(self, event: e.Event) -> None:
        """A lower minimum is kept or lost only where the limits have just been changed (CR-9)."""
        if isinstance(event, e.MinimumGrandfathered | e.MinimumLost):
            require(self._changing, "settle/kept")
        elif isinstance(event, e.LimitsChanged):
            self._changing = True
        elif not isinstance(event, e.DealerCall) and getattr(event, "wagers", None) != {}:
            self._changing = False

    def _check_leaving(self, table: Table, rules: Rulebook, event: e.Event) -> None:
        """A hand that is given up out of turn forfeits its wagers next (PA-7)."""
        if self._leaving:
            forfeits = isinstance(event, e.Forfeited) and event.player == self._leaving
            require(forfeits, "settle/multiple")
        self._leaving = ""
        if isinstance(event, e.Acted) and folds_to_leave(table, rules, event):
            self._leaving = event.player

    def _check_cards(self, table: Table, rules: Rulebook, event: e.Event) -> None:
        """The deal, and all that follows from its cards."""
        match event:
            case e.Dealt():
                require(not self._fees and not self._unpaid, "settle/fee_missing")
                self.redacted = not event.deck
                whole = len(set(event.deck)) == len(event.deck) == 52
                require(whole or self.redacted, "settle/deck")
                require(event.procedure == rules.dealing.procedure, "settle/procedure")
            case _ if self.redacted:
                return
            case e.BoardTurned():
                expected = table.board[table.turned : table.turned + len(event.cards)]
                require(event.cards == expected, "settle/cards")
            case e.DealerTurned():
                require(event.cards == table.hands[0], "settle/dealer_cards")
                require(dealer_turns(rules, table), "settle/dealer_down")
            case e.DealerNotTurned():
                require(not dealer_turns(rules, table), "settle/dealer_down")
            case e.FoldsDue():
                require(table.phase == "river" and not self._folds, "settle/folds")
                self._folds = len(event.due)
                require(
                    _owed(event.due) == _rows(table, settle_table_folds(rules, table)),
                    "settle/cents",
                )
            case e.HandRanked():
                compared = compare(_deal(rules, table), table.hands[event.seat])
                result = compared.result if table.seat(event.seat).multiple else "folded"
                shown = str(compared.hand), result
                require((event.hand, event.result) == shown, "settle/hand")
            case e.JackpotsClaimed():
                seats = tuple(hit.seat for hit in table_hits(rules, table))
                require(event.seats == seats, "settle/claims")
            case e.SettlementBegun():
                settlement = settle_table(rules, table)
                require(settlement.folds == self._folds, "settle/folds")
                rest = settlement.rows[settlement.folds :]
                require(_owed(event.due) == _rows(table, rest), "settle/cents")

    def _record_meters(self, table: Table, rules: Rulebook, event: e.Event) -> None:
        """What the table fed to the meters and got from them."""
        record, key = self._record, (self.name, table.round)
        match event:
            case e.ProgressiveStaked():
                record.fed.add((*key, event.seat))
            case e.MysteryWon():
                record.mysteries.add((*key, event.seat, event.amount))
            case e.JackpotsClaimed() if not self.redacted:
                points = rules.progressive.prizes
                record.shares[key] = tuple(
                    (hit.seat, points[hit.hand.category].basis_points or 0)
                    for hit in sorted(table_hits(rules, table), key=lambda hit: -hit.hand.strength)
                )
            case e.JackpotsAwarded():
                record.awards[key] = event.awards
            case e.RoundVoided():
                record.taken_back |= {(*key, seat) for seat in SEATS} & record.fed
