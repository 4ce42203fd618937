"""Corrections of closed rounds (Q-21): requested, approved by somebody else, or withdrawn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict, replace

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.cage import bookings as cage
from uth.floor.clock import Millis, to_millis
from uth.ledger.journal.accounts import house, is_account, table_stream
from uth.ledger.journal.bookings import Corrected, CorrectionRequested, CorrectionWithdrawn, Move
from uth.ledger.journal.store import Reader
from uth.ledger.journal.table_streams import rulebook_of


class CorrectionLine(CorrectionRequested, frozen=True, kw_only=True, tag=False):
    """A requested correction; pending while it is neither approved nor withdrawn."""

    number: int
    at: Millis
    approved_by: str = ""
    withdrawn_by: str = ""

    @property
    def pending(self) -> bool:
        return not (self.approved_by or self.withdrawn_by)


def entries(reader: Reader, stream: str) -> Iterator[tuple[int, Millis, cage.Booked]]:
    """Version, time and booking of every entry in a stream."""
    for entry in reader.events(stream):
        yield entry.version, to_millis(entry.at), cage.DECODER.decode(entry.body)


def requested(reader: Reader, table: str) -> dict[int, CorrectionLine]:
    """The corrections of a table by number: pending, made or withdrawn."""
    by_number: dict[int, CorrectionLine] = {}
    for version, at, booking in entries(reader, cage.floor_stream(table)):
        if isinstance(booking, CorrectionRequested):
            by_number[version] = CorrectionLine(**asdict(booking), number=version, at=at)
        elif isinstance(booking, Corrected):
            status = by_number[booking.request]
            by_number[booking.request] = replace(status, approved_by=booking.by)
        elif isinstance(booking, CorrectionWithdrawn):
            status = by_number[booking.request]
            by_number[booking.request] = replace(status, withdrawn_by=booking.by)
    return by_number


def all_requested(reader: Reader) -> list[CorrectionLine]:
    """The corrections of all tables, open or closed, in the order of the requests."""
    tables = [row.stream.removeprefix("floor/") for row in reader.streams("floor/")]
    return [correction for table in tables for correction in requested(reader, table).values()]


def check_request(reader: Reader, request: CorrectionRequested) -> CorrectionRequested:
    """The request; refused with a wrong amount, no reason, no such round or no such account."""
    cage.check_amount(request.amount)
    if not request.reason.strip():
        raise Refusal("correction/reason", where="reason")
    _check_account(reader, request, "source")
    _check_account(reader, request, "target")
    if request.source == request.target:
        raise Refusal("correction/same", where="target", clause="Q-21")
    if reader.round(table_stream(request.table), request.round) is None:
        raise Refusal("correction/round", where="round", clause="Q-21")
    return request


def _check_account(reader: Reader, request: CorrectionRequested, where: str) -> None:
    """Only the table's house account and players who have had money here can be corrected."""
    account: str = getattr(request, where)
    if account == house(table_stream(request.table)):
        return
    kind, _, player = account.partition("/")
    if kind != "player" or not is_account(account):
        raise Refusal("correction/account", account=account, where=where, clause="Q-21")
    if not reader.stream(cage.person_stream(player)).version:
        raise Refusal("player/unknown", where=where)


def people_of(request: CorrectionRequested) -> list[str]:
    """Whose money a correction moves."""
    accounts = (request.source, request.target)
    return [name.removeprefix("player/") for name in accounts if name.startswith("player/")]


def concerned_by_request(request: CorrectionRequested) -> tuple[str, ...]:
    """Who may not request a correction: the people whose money it moves."""
    return tuple(people_of(request)) or ("",)


def concerned_by_pending(
    reader: Reader, table: str, number: int, *, requester: bool
) -> tuple[str, ...]:
    """Who may not approve a pending correction, nor, but for its requester, withdraw it."""
    status = requested(reader, table).get(number)
    if status is None or not status.pending:
        return ("",)
    return (*([status.by] if requester else ()), *concerned_by_request(status))


def approve(reader: Reader, table: str, number: int, by: str, amount: Cents) -> Corrected:
    """The booking of a pending correction, with the rulebook that the round was played by."""
    request = _pending(reader, table, number)
    if by in (request.by, *people_of(request)):
        raise Refusal("correction/own_approval", where="by", clause="Q-21")
    if amount != request.amount:
        raise Refusal("correction/amount", amount=request.amount, where="amount", clause="Q-21")
    check_request(reader, request)
    move = Move(
        source=request.source,
        target=request.target,
        amount=amount,
        round=request.round,
        wager="correction",
        clauses="Q-21",
        rulebook=rulebook_of(reader, table_stream(table)),
    )
    return Corrected(number, by, amount, (move,))


def withdraw(reader: Reader, table: str, number: int, by: str) -> CorrectionWithdrawn:
    """Withdrawn by anybody who may, but not by a person whose money it would move."""
    request = _pending(reader, table, number)
    if by in people_of(request):
        raise Refusal("correction/own_withdrawal", where="by")
    return CorrectionWithdrawn(number, by, request.round, request.amount)


def _pending(reader: Reader, table: str, number: int) -> CorrectionLine:
    status = requested(reader, table).get(number)
    if status is None:
        raise Refusal("correction/none", number=number, where="number")
    if status.approved_by:
        raise Refusal("correction/done", where="number")
    if status.withdrawn_by:
        raise Refusal("correction/withdrawn", where="number")
    return status
