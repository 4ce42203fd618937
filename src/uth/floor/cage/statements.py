"""Statements: what a player won and lost, and what a banker paid and took."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from uth.core.money import Cents
from uth.floor.stream_ranges import round_events
from uth.ledger.journal.accounts import ISSUED, at_cage
from uth.ledger.journal.batch import Posting
from uth.ledger.journal.rounds import RoundQuery
from uth.ledger.journal.store import Reader
from uth.ledger.journal.table_streams import read_event, recover
from uth.table import events as e


class Statement(msgspec.Struct, frozen=True):
    """A player's whole account; everything but what he holds is since the beginning."""

    player: str
    bought: Cents
    cashed: Cents
    won: Cents
    """Paid to him on his wagers, by the house or by another's bank."""
    lost: Cents
    fees: Cents
    banked: Cents
    """What his own banks brought him, or cost him where it is below 0; one that is up counts as
    it stands."""
    reversed: Cents
    """What void rounds gave back, less what they took back."""
    corrected: Cents
    at_cage: Cents
    at_tables: Cents
    """In front of him, on the layouts, and put up as banker."""

    @property
    def result(self) -> Cents:
        return self.won - self.lost - self.fees + self.banked + self.reversed + self.corrected


def statement(reader: Reader, player: str) -> Statement:
    """Every movement between what is his and what is not."""
    own = _own_accounts(reader, player)
    sums = dict.fromkeys(("bought", "cashed", "won", "lost", "fees", "banked", "reversed"), 0)
    sums["corrected"] = 0
    banks: set[str] = set()
    for account in own:
        for _, posting in reader.postings_of(account):
            if (posting.source in own) != (posting.target in own):
                _sort(sums, posting, posting.target == account)
            if posting.target.startswith("bank/"):
                banks.add(posting.target)
    up = sum(_put_up(reader, bank, player) for bank in banks)
    sums["banked"] += up
    held = {account: reader.balance(account) for account in own}
    cash = at_cage(player)
    away = up + sum(amount for account, amount in held.items() if account != cash)
    return Statement(player=player, **sums, at_cage=held.get(cash, 0), at_tables=away)


def _own_accounts(reader: Reader, player: str) -> set[str]:
    """His money at the cage, in front of him and on the layouts."""
    found = {at_cage(player)}
    for kind in ("chips", "wager"):
        for row in reader.streams("table/"):
            found.add(f"{kind}/{row.stream}/{player}")
    return found


def _put_up(reader: Reader, bank: str, player: str) -> Cents:
    """What stands in a bank, where it is his now: it comes back to him when the round is over."""
    stands = reader.balance(bank)
    if not stands:
        return 0
    table = recover(reader, bank.removeprefix("bank/table/"))
    seat = table.bank.seat
    return stands if seat and table.seat(seat).player == player else 0


def _sort(sums: dict[str, Cents], posting: Posting, into: bool) -> None:
    """Put one movement where it belongs; `into` when it came to him."""
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
    """What somebody did as player-dealer (CA-1.1), at all tables."""

    player: str
    rounds: int
    put_up: Cents
    paid: Cents
    collected: Cents
    fees: Cents
    short: Cents
    """What his banks could not cover: winnings unpaid and losing wagers sent back."""


def banker_statement(reader: Reader, player: str) -> BankerStatement:
    sums = dict.fromkeys(("rounds", "put_up", "paid", "collected", "fees", "short"), 0)
    wanted = RoundQuery(player=player)
    while rows := reader.rounds(wanted):
        for row in rows:
            _banked(sums, map(read_event, round_events(reader, row)), player)
        wanted = replace(wanted, after=rows[-1].cursor)
    return BankerStatement(player, **sums)


def _banked(sums: dict[str, int], events: Iterable[e.Event], player: str) -> None:
    """Only rounds that were settled count: a void one gives everything back."""
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
