"""Session sheets: a player's settled hands, read on from where they were read before, and judged.

What was judged is kept for the players who asked last; nothing of it is hidden from its player.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

import msgspec

from uth.coach.decisions import PlayedRound, played
from uth.coach.sheet import JudgedRound, Sheet, SheetRound, sheet
from uth.core.refusal import Refusal
from uth.floor.jobs.job_messages import JudgeJob
from uth.floor.jobs.job_queue import JobQueue
from uth.floor.records.hand_history import hands
from uth.floor.times import Millis
from uth.floor.times import to_micros as moment
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.rounds import RoundCursor
from uth.ledger.journal.store import Store

MOST_PLAYERS = 200
MOST_HANDS = 2_000
"""How many of a player's last hands are kept."""
BATCH = 20
"""Hands a job, so that others get their turn."""
JOBS = 5
"""Jobs a request; the rest is pending."""


class _Waiting(msgspec.Struct, frozen=True):
    """A settled hand that nobody has judged yet."""

    table: str
    round: int
    at: Millis
    house: str
    rulebook: str
    played: PlayedRound


class _Kept:
    """What is known of one player."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.after: RoundCursor | None = None
        self.waiting: deque[_Waiting] = deque(maxlen=MOST_HANDS)
        self.hands: deque[SheetRound] = deque(maxlen=MOST_HANDS)
        self.unjudged: list[Millis] = []


class SessionSheets:
    """The sheets of a house's players."""

    def __init__(self, store: Store, desk: JobQueue) -> None:
        self._store = store
        self._desk = desk
        self._players: OrderedDict[str, _Kept] = OrderedDict()
        self._rulebooks: dict[str, str] = {}

    async def sheet(self, player: str, since: Millis = 0) -> Sheet:
        """All that is known by now of hands since a time."""
        kept = self._kept(player)
        async with kept.lock:
            await asyncio.to_thread(self._read_on, player, kept)
            for _ in range(JOBS):
                if not kept.waiting:
                    break
                await self._judge(player, kept)
            found = sorted(
                (hand for hand in kept.hands if hand.at >= since), key=lambda hand: hand.at
            )
            pending = sum(hand.at >= since for hand in kept.waiting)
            unjudged = sum(at >= since for at in kept.unjudged)
        return sheet(found, pending, unjudged)

    def _kept(self, player: str) -> _Kept:
        found = self._players.pop(player, None) or _Kept()
        self._players[player] = found
        while len(self._players) > MOST_PLAYERS:
            self._players.popitem(last=False)
        return found

    def _read_on(self, player: str, kept: _Kept) -> None:
        with self._store.reading() as reader:
            for hand in hands(reader, player=player, after=kept.after):
                kept.after = RoundCursor(moment(hand.at), table_stream(hand.table), hand.round)
                part = None if hand.void else played(hand.hand, player)
                if part is None:
                    continue
                if hand.rulebook not in self._rulebooks:
                    self._rulebooks[hand.rulebook] = reader.rulebook(hand.rulebook)
                kept.waiting.append(
                    _Waiting(hand.table, hand.round, hand.at, hand.hand.house, hand.rulebook, part)
                )

    async def _judge(self, player: str, kept: _Kept) -> None:
        """The next hands of one rulebook; they wait on where the work is refused for a time."""
        first = kept.waiting[0].rulebook
        batch = [hand for hand in kept.waiting if hand.rulebook == first][:BATCH]
        job = JudgeJob(self._rulebooks[first], tuple(hand.played for hand in batch))
        try:
            content = await asyncio.wrap_future(self._desk.ask(player, job))
        except Refusal as no:
            if not no.code.startswith("solve/"):
                raise
            kept.unjudged += [hand.at for hand in batch]
        else:
            judged = msgspec.json.decode(content, type=list[JudgedRound])
            kept.hands += [
                SheetRound(hand.table, hand.round, hand.at, hand.house, hand.played, found)
                for hand, found in zip(batch, judged, strict=True)
            ]
        done = {(hand.table, hand.round) for hand in batch}
        left = [hand for hand in kept.waiting if (hand.table, hand.round) not in done]
        kept.waiting = deque(left, maxlen=MOST_HANDS)
