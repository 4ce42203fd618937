"""A small house on a store: tables and their meter, each command one batch, from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from uth.core.cards import DECK, Card, parse_cards
from uth.ledger.journal import meter_streams as meters
from uth.ledger.journal.accounts import ISSUED, at_cage, meter_stream, table_stream
from uth.ledger.journal.batch import Append, Batch, Committed
from uth.ledger.journal.bookings import Move, booking_append
from uth.ledger.journal.meter_events import (
    MeterEvent,
    MeterFed,
    MysteryHit,
    TargetDrawn,
    read_meter_event,
)
from uth.ledger.journal.store import Store
from uth.ledger.journal.table_streams import recover, table_append
from uth.rulebook.canonical import canonical, from_canonical
from uth.rulebook.model import Rulebook
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table import events as e
from uth.table.dealing import arrange
from uth.table.decide import opening, transitions
from uth.table.settling.table_settlement import table_hits
from uth.table.state import Table

METER = "link"
STREETS: dict[str, tuple[str, ...]] = {
    "preflop": ("4x", "check", "check"),
    "flop": ("2x", "check", "check"),
    "river": ("1x", "fold"),
}


class Issued(msgspec.Struct, frozen=True, tag=True):
    """Play money for a player, at the cage."""

    player: str
    moves: tuple[Move, ...]


class House:
    """Holds tables and a meter as a floor does; a refused command changes nothing."""

    def __init__(
        self, store: Store, commit: Callable[[Batch], Committed] | None = None, seed: int = 1
    ) -> None:
        self.store = store
        self.commit = commit or store.commit
        self.random = random.Random(seed)
        self.tables: dict[str, Table] = {}
        self.rules: dict[str, Rulebook] = {}
        self.versions: dict[str, int] = {}
        self.epochs: dict[str, int] = {}
        self.meter: meters.Meter | None = None
        self.fed: dict[tuple[str, int], list[MeterFed]] = {}
        self.recover()

    def recover(self) -> None:
        """Read everything from the store."""
        with self.store.reading() as reader:
            for row in reader.streams():
                self.versions[row.stream] = row.version
                kind, _, name = row.stream.partition("/")
                if kind == "table":
                    table = recover(reader, name)
                    self.tables[name] = table
                    self.rules[name] = from_canonical(reader.rulebook(table.rulebook))
                elif kind == "meter":
                    self._recover_meter(reader)

    def _recover_meter(self, reader: Any) -> None:
        self.meter, _ = meters.recover(reader, METER)
        self.fed.clear()
        for event in map(read_meter_event, reader.events(meter_stream(METER))):
            if isinstance(event, MeterFed):
                self.fed.setdefault((event.table, event.round), []).append(event)

    def version(self, stream: str) -> int:
        return self.versions.get(stream, 0)

    def at(self) -> int:
        return 1_700_000_000_000_000 + sum(self.versions.values())

    def send(self, *appends: Append, actor: str = "", key: str = "") -> Committed:
        answer = b"%d" % sum(append.version for append in appends)
        done = self.commit(Batch(appends, actor, key, answer))
        for head in done.heads:
            self.versions[head.stream] = head.version
        return done

    def issue(self, player: str, amount: int, key: str = "") -> Committed:
        event = Issued(player, (Move(ISSUED, at_cage(player), amount),))
        append = booking_append("cage", [event], expected=self.version("cage"), at=self.at())
        return self.send(append, actor=player, key=key)

    def open(self, name: str, house: str = "cardroom-25", rules: Rulebook | None = None) -> None:
        rules = rules or load_house(house)
        self.store.save_rulebook(canonical(rules))
        if rules.progressive.offered and self.meter is None:
            self._open_meter(rules)
        steps = opening(rules)
        self.send(table_append(name, None, steps, expected=0, at=self.at()))
        self.tables[name], self.rules[name] = steps[-1].table, rules

    def _open_meter(self, rules: Rulebook) -> None:
        events = [*meters.open_meter(rules), self._target()]
        append, self.meter = meters.meter_append(
            METER, None, events, rules, expected=0, at=self.at(), salt=self.salt()
        )
        self.send(append)

    def _target(self) -> TargetDrawn:
        return TargetDrawn(self.random.randint(25_000, 25_100))

    def salt(self) -> bytes:
        return self.random.randbytes(32)

    def do(self, name: str, command: c.Command, key: str = "", actor: str = "") -> Committed:
        """A command and its effects on the meter, as one batch."""
        batch = self.decide(name, command)
        done = self.send(*batch[0], actor=actor or "dealer", key=key)
        if not done.repeated:
            self.tables[name] = batch[1]
            if batch[2] is not None:
                self.meter = batch[2]
        return done

    def decide(
        self, name: str, command: c.Command
    ) -> tuple[list[Append], Table, meters.Meter | None]:
        rules, before = self.rules[name], self.tables[name]
        steps = transitions(before, command, rules)
        fed: list[MeterEvent] = []
        meter = self.meter
        done = 0
        while done < len(steps):
            table = steps[-1].table
            more, made, meter = self._follow(name, steps[done].event, table, rules, meter)
            fed += made
            for command in more:
                steps += transitions(steps[-1].table, command, rules)
            done += 1
        table = steps[-1].table
        stream = table_stream(name)
        appends = [
            table_append(
                name,
                before,
                steps,
                expected=self.version(stream),
                at=self.at(),
                salt=self.salt(),
                epoch=self.epochs.get(name, 0),
            )
        ]
        if fed:
            expected = self.version(meter_stream(METER))
            append, meter = meters.meter_append(
                METER, self.meter, fed, rules, expected=expected, at=self.at(), salt=self.salt()
            )
            appends.append(append)
        return appends, table, meter

    def _follow(
        self, name: str, event: e.Event, table: Table, rules: Rulebook, meter: meters.Meter | None
    ) -> tuple[list[c.Command], list[MeterEvent], meters.Meter | None]:
        commands: list[c.Command] = []
        made: list[MeterEvent] = []
        if isinstance(event, e.ProgressiveStaked):
            assert meter is not None
            made = meters.feed(
                meter, rules, name, table.round, seat=event.seat, player=event.player
            )
            first = made[0]
            assert isinstance(first, MeterFed)
            self.fed.setdefault((name, table.round), []).append(first)
            if isinstance(made[-1], MysteryHit):
                commands.append(c.PayMystery(event.seat, made[-1].amount))
                made.append(self._target())
        elif isinstance(event, e.JackpotsClaimed):
            assert meter is not None
            hits = table_hits(rules, table)
            jackpots = meters.award_jackpots(meter, rules, name, table.round, hits)
            made = [jackpots]
            commands.append(c.AwardJackpots(tuple(award[:3] for award in jackpots.awards)))
        elif isinstance(event, e.RoundVoided):
            number = table.round - 1
            made = [meters.take_back(fed) for fed in reversed(self.fed.get((name, number), []))]
        for item in made:
            assert meter is not None
            meter = meters.apply_event(METER, meter, item, rules.progressive)
        return commands, made, meter

    def deck(self) -> tuple[Card, ...]:
        cards = list(DECK)
        self.random.shuffle(cards)
        return tuple(cards)

    def royal(self, name: str) -> tuple[Card, ...]:
        """A deck that gives the first seat a royal flush on the flop."""
        table, rules = self.tables[name], self.rules[name]
        board, cards = parse_cards("Ah Kh Qh 2c 7d"), parse_cards("Jh Th")
        rest = [card for card in self.deck() if card not in (*board, *cards)]
        hands: Mapping[int, tuple[Card, ...]] = {
            number: tuple(cards) if not index else (rest.pop(), rest.pop())
            for index, (number, _) in enumerate(table.in_play())
        }
        return arrange(rules.dealing.procedure, hands, (rest.pop(), rest.pop()), board)

    def sit(self, name: str, seats: int = 2, chips: int = 1_000_000) -> None:
        for seat in range(1, seats + 1):
            player = f"{name}-P{seat}"
            self.issue(player, 2 * chips)
            self.do(name, c.Sit(player, seat, chips))

    def bet(self, name: str) -> None:
        """A player's bank if it is offered, all wagers, and "No more bets"."""
        table, rules = self.tables[name], self.rules[name]
        if table.bank.offered:
            self.do(name, c.TakeBank(table.seat(table.bank.offered).player, 100_000))
        for number, seat in self.tables[name].taken():
            if number != self.tables[name].bank.seat:
                least = table.least(seat)
                wagers = {"ante": least, "blind": least, "trips": least}
                if rules.progressive.offered:
                    wagers["progressive"] = rules.progressive.wager
                self.do(name, c.Wager(seat.player, wagers))
        self.do(name, c.CloseBets())

    def deal(self, name: str, deck: tuple[Card, ...] | None = None) -> None:
        self.do(name, c.Deal(deck or self.deck()))

    def finish(self, name: str) -> None:
        while (actions := STREETS.get(self.tables[name].phase)) is not None:
            for number in range(1, 7):
                seat = self.tables[name].seats[number - 1]
                if seat is not None and seat.to_act:
                    self.do(name, c.Act(seat.player, self.random.choice(actions)))
        while self.tables[name].approval_pending:
            self.do(name, c.Approve("floor", self.tables[name].due[0].paid))

    def play(self, name: str, rounds: int = 1) -> None:
        for _ in range(rounds):
            self.bet(name)
            self.deal(name)
            self.finish(name)

    def play_royal(self, name: str) -> None:
        """Play a round that wins the jackpot."""
        self.bet(name)
        self.deal(name, self.royal(name))
        self.finish(name)

    def spoil(self, name: str) -> None:
        """Deal a round and void it."""
        self.bet(name)
        self.deal(name)
        self.do(name, c.VoidRound("floor", "exposed-card"))
        self.do(name, c.ConfirmVoid("second"))


def balances(store: Store) -> dict[str, int]:
    with store.reading() as reader:
        return {account: amount for account, amount in reader.balances().items() if amount}
