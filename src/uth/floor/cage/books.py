"""The books: bookings at the cage and by the floor, outside of rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor import keys
from uth.floor.cage import bookings as cage
from uth.floor.cage import corrections
from uth.floor.clock import Clock, to_micros
from uth.ledger.journal.accounts import at_cage, table_stream
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.bookings import (
    Corrected,
    CorrectionRequested,
    CorrectionWithdrawn,
    booking_append,
)
from uth.ledger.journal.store import Reader, Store, StoredAnswer
from uth.table.wire import to_json

B = TypeVar("B", bound=cage.Booked)
TRIES = 20
"""How often a booking is retried when others book in the same stream at the same moment."""


def at_once(listener: Callable[..., None], *booking: object) -> None:
    listener(*booking)


class Books:
    """Buy-ins, cash-outs, counts and corrections; each is booked once per key."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self._clock = clock
        self.listeners: list[Callable[[str, cage.Booked], None]] = []
        """Called with the stream and the booking after each booking."""
        self.notify: Callable[..., object] = at_once
        """Calls a listener; a server books in other threads and has them called on its loop."""

    def book(self, stream: str, booking: B, by: str, key: str = "") -> B:
        """Append a booking; a repeated key returns the earlier booking."""
        return self.decide(stream, booking, lambda _: booking, by, key)[1]

    def decide(
        self, stream: str, wanted: B, decision: Callable[[Reader], B], by: str, key: str = ""
    ) -> tuple[int, B]:
        """Decide a booking against the version of the stream that it follows.

        If another booking comes first, the decision is made again, so that nothing is allowed
        twice. Returns the version and the booking, also if the key has made it meanwhile.
        """
        for _ in range(TRIES):
            try:
                with self.store.reading() as reader:
                    version = reader.stream(stream).version
                    booking = decision(reader)
            except Refusal:
                previous = self.previous_answer(stream, wanted, by, key)
                if previous is None:
                    raise
                return previous
            append = booking_append(
                stream, [booking], expected=version, at=to_micros(self._clock())
            )
            try:
                committed = self.store.commit(Batch((append,), by, key, to_json(booking)))
            except Refusal as refusal:
                if refusal.code != "journal/version":
                    raise
                continue
            if committed.repeated:
                previous = self.previous_answer(stream, wanted, by, key)
                assert previous is not None, "a repeated key has an answer"
                return previous
            for listener in self.listeners:
                self.notify(listener, stream, booking)
            return append.version, booking
        raise Refusal("books/busy", where=stream)

    def previous_answer(self, stream: str, booking: B, by: str, key: str) -> tuple[int, B] | None:
        """The booking that was made with a key, and its version; None if there is none.

        What the books add to a request may differ today.
        """

        def decode(stored: StoredAnswer) -> tuple[int, B] | None:
            try:
                made = cage.DECODER.decode(stored.answer)
            except msgspec.MsgspecError:
                return None
            if not isinstance(made, type(booking)) or stored.stream != stream:
                return None
            same = cage.requested_part(made) == cage.requested_part(booking)
            return (stored.version, made) if same else None

        return keys.previous_answer(self.store, by, key, decode)

    def balance(self, player: str) -> Cents:
        """What a player has at the cage."""
        with self.store.reading() as reader:
            return reader.balance(at_cage(player))

    def buy_in(self, player: str, amount: Cents, by: str, key: str = "") -> cage.Bought:
        return self.book(cage.person_stream(player), cage.bought(player, amount, by), by, key)

    def cash_out(self, player: str, amount: Cents, by: str, key: str = "") -> cage.Cashed:
        return self.book(cage.person_stream(player), cage.cashed(player, amount, by), by, key)

    def take_play_money(
        self, player: str, amount: Cents, most: Cents, key: str = ""
    ) -> cage.Bought:
        """Play money for a player without a cashier, up to a balance of `most` at the cage."""
        wanted = cage.bought(player, amount, player)

        def decision(reader: Reader) -> cage.Bought:
            if reader.balance(at_cage(player)) + amount > most:
                raise Refusal("money/enough", where="amount")
            return wanted

        return self.decide(cage.person_stream(player), wanted, decision, player, key)[1]

    def fund(self, bot: str, amount: Cents) -> None:
        """Bots play with money issued as they need it."""
        missing = amount - self.balance(bot)
        if missing > 0:
            self.buy_in(bot, missing, bot)

    def count(self, table: str, amount: Cents, by: str, key: str = "") -> cage.Counted:
        """Empty a drop box and compare its amount with the books (Q-22)."""
        box = f"drop/{table_stream(table)}"
        return self.decide(
            cage.floor_stream(table),
            cage.counted(table, 0, amount, by),
            lambda reader: cage.counted(table, reader.balance(box), amount, by),
            by,
            key,
        )[1]

    def request_correction(
        self, request: CorrectionRequested, key: str = ""
    ) -> tuple[int, CorrectionRequested]:
        """A supervisor requests a correction; another approves it by the number returned."""
        return self.decide(
            cage.floor_stream(request.table),
            request,
            lambda reader: corrections.check_request(reader, request),
            request.by,
            key,
        )

    def approve_correction(
        self, table: str, number: int, by: str, amount: Cents, key: str = ""
    ) -> Corrected:
        """Another supervisor approves the exact amount; then the money moves, once."""
        return self.decide(
            cage.floor_stream(table),
            Corrected(number, by, amount, ()),
            lambda reader: corrections.approve(reader, table, number, by, amount),
            by,
            key,
        )[1]

    def withdraw_correction(
        self, table: str, number: int, by: str, key: str = ""
    ) -> CorrectionWithdrawn:
        """Withdraw a pending request."""
        return self.decide(
            cage.floor_stream(table),
            CorrectionWithdrawn(number, by, 0, 0),
            lambda reader: corrections.withdraw(reader, table, number, by),
            by,
            key,
        )[1]
