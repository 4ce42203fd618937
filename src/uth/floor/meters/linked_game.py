"""A stand-in for another game on a linked meter (PA-11, LW-12), with simulated players.

It feeds the meter and is paid by it over the same interface as a table, in the same order of
commits, and its rounds are recorded in a stream of its own.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from uth.core.cards import Card
from uth.core.hands import rank_hand
from uth.core.refusal import Refusal
from uth.floor import keys
from uth.floor.clock import Clock, to_micros
from uth.floor.fairness.randomness import Source
from uth.floor.fairness.shuffle import deck_of
from uth.floor.meters.linked_meter import LinkedMeter, MeterChanges
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.bookings import booking_append
from uth.ledger.journal.game_events import (
    DECODER,
    GameEvent,
    GameOpened,
    GamePlayed,
    game_stream,
    implied_moves,
)
from uth.ledger.journal.store import Reader, Store, StoredAnswer
from uth.table.meters import Hit
from uth.table.wagers import PROGRESSIVE
from uth.table.wire import to_json

GAMES = ("three-card-poker", "four-card-poker", "let-it-ride", "dj-wild-stud")
"""The other games that are linked to the Progressive (PA-11)."""
CARDS = 5
MOST_SEATS = 6
MOST_ROUNDS = 100
TRIES = 20
"""How often rounds are retried when tables move the meter at the same moment."""


class GameRounds(msgspec.Struct, frozen=True):
    """What some rounds of a linked game have brought about."""

    game: str
    meter: str
    rounds: tuple[GamePlayed, ...]


def previous_rounds(
    store: Store, game: str, order: tuple[int, int], *, by: str, key: str
) -> GameRounds | None:
    """What a request for so many seats and rounds has played before with this key."""

    def decode(stored: StoredAnswer) -> GameRounds | None:
        if stored.stream != game_stream(game):
            return None
        played = msgspec.json.decode(stored.answer, type=GameRounds)
        same = (len(played.rounds[0].seats), len(played.rounds)) == order
        return played if same else None

    return keys.previous_answer(store, by, key, decode)


class LinkedGame:
    """One game on one meter; everything it knows is in the store."""

    def __init__(
        self, store: Store, link: LinkedMeter, game: str, *, clock: Clock, source: Source
    ) -> None:
        if game not in GAMES:
            raise Refusal("game/unknown", where="game", game=game, games=list(GAMES))
        self._store = store
        self._link = link
        self._clock = clock
        self._source = source
        self.game = game

    def play(
        self, seats: int, rounds: int = 1, *, by: str, key: str = "", deck: tuple[Card, ...] = ()
    ) -> GameRounds:
        """Play rounds and commit them with all that they change on the meter, or none of it."""
        if not 1 <= seats <= MOST_SEATS:
            raise Refusal("game/seats", where="seats", most=MOST_SEATS)
        if not 1 <= rounds <= MOST_ROUNDS:
            raise Refusal("game/rounds", where="rounds", most=MOST_ROUNDS)
        for _ in range(TRIES):
            previous = previous_rounds(self._store, self.game, (seats, rounds), by=by, key=key)
            if previous is not None:
                return previous
            try:
                return self._commit(seats, rounds, by, key, deck)
            except Refusal as refusal:
                if refusal.code != "journal/version":
                    raise
            with self._store.reading() as reader:
                self._link.refresh(reader)
        raise Refusal("meter/busy", where=self._link.name)

    def _commit(
        self, seats: int, rounds: int, by: str, key: str, deck: tuple[Card, ...]
    ) -> GameRounds:
        stream = game_stream(self.game)
        with self._store.reading() as reader:
            version, number = reader.stream(stream).version, self._next_round(reader)
        changes = self._link.run(self._source)
        played = tuple(
            self._round(changes, number + ahead, seats, deck or self._shuffle())
            for ahead in range(rounds)
        )
        opened = () if version else (GameOpened(self.game, self._link.name, by),)
        at = self._clock()
        append = booking_append(stream, [*opened, *played], expected=version, at=to_micros(at))
        appends = (append, *changes.appends(at, self._source(32)))
        answer = GameRounds(self.game, self._link.name, played)
        self._store.commit(Batch(appends, by, key, to_json(answer)))
        after = changes.after()
        if after.version > self._link.state.version:
            self._link.state = after
        return answer

    def _shuffle(self) -> tuple[Card, ...]:
        return deck_of(game_stream(self.game), self._source(32).hex(), {})

    def _next_round(self, reader: Reader) -> int:
        """The number after the last round; a game stays on the meter that it began with."""
        last = 0
        for event in game_events(reader, self.game):
            if isinstance(event, GamePlayed):
                last = event.round
            elif event.meter != self._link.name:
                raise Refusal("game/other_meter", where="meter", meter=event.meter)
        return last + 1

    def _round(
        self, changes: MeterChanges, number: int, seats: int, deck: tuple[Card, ...]
    ) -> GamePlayed:
        """Contributions before the deal, then the hands that win (Q-7)."""
        rules, origin = self._link.rules, game_stream(self.game)
        places = range(1, seats + 1)
        fed = [(seat, changes.feed(origin, number, seat, f"seat {seat}")) for seat in places]
        hands = {seat: rank_hand(deck[CARDS * (seat - 1) : CARDS * seat]) for seat in places}
        hits = tuple(
            Hit(seat, hand) for seat, hand in hands.items() if PROGRESSIVE.shares_meter(rules, hand)
        )
        awards = changes.give(origin, number, hits) if hits else ()
        prizes = rules.progressive.prizes
        shares = [(hit.seat, prizes[hit.hand.category].basis_points or 0) for hit in _highest(hits)]
        played = GamePlayed(
            round=number,
            wager=rules.progressive.wager,
            seats=tuple(places),
            mysteries=tuple((seat, won) for seat, won in fed if won),
            hits=tuple(shares),
            awards=awards,
            prizes=tuple(
                (seat, prize.fixed)
                for seat, hand in hands.items()
                if (prize := prizes.get(hand.category)) and prize.fixed is not None
            ),
        )
        return replace(played, moves=implied_moves(self.game, played))


def _highest(hits: tuple[Hit, ...]) -> list[Hit]:
    return sorted(hits, key=lambda hit: -hit.hand.strength)


def game_events(reader: Reader, game: str) -> list[GameEvent]:
    """Everything that a game has recorded."""
    return [DECODER.decode(entry.body) for entry in reader.events(game_stream(game))]
