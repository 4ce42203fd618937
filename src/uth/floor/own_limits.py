"""Players' own limits in a running house: kept in the journal, held against what it records."""

from __future__ import annotations

import hashlib
from collections import defaultdict

import msgspec

from uth.core.money import Cents
from uth.floor.clock import DAY, Clock
from uth.floor.keeper import Keeper
from uth.floor.limits import OwnLimits, Sitting
from uth.floor.times import Millis, kept, told
from uth.floor.updates import Published
from uth.ledger.accounts import table_stream
from uth.ledger.batch import Append, Batch, Entry
from uth.ledger.store import Store
from uth.ledger.tables import from_kept
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e


class LimitsKept(msgspec.Struct, frozen=True, tag=True):
    """A player's limits from here on."""

    player: str
    limits: OwnLimits


_DECODER = msgspec.json.Decoder(LimitsKept)


class _Tally:
    """One table's round so far: what it brings each player if it is settled."""

    def __init__(self) -> None:
        self.bank: Cents = 0
        self.round: defaultdict[str, Cents] = defaultdict(int)


class LimitsInHouse:
    """Limits in the store; results and sittings of the last day, made anew from the journal."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[str, OwnLimits | None] = {}
        self._tallies: defaultdict[str, _Tally] = defaultdict(_Tally)
        self._results: defaultdict[str, list[tuple[Millis, Cents, str]]] = defaultdict(list)
        self._sittings: defaultdict[str, dict[tuple[str, Millis], Sitting]] = defaultdict(dict)

    def put(self, player: str, limits: OwnLimits) -> None:
        stream = _stream(player)
        with self._store.reading() as reader:
            version = reader.stream(stream).version
        entry = Entry(LimitsKept.__name__, msgspec.json.encode(LimitsKept(player, limits)))
        self._store.commit(Batch((Append(stream, version, (entry,), at=kept(self._clock())),)))
        self._known[player] = limits

    def get(self, player: str) -> OwnLimits | None:
        if player not in self._known:
            found: OwnLimits | None = None
            with self._store.reading() as reader:
                for entry in reader.events(_stream(player)):
                    found = _DECODER.decode(entry.body).limits
            self._known[player] = found
        return self._known[player]

    def results(self, player: str, after: Millis) -> list[Cents]:
        recent = [found for found in self._results[player] if found[0] > after]
        self._results[player] = recent
        return [cents for _, cents, _ in recent]

    def sittings(self, player: str, after: Millis) -> list[Sitting]:
        found = self._sittings[player]
        for key in [key for key, one in found.items() if one.end is not None and one.end <= after]:
            del found[key]
        return list(found.values())

    def rebuild(self, *tables: str) -> None:
        """The last day of these tables, or of all, once more from their journals.

        After a restart, a take-over or a commit in doubt the journal knows what this node does
        not; what was counted of the same tables before is forgotten.
        """
        after = self._clock() - DAY
        with self._store.reading() as reader:
            names = tables or [row.stream[6:] for row in reader.streams("table/")]
            for name in names:
                self._forget(name)
                for entry in reader.events(table_stream(name)):
                    self._take(name, from_kept(entry), told(entry.at), after)

    def _forget(self, table: str) -> None:
        self._tallies.pop(table, None)
        for player, results in self._results.items():
            self._results[player] = [found for found in results if found[2] != table]
        for sittings in self._sittings.values():
            for key in [key for key in sittings if key[0] == table]:
                del sittings[key]

    def hear(self, news: Published) -> None:
        for event in news.events:
            self._take(news.name, event, news.at, 0)

    def _take(self, table: str, event: e.Event, at: Millis, after: Millis) -> None:
        tally = self._tallies[table]
        match event:
            case e.Settled():
                tally.round[event.player] += event.paid - event.taken
            case e.FeeTaken() | e.Forfeited():
                tally.round[event.player] -= event.amount
            case e.MysteryWon():
                tally.round[event.player] += event.amount
            case e.BankTaken():
                tally.bank = event.amount
            case e.BankSettled():
                tally.round[event.player] += event.amount - tally.bank
            case e.RoundClosed():
                if not event.void and at > after:
                    for player, cents in tally.round.items():
                        self._results[player].append((at, cents, table))
                tally.round.clear()
            case e.PlayerSeated() | e.PlayerJoined():
                self._sittings[event.player][table, at] = Sitting(at)
            case e.PlayerLeft():
                self._end_sittings(table, event.player, at)
            case _:
                pass

    def _end_sittings(self, table: str, player: str, at: Millis) -> None:
        for key, sitting in self._sittings[player].items():
            if key[0] == table and sitting.end is None:
                self._sittings[player][key] = Sitting(sitting.begin, at)


def _stream(player: str) -> str:
    return f"limits/{hashlib.sha256(player.encode()).hexdigest()[:32]}"


STAKING = (c.Sit, c.Join, c.Wager, c.Back, c.TakeBank)
"""The commands before which a player's own limits are asked."""


def most_lost(rules: Rulebook, command: c.Command) -> Cents:
    """The most that a command may come to cost, Play bets to come included."""
    if isinstance(command, c.Wager | c.Back):
        largest = max(rules.play.preflop) * command.wagers.get("ante", 0)
        return sum(command.wagers.values()) + largest
    return command.amount if isinstance(command, c.TakeBank) else 0


def at_stake(keeper: Keeper, player: str) -> Cents:
    """The most that a player may still lose at a table with what he has staked there."""
    table = keeper.table
    number = table.find(player)
    if number and table.bank.seat == number:
        return table.bank.amount
    backing = table.backing(player)
    seat = table.seat(number) if number else None
    wagers = seat.wagers if seat else backing[1].wagers if backing else {}
    decided = seat is not None and seat.multiple is not None
    largest = 0 if decided else max(keeper.rules.play.preflop) * wagers.get("ante", 0)
    return table.staked(player) + largest
