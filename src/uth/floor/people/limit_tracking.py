"""Players' own limits in the journal, and the results and sittings that count towards them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

import msgspec

from uth.core.money import Cents
from uth.floor.clock import DAY, HOUR, Clock, Millis, to_micros, to_millis
from uth.floor.people.names import personal_stream
from uth.floor.people.player_limits import PlayerLimits, Sitting
from uth.floor.stream_ranges import round_events, rounds
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.batch import Append, Batch, Entry
from uth.ledger.journal.rounds import RoundQuery, RoundRow, read_table
from uth.ledger.journal.store import Reader, Store
from uth.ledger.journal.table_streams import read_event
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.collection import most_a_banker_owes, player_fee
from uth.table.postings import chips, held
from uth.table.state import Table


class LimitsSet(msgspec.Struct, frozen=True, tag=True):
    """A player's limits as of this event."""

    player: str
    limits: PlayerLimits


_DECODER = msgspec.json.Decoder(LimitsSet)
_Round = tuple[str, int]
"""A table and a round number."""


class _Tally:
    """The round in progress at a table: each player's result so far."""

    def __init__(self) -> None:
        self._bank: Cents = 0
        self.round: defaultdict[str, Cents] = defaultdict(int)

    def add(self, event: e.Event) -> None:
        match event:
            case e.Settled():
                self.round[event.player] += event.paid - event.taken
            case e.FeeTaken() | e.Forfeited():
                self.round[event.player] -= event.amount
            case e.MysteryWon():
                self.round[event.player] += event.amount
            case e.BankTaken():
                self._bank = event.amount
            case e.BankSettled():
                self.round[event.player] += event.amount - self._bank
            case _:
                pass


class StoredLimits:
    """Limits in the store, and the results and sittings of the last day, from the journal.

    Results are tracked only for players whose results were requested: most have no limits.
    """

    def __init__(self, store: Store, clock: Clock, *, shared: bool = False) -> None:
        self._store = store
        self._clock = clock
        self.shared = shared
        """Whether other nodes write too: then limits are read each time."""
        self._seen: dict[str, int] = {}
        """The version up to which each table's journal has been counted."""
        self._known: dict[str, PlayerLimits | None] = {}
        self._tallies: defaultdict[str, _Tally] = defaultdict(_Tally)
        self._results: dict[str, dict[_Round, tuple[Millis, Cents]]] = {}
        self._sittings: defaultdict[str, dict[tuple[str, Millis], Sitting]] = defaultdict(dict)
        self._swept: Millis = 0

    def put(self, player: str, limits: PlayerLimits) -> None:
        stream = personal_stream("limits", player)
        with self._store.reading() as reader:
            version = reader.stream(stream).version
        entry = Entry(LimitsSet.__name__, msgspec.json.encode(LimitsSet(player, limits)))
        self._store.commit(Batch((Append(stream, version, (entry,), at=to_micros(self._clock())),)))
        self._known[player] = limits

    def get(self, player: str) -> PlayerLimits | None:
        if self.shared or player not in self._known:
            limits: PlayerLimits | None = None
            with self._store.reading() as reader:
                for entry in reader.events(personal_stream("limits", player)):
                    limits = _DECODER.decode(entry.body).limits
            self._known[player] = limits
        return self._known[player]

    def results(self, player: str, after: Millis) -> list[Cents]:
        """The player's result in each round that ended after a time, fees included."""
        results = self._results.get(player) or self._read_results(player, after)
        recent = {key: result for key, result in results.items() if result[0] > after}
        self._results[player] = recent
        return [amount for _, amount in recent.values()]

    def _read_results(self, player: str, after: Millis) -> dict[_Round, tuple[Millis, Cents]]:
        """The player's rounds so far from the index; later ones are added as they are closed."""
        results: dict[_Round, tuple[Millis, Cents]] = {}
        query = RoundQuery(player=player, since=to_micros(after))
        with self._store.reading() as reader:
            for row in rounds(reader, query):
                if not row.void:
                    table = row.stream.removeprefix("table/")
                    amount = _round_results(reader, row)[player]
                    results[table, row.round] = to_millis(row.at), amount
        return results

    def under_way(self, player: str) -> Cents:
        """What a player has already lost in rounds that are not over, mostly fees."""
        results = (tally.round.get(player, 0) for tally in self._tallies.values())
        return sum(max(0, -result) for result in results)

    def sittings(self, player: str, after: Millis) -> list[Sitting]:
        """The player's sittings that lasted beyond a time."""
        sittings = self._sittings.get(player, {}).values()
        return [sitting for sitting in sittings if sitting.end is None or sitting.end > after]

    def catch_up(self, reader: Reader, but: Collection[str] = ()) -> None:
        """Count the journals of all tables except those whose commits are followed anyway."""
        for row in reader.streams("table/"):
            table = row.stream.removeprefix("table/")
            if table not in but and self._seen.get(table, 0) < row.version:
                self.count(reader, table)

    def count(self, reader: Reader, table: str) -> None:
        """Count the rest of a table's journal; the first time, that of the last day."""
        stream = table_stream(table)
        if table not in self._seen:
            self._begin(reader, stream, table)
        for entry in reader.events(stream, self._seen[table]):
            self._take(table, read_event(entry), to_millis(entry.at))
            self._seen[table] = entry.version

    def _begin(self, reader: Reader, stream: str, table: str) -> None:
        """People who were at the table when the last day began have been there since."""
        self._seen[table] = 0
        for row in reader.last_rounds(stream, 1, to_micros(self._clock() - DAY)):
            state, at = read_table(row), to_millis(row.at)
            seated = [seat.player for _, seat in state.taken() if not seat.away]
            for player in (*seated, *state.rail):
                self._sittings[player][table, at] = Sitting(at)
            self._seen[table] = row.version

    def sits_at(self, player: str) -> list[str]:
        """The tables where a player is, as far as their journals have been counted."""
        sittings = self._sittings.get(player, {})
        return sorted({table for (table, _), sitting in sittings.items() if sitting.end is None})

    def follow(self, table: str, version: int, events: Iterable[e.Event], at: Millis) -> None:
        """Count the events that lead to a version, unless they were counted before."""
        if self._seen.get(table, 0) < version:
            for event in events:
                self._take(table, event, at)
            self._seen[table] = version

    def _take(self, table: str, event: e.Event, at: Millis) -> None:
        tally = self._tallies[table]
        tally.add(event)
        match event:
            case e.RoundClosed():
                if not event.void:
                    for player in tally.round.keys() & self._results.keys():
                        self._results[player][table, event.round] = at, tally.round[player]
                del self._tallies[table]
            case e.PlayerSeated() | e.PlayerJoined():
                self._sittings[event.player][table, at] = Sitting(at)
            case e.PlayerLeft():
                self._end_sittings(table, event.player, at)
                self._sweep(at)
            case _:
                pass

    def _end_sittings(self, table: str, player: str, at: Millis) -> None:
        for key, sitting in self._sittings[player].items():
            if key[0] == table and sitting.end is None:
                self._sittings[player][key] = Sitting(sitting.begin, at)

    def _sweep(self, now: Millis) -> None:
        """Once an hour, forget everything that is older than a day."""
        if now < self._swept + HOUR:
            return
        self._swept, after = now, now - DAY
        for player, sittings in list(self._sittings.items()):
            for key in [key for key, one in sittings.items() if (one.end or now) <= after]:
                del sittings[key]
            if not sittings:
                del self._sittings[player]
        for player, results in list(self._results.items()):
            if all(at <= after for at, _ in results.values()):
                del self._results[player]
        self._known.clear()


