"""Names that people are shown by: a person keeps an id for good, and may take a name for it."""

from __future__ import annotations

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import Clock, to_micros
from uth.floor.people.accounts import plain_name
from uth.floor.people.names import GUEST, is_reserved, look, personal_stream
from uth.floor.people.session_changes import Cache, SessionChanges
from uth.ledger.journal.batch import Append, Batch, Entry
from uth.ledger.journal.store import Store

RANGES = ((9_000, 1_000), (900_000, 100_000), (2**64, 0))
"""The numbers of guests: four digits, six if those are taken, or the whole id."""


class NameTaken(msgspec.Struct, frozen=True, tag=True):
    """A person is shown by a name; without a person, the name is free again."""

    name: str
    person: str


_DECODER = msgspec.json.Decoder(NameTaken)


def _stream(key: str) -> str:
    return personal_stream("names", key)


def _look_key(name: str) -> str:
    """No name contains a slash, so that this is no name's own key."""
    return f"look/{look(name)}"


def _keys(name: str) -> tuple[str, ...]:
    """Whose events say who has a name; that of a numbered guest looks like no other's."""
    plain = plain_name(name)
    return (plain,) if is_reserved(name) else (plain, _look_key(name))


class DisplayNames:
    """Whose name is which, in the journal: a stream for each name, its look, and each person."""

    def __init__(self, store: Store, clock: Clock, changes: SessionChanges) -> None:
        self._store = store
        self._clock = clock
        self._changes = changes
        self._cache = Cache(changes, self._read)

    def _read(self, key: str) -> NameTaken:
        last = NameTaken("", "")
        with self._store.reading() as reader:
            for entry in reader.events(_stream(key)):
                last = _DECODER.decode(entry.body)
        return last

    def _last(self, key: str) -> NameTaken:
        return self._cache.get(key) or NameTaken("", "")

    def person(self, name: str) -> str:
        """The id that a name belongs to; the name itself if nobody has taken it."""
        plain = plain_name(name)
        return self._last(plain).person or plain

    def looks_like(self, name: str) -> str:
        """Whose name a name looks like; empty if nobody's."""
        return self._last(_look_key(name)).person

    def shown(self, person: str) -> str:
        """The name that a person is shown by."""
        return self._last(person).name or person

    def appends(self, name: str, person: str) -> tuple[Append, ...]:
        """What the journal gets when a person takes a name; their last one is free again."""
        name, at = name.strip(), to_micros(self._clock())
        taken = NameTaken(name, person)
        events = dict.fromkeys((person, *_keys(name)), taken)
        before = self._read(person).name
        for key in _keys(before) if before else ():
            events.setdefault(key, NameTaken(before, ""))
        with self._store.reading() as reader:
            versions = {key: reader.stream(_stream(key)).version for key in events}
        return tuple(
            Append(_stream(key), versions[key], (_entry(event),), at=at)
            for key, event in events.items()
        )

    def take(self, name: str, person: str) -> None:
        """Let a person be shown by a name; of two who choose it at once, one gets it."""
        try:
            self._changes.commit(_stream(person), Batch(self.appends(name, person)))
        except Refusal as refusal:
            if refusal.code == "journal/version":
                raise Refusal("name/taken", where="name") from None
            raise
        self.forget()

    def number_guest(self, guest: str) -> None:
        """Give a new guest a number that nobody has, nor takes at the same moment."""
        id_number = int(guest.removeprefix(GUEST), 16)
        for count, least in RANGES:
            name = f"Guest {id_number % count + least}"
            if self._read(plain_name(name)).person:
                continue
            try:
                self._store.commit(Batch(self.appends(name, guest)))
            except Refusal as refusal:
                if refusal.code != "journal/version":
                    raise
            else:
                return

    def forget(self) -> None:
        """Read names again that this process has changed."""
        self._cache.clear()


def _entry(event: NameTaken) -> Entry:
    return Entry(NameTaken.__name__, msgspec.json.encode(event))
