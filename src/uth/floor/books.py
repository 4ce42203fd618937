"""The house's books beside its tables: bookings at the cage and by the floor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from uth.core.money import Cents
from uth.core.refusal import Refusal, shown
from uth.floor import cage
from uth.floor.clock import Clock
from uth.floor.times import Millis, kept, told
from uth.ledger.accounts import at_cage, house, table_stream
from uth.ledger.batch import Batch
from uth.ledger.bookings import booking_append
from uth.ledger.store import Store
from uth.table.wire import to_json

B = TypeVar("B", bound=cage.Booked)
TRIES = 20
"""How often a booking is tried anew when others book in the same stream at the same moment."""


class AskedFor(msgspec.Struct, frozen=True):
    """A correction with its number and who approved it; empty while it waits."""

    number: int
    at: Millis
    asked: cage.CorrectionAsked
    approved_by: str = ""


class Books:
    """Who bought, cashed, counted and corrected what; every booking once, by its key."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self._clock = clock
        self.listeners: list[Callable[[str], None]] = []
        """Told in which stream something was booked."""

    def book(self, stream: str, booking: B, by: str, key: str = "") -> B:
        """Append a booking; a repeated key gives the booking that it made before."""
        for _ in range(TRIES):
            with self.store.reading() as reader:
                version = reader.stream(stream).version
            append = booking_append(stream, [booking], expected=version, at=kept(self._clock()))
            try:
                done = self.store.commit(Batch((append,), by, key, to_json(booking)))
            except Refusal as no:
                if no.code != "journal/version":
                    raise
                continue
            for listener in self.listeners:
                listener(stream)
            before = self.told_before(stream, booking, by, key) if done.repeated else None
            return before[1] if before else booking
        raise Refusal("books/busy", "too many book here at once; try again", stream)

    def told_before(self, stream: str, booking: B, by: str, key: str) -> tuple[int, B] | None:
        """The booking that a key has made, with its version, if it made one.

        One who asks for something else under that key is refused; what the books themselves add
        to a booking may be another today.
        """
        if not key:
            return None
        with self.store.reading() as reader:
            found = reader.answered(by, key)
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
            for entry in reader.events(stream):
                yield entry.version, told(entry.at), cage.DECODER.decode(entry.body)

    def balance(self, player: str) -> Cents:
        """What a player has at the cage."""
        with self.store.reading() as reader:
            return reader.balance(at_cage(player))

    def knows(self, player: str) -> bool:
        """Whether somebody of this name has ever had money here."""
        with self.store.reading() as reader:
            return reader.stream(cage.person_stream(player)).version > 0

    def buy_in(self, player: str, cents: Cents, by: str, key: str = "") -> cage.Bought:
        return self.book(cage.person_stream(player), cage.bought(player, cents, by), by, key)

    def cash_out(self, player: str, cents: Cents, by: str, key: str = "") -> cage.Cashed:
        return self.book(cage.person_stream(player), cage.cashed(player, cents, by), by, key)

    def fund(self, bot: str, cents: Cents) -> None:
        """Bots play with money issued as they need it."""
        missing = cents - self.balance(bot)
        if missing > 0:
            self.buy_in(bot, missing, bot)

    def count(self, table: str, found: Cents, by: str, key: str = "") -> cage.Counted:
        """Empty a drop box and compare it with what the books say (Q-22)."""
        with self.store.reading() as reader:
            expected = reader.balance(f"drop/{table_stream(table)}")
        booking = cage.counted(table, expected, found, by)
        return self.book(cage.floor_stream(table), booking, by, key)

    def ask_correction(
        self, asked: cage.CorrectionAsked, key: str = ""
    ) -> tuple[int, cage.CorrectionAsked]:
        """One supervisor asks; the request's number is what another approves."""
        stream = cage.floor_stream(asked.table)
        before = self.told_before(stream, asked, asked.by, key)
        if before is not None:
            return before
        cage.check_amount(asked.cents)
        if not asked.reason.strip():
            raise Refusal("correction/reason", "a round is corrected for a reason", "reason")
        for account in (asked.source, asked.target):
            if account != house(table_stream(asked.table)) and not account.startswith("player/"):
                sentence = f"{shown(account)} is neither a player's nor this table's account"
                raise Refusal("correction/account", sentence, "source", "Q-21")
        self._need_closed(asked.table, asked.round)
        booking = self.book(stream, asked, asked.by, key)
        number = max(version for version, _, found in self.entries(stream) if found == booking)
        return number, booking

    def _need_closed(self, table: str, round_number: int) -> None:
        with self.store.reading() as reader:
            closed = reader.round(table_stream(table), round_number)
        if closed is None:
            raise Refusal(
                "correction/round", "only a round that is closed can be corrected", "round", "Q-21"
            )

    def approve_correction(
        self, table: str, number: int, by: str, cents: Cents, key: str = ""
    ) -> cage.Corrected:
        """Another supervisor approves, bound to the amount; then the money moves, once."""
        stream = cage.floor_stream(table)
        before = self.told_before(stream, cage.Corrected(number, by, cents, ()), by, key)
        if before is not None:
            return before[1]
        asked: cage.CorrectionAsked | None = None
        for version, _, found in self.entries(stream):
            if version == number and isinstance(found, cage.CorrectionAsked):
                asked = found
            if isinstance(found, cage.Corrected) and found.asked == number:
                raise Refusal("correction/done", "this correction was made already", "number")
        if asked is None:
            raise Refusal("correction/none", "no such correction was asked for", "number")
        return self.book(stream, cage.corrected(asked, number, by, cents), by, key)

    def corrections(self, table: str) -> list[tuple[int, cage.CorrectionAsked]]:
        """Those that wait for approval."""
        found = self.all_corrections(table)
        return [(one.number, one.asked) for one in found if not one.approved_by]

    def all_corrections(self, table: str) -> list[AskedFor]:
        """Those that wait and those that were made, as they were asked for."""
        asked: dict[int, AskedFor] = {}
        for version, at, found in self.entries(cage.floor_stream(table)):
            if isinstance(found, cage.CorrectionAsked):
                asked[version] = AskedFor(version, at, found)
            elif isinstance(found, cage.Corrected):
                asked[found.asked] = replace(asked[found.asked], approved_by=found.by)
        return list(asked.values())

    def with_corrections(self) -> list[AskedFor]:
        """The corrections of all tables, open or closed."""
        with self.store.reading() as reader:
            streams = reader.streams("floor/")
        tables = [row.stream.removeprefix("floor/") for row in streams]
        return [one for table in tables for one in self.all_corrections(table)]