def _round_results(reader: Reader, row: RoundRow) -> defaultdict[str, Cents]:
    """Each player's result in a round."""
    tally = _Tally()
    for entry in round_events(reader, row):
        tally.add(read_event(entry))
    return tally.round


STAKING = (c.Sit, c.Join, c.Wager, c.BackSeat, c.TakeBank)
"""The commands before which a player's own limits are checked."""


def most_lost(rules: Rulebook, command: c.Command) -> Cents:
    """The most that a command can cost, including Play bets to come and fees."""
    if isinstance(command, c.Wager | c.BackSeat):
        largest = max(rules.play.preflop) * command.wagers.get("ante", 0)
        staked = sum(command.wagers.values())
        return staked + largest + player_fee(rules.collection, staked)
    if isinstance(command, c.TakeBank):
        return command.amount + most_a_banker_owes(rules.collection)
    return 0


def may_stake(table: Table, player: str) -> bool:
    """Whether a player can have anything at stake at a table; a quick check for all tables."""
    balances = table.balances
    return held(player) in balances or chips(player) in balances or bool(table.bank.seat)


def at_stake(table: Table, rules: Rulebook, player: str) -> Cents:
    """The most that a player may still lose at a table with what they have staked there.

    A fee counts here until it is taken, and from then on in `under_way`.
    """
    number, owing = table.find(player), table.phase == "betting"
    if number and table.bank.seat == number:
        return table.bank.amount + (most_a_banker_owes(rules.collection) if owing else 0)
    backing = table.backing(player)
    seat = table.seat(number) if number else None
    wagers = seat.wagers if seat else backing[1].wagers if backing else {}
    decided = seat is not None and seat.multiple is not None
    largest = 0 if decided else max(rules.play.preflop) * wagers.get("ante", 0)
    fee = player_fee(rules.collection, sum(wagers.values())) if owing else 0
    return table.staked(player) + largest + fee
