"""Corrections of closed rounds (Q-21), decided on one moment of the books."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from uth.core.money import Cents
from uth.core.refusal import Refusal, shown
from uth.floor.cage import bookings as cage
from uth.floor.times import Millis, to_millis
from uth.ledger.journal.accounts import house, is_account, table_stream
from uth.ledger.journal.store import Reader
from uth.ledger.journal.table_streams import rulebook_of


class CorrectionStatus(msgspec.Struct, frozen=True):
    """A correction with its number, and who approved or withdrew it; empty while it waits."""

    number: int
    at: Millis
    asked: cage.CorrectionRequested
    approved_by: str = ""
    withdrawn_by: str = ""

    @property
    def waits(self) -> bool:
        return not (self.approved_by or self.withdrawn_by)


def entries(reader: Reader, stream: str) -> Iterator[tuple[int, Millis, cage.Booked]]:
    """Version, time and booking of everything in a stream."""
    for entry in reader.events(stream):
        yield entry.version, to_millis(entry.at), cage.DECODER.decode(entry.body)


def knows(reader: Reader, player: str) -> bool:
    """Whether somebody of this name has ever had money here."""
    return reader.stream(cage.person_stream(player)).version > 0


def asked_for(reader: Reader, table: str) -> dict[int, CorrectionStatus]:
    """What was asked for at a table, by its number: what waits, was made, or was withdrawn."""
    found: dict[int, CorrectionStatus] = {}
    for version, at, booked in entries(reader, cage.floor_stream(table)):
        if isinstance(booked, cage.CorrectionRequested):
            found[version] = CorrectionStatus(version, at, booked)
        elif isinstance(booked, cage.Corrected):
            found[booked.asked] = replace(found[booked.asked], approved_by=booked.by)
        elif isinstance(booked, cage.CorrectionWithdrawn):
            found[booked.asked] = replace(found[booked.asked], withdrawn_by=booked.by)
    return found


def check_asked(reader: Reader, asked: cage.CorrectionRequested) -> None:
    """Refuse what nobody could approve: the wrong money, no reason, no such round or account."""
    cage.check_amount(asked.amount)
    if not asked.reason.strip():
        raise Refusal("correction/reason", "a round is corrected for a reason", "reason")
    _check_account(reader, asked, "source")
    _check_account(reader, asked, "target")
    if asked.source == asked.target:
        raise Refusal(
            "correction/same", "a correction goes from one account to another", "target", "Q-21"
        )
    if reader.round(table_stream(asked.table), asked.round) is None:
        raise Refusal(
            "correction/round", "only a round that is closed can be corrected", "round", "Q-21"
        )


def _check_account(reader: Reader, asked: cage.CorrectionRequested, where: str) -> None:
    """This table's house, or a player who has had money here: nobody else was in its rounds."""
    account: str = getattr(asked, where)
    if account == house(table_stream(asked.table)):
        return
    kind, _, player = account.partition("/")
    if kind != "player" or not is_account(account):
        sentence = f"{shown(account)} is neither a player's nor this table's account"
        raise Refusal("correction/account", sentence, where, "Q-21")
    if not knows(reader, player):
        raise Refusal("player/unknown", "nobody of this name has had money here", where)


def approve(reader: Reader, table: str, number: int, by: str, amount: Cents) -> cage.Corrected:
    """The booking of one that waits, tied to its round and the rulebook that it was played by."""
    asked = _waiting(reader, table, number)
    made = cage.corrected(asked, number, by, amount)
    check_asked(reader, asked)
    rulebook = rulebook_of(reader, table_stream(table))
    return replace(made, moves=tuple(replace(move, rulebook=rulebook) for move in made.moves))


def withdraw(reader: Reader, table: str, number: int, by: str) -> cage.CorrectionWithdrawn:
    """By whoever may, the one who asked for it too; never by one whose money it would move."""
    asked = _waiting(reader, table, number)
    if by in cage.people_of(asked):
        raise Refusal("approval/own", "nobody withdraws a correction of his own money", "by")
    return cage.CorrectionWithdrawn(number, by, asked.round, asked.amount)


def _waiting(reader: Reader, table: str, number: int) -> cage.CorrectionRequested:
    found = asked_for(reader, table).get(number)
    if found is None:
        raise Refusal("correction/none", "no such correction was asked for", "number")
    if found.approved_by:
        raise Refusal("correction/done", "this correction was made already", "number")
    if found.withdrawn_by:
        raise Refusal("correction/withdrawn", "this correction was withdrawn", "number")
    return found.asked
