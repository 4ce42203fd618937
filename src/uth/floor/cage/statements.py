"""Statements: what a player won and lost, and what a banker paid and collected."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from uth.core.money import Cents
from uth.floor.stream_ranges import round_events, rounds
from uth.ledger.journal.accounts import ISSUED, at_cage
from uth.ledger.journal.batch import Posting
from uth.ledger.journal.rounds import RoundQuery
from uth.ledger.journal.store import Reader
from uth.ledger.journal.table_streams import read_event, recover
from uth.table import events as e


class Statement(msgspec.Struct, frozen=True):
    """A player's account: totals since the beginning, and what they hold now."""

    player: str
    bought: Cents
    cashed: Cents
    won: Cents
    """Paid on the player's wagers, by the house or by a player-dealer."""
    lost: Cents
    fees: Cents
    banked: Cents
    """The result of the player's own banks; one in play counts with its present amount."""
    reversed: Cents
    """What void rounds returned, less what they took back."""
    corrected: Cents
    at_cage: Cents
    at_tables: Cents
    """Chips, wagers on the layouts, and banks put up."""


def statement(reader: Reader, player: str) -> Statement:
    """A statement of every movement between the player's accounts and others."""
    tables = [row.stream for row in reader.streams("table/")]
    own = {f"{kind}/{table}/{player}" for table in tables for kind in ("chips", "wager")}
    own.add(at_cage(player))
    kinds = ("bought", "cashed", "won", "lost", "fees", "banked", "reversed", "corrected")
    sums = dict.fromkeys(kinds, 0)
    banks: set[str] = set()
    for account in own:
        for _, posting in reader.postings_of(account):
            if (posting.source in own) != (posting.target in own):
                _add(sums, posting, posting.target == account)
            if posting.target.startswith("bank/"):
                banks.add(posting.target)
    up = sum(_put_up(reader, bank, player) for bank in banks)
    sums["banked"] += up
    held = {account: reader.balance(account) for account in own}
    cash = at_cage(player)
    away = up + sum(amount for account, amount in held.items() if account != cash)
    return Statement(player=player, **sums, at_cage=held.get(cash, 0), at_tables=away)


def _put_up(reader: Reader, bank: str, player: str) -> Cents:
    """The amount in a bank, if the player is its banker now."""
    amount = reader.balance(bank)
    if not amount:
        return 0
    table = recover(reader, bank.removeprefix("bank/table/"))
    seat = table.bank.seat
    return amount if seat and table.seat(seat).player == player else 0


def _add(sums: dict[str, Cents], posting: Posting, into: bool) -> None:
    """Add a posting to the sum it belongs to; `into` if the player received it."""
    other = posting.source if into else posting.target
    sign = 1 if into else -1
    if other == ISSUED:
        sums["bought" if into else "cashed"] += posting.amount
    elif posting.wager == "correction":
        sums["corrected"] += sign * posting.amount
    elif not posting.wager:
        sums["reversed"] += sign * posting.amount
    elif posting.wager == "bank":
        sums["banked"] += sign * posting.amount
    elif posting.wager == "fee":
        sums["fees"] += posting.amount
    else:
        sums["won" if into else "lost"] += posting.amount


class BankerStatement(msgspec.Struct, frozen=True):
    """What a player did as player-dealer (CA-1.1) at all tables."""

    player: str
    rounds: int
    put_up: Cents
    paid: Cents
    collected: Cents
    fees: Cents
    short: Cents
    """What their banks could not cover: unpaid winnings and returned losing wagers."""


def banker_statement(reader: Reader, player: str) -> BankerStatement:
    sums = dict.fromkeys(("rounds", "put_up", "paid", "collected", "fees", "short"), 0)
    for row in rounds(reader, RoundQuery(player=player)):
        _banked(sums, map(read_event, round_events(reader, row)), player)
    return BankerStatement(player, **sums)


def _banked(sums: dict[str, int], events: Iterable[e.Event], player: str) -> None:
    """Add a banked round to the sums; only settled rounds count."""
    amount = fee = short = 0
    for event in events:
        match event:
            case e.BankTaken():
                amount = event.amount
            case e.BetsClosed():
                fee = short = 0
            case e.FeeTaken() if event.player == player:
                fee = event.amount
            case e.Settled() if event.payer == "bank" and event.short_by == "bank":
                short += event.short
            case e.BankSettled() if event.player == player:
                paid, collected = event.paid, event.collected
                new = (1, amount, paid, collected, fee, short)
                for name, change in zip(sums, new, strict=True):
                    sums[name] += change
            case _:
                pass
