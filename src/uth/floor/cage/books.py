"""The house's books beside its tables: bookings at the cage and by the floor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.cage import bookings as cage
from uth.floor.cage import corrections
from uth.floor.cage.corrections import CorrectionStatus
from uth.floor.clock import Clock
from uth.floor.times import to_micros
from uth.ledger.journal.accounts import at_cage, table_stream
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.bookings import booking_append
from uth.ledger.journal.store import Reader, Store
from uth.table.wire import to_json

B = TypeVar("B", bound=cage.Booked)
TRIES = 20
"""How often a booking is tried anew when others book in the same stream at the same moment."""


class Books:
    """Who bought, cashed, counted and corrected what; every booking once, by its key."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self._clock = clock
        self.listeners: list[Callable[[str, cage.Booked], None]] = []
        """Told in which stream something was booked, and what."""

    def book(self, stream: str, booking: B, by: str, key: str = "") -> B:
        """Append a booking; a repeated key gives the booking that it made before."""
        return self.decide(stream, booking, lambda _: booking, by, key)[1]

    def decide(
        self, stream: str, wanted: B, decision: Callable[[Reader], B], by: str, key: str = ""
    ) -> tuple[int, B]:
        """Decide upon the very version that the booking follows; its version, and the booking.

        Where another has booked in the stream meanwhile, all is decided anew, so nothing is
        allowed twice that is allowed once. What is refused may have been booked by the same key.
        """
        try:
            return self._decide(stream, wanted, decision, by, key)
        except Refusal:
            before = self.previous_answer(stream, wanted, by, key)
            if before is None:
                raise
            return before

    def _decide(
        self, stream: str, wanted: B, decision: Callable[[Reader], B], by: str, key: str
    ) -> tuple[int, B]:
        for _ in range(TRIES):
            with self.store.reading() as reader:
                version = reader.stream(stream).version
                booking = decision(reader)
            append = booking_append(
                stream, [booking], expected=version, at=to_micros(self._clock())
            )
            try:
                done = self.store.commit(Batch((append,), by, key, to_json(booking)))
            except Refusal as no:
                if no.code != "journal/version":
                    raise
                continue
            for listener in self.listeners:
                listener(stream, booking)
            before = self.previous_answer(stream, wanted, by, key) if done.repeated else None
            return before or (append.version, booking)
        raise Refusal("books/busy", "too many book here at once; try again", stream)

    def previous_answer(self, stream: str, booking: B, by: str, key: str) -> tuple[int, B] | None:
        """The booking that a key has made, with its version, if it made one.

        One who asks for something else under that key is refused; what the books themselves add
        to a booking may be another today.
        """
        if not key:
            return None
        with self.store.reading() as reader:
            found = reader.stored_answer(by, key)
        if found is None:
            return None
        try:
            before = cage.DECODER.decode(found.answer)
        except msgspec.MsgspecError:
            before = None
        same = isinstance(before, type(booking)) and cage.wish(before) == cage.wish(booking)
        if not same or found.stream != stream:
            raise Refusal("key/used", "this key was used for another command; make a new one")
        assert isinstance(before, type(booking))
        return found.version, before

    def entries(self, stream: str) -> Iterator[tuple[int, int, cage.Booked]]:
        """Version, time and booking of everything in a stream."""
        with self.store.reading() as reader:
            yield from corrections.entries(reader, stream)

    def balance(self, player: str) -> Cents:
        """What a player has at the cage."""
        with self.store.reading() as reader:
            return reader.balance(at_cage(player))

    def knows(self, player: str) -> bool:
        """Whether somebody of this name has ever had money here."""
        with self.store.reading() as reader:
            return corrections.knows(reader, player)

    def buy_in(self, player: str, amount: Cents, by: str, key: str = "") -> cage.Bought:
        return self.book(cage.person_stream(player), cage.bought(player, amount, by), by, key)

    def cash_out(self, player: str, amount: Cents, by: str, key: str = "") -> cage.Cashed:
        return self.book(cage.person_stream(player), cage.cashed(player, amount, by), by, key)

    def help_oneself(self, player: str, amount: Cents, most: Cents, key: str = "") -> cage.Bought:
        """Play money without the cage, up to what one may then have there, at every node."""
        wanted = cage.bought(player, amount, player)

        def decision(reader: Reader) -> cage.Bought:
            if reader.balance(at_cage(player)) + amount > most:
                raise Refusal("money/enough", "you have enough play money at the cage", "amount")
            return wanted

        return self.decide(cage.person_stream(player), wanted, decision, player, key)[1]

    def fund(self, bot: str, amount: Cents) -> None:
        """Bots play with money issued as they need it."""
        missing = amount - self.balance(bot)
        if missing > 0:
            self.buy_in(bot, missing, bot)

    def count(self, table: str, found: Cents, by: str, key: str = "") -> cage.Counted:
        """Empty a drop box and compare it with what the books say (Q-22)."""
        box = f"drop/{table_stream(table)}"
        wanted = cage.counted(table, 0, found, by)

        def decision(reader: Reader) -> cage.Counted:
            return cage.counted(table, reader.balance(box), found, by)

        return self.decide(cage.floor_stream(table), wanted, decision, by, key)[1]

    def ask_correction(
        self, asked: cage.CorrectionRequested, key: str = ""
    ) -> tuple[int, cage.CorrectionRequested]:
        """One supervisor asks; the request's number is what another approves."""

        def decision(reader: Reader) -> cage.CorrectionRequested:
            corrections.check_asked(reader, asked)
            return asked

        return self.decide(cage.floor_stream(asked.table), asked, decision, asked.by, key)

    def approve_correction(
        self, table: str, number: int, by: str, amount: Cents, key: str = ""
    ) -> cage.Corrected:
        """Another supervisor approves, bound to the amount; then the money moves, once."""
        wanted = cage.Corrected(number, by, amount, ())

        def decision(reader: Reader) -> cage.Corrected:
            return corrections.approve(reader, table, number, by, amount)

        return self.decide(cage.floor_stream(table), wanted, decision, by, key)[1]

    def withdraw_correction(
        self, table: str, number: int, by: str, key: str = ""
    ) -> cage.CorrectionWithdrawn:
        """Call off a request that waits."""
        wanted = cage.CorrectionWithdrawn(number, by, 0, 0)

        def decision(reader: Reader) -> cage.CorrectionWithdrawn:
            return corrections.withdraw(reader, table, number, by)

        return self.decide(cage.floor_stream(table), wanted, decision, by, key)[1]

    def corrections(self, table: str) -> list[tuple[int, cage.CorrectionRequested]]:
        """Those that wait for approval."""
        found = self.all_corrections(table)
        return [(one.number, one.asked) for one in found if one.waits]

    def all_corrections(self, table: str) -> list[CorrectionStatus]:
        """Those that wait, were made or were withdrawn, as they were asked for."""
        with self.store.reading() as reader:
            return list(corrections.asked_for(reader, table).values())

    def with_corrections(self) -> list[CorrectionStatus]:
        """The corrections of all tables, open or closed."""
        with self.store.reading() as reader:
            streams = reader.streams("floor/")
        tables = [row.stream.removeprefix("floor/") for row in streams]
        return [one for table in tables for one in self.all_corrections(table)]
