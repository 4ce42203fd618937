"""Session sheets: a player's settled hands, read incrementally from the journal and judged.

Judgements are cached for the players who asked last.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

import msgspec
from msgspec.structs import replace

from uth.coach.decisions import played
from uth.coach.sheet import JudgedRound, Sheet, SheetRound, sheet
from uth.core.refusal import Refusal
from uth.floor.clock import Millis, to_micros
from uth.floor.jobs.job_messages import JudgeJob
from uth.floor.jobs.job_queue import JobQueue
from uth.floor.records.hand_history import hands
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.rounds import RoundCursor
from uth.ledger.journal.store import Store

MOST_PLAYERS = 200
MOST_HANDS = 2_000
"""How many of a player's latest hands are cached."""
BATCH = 20
"""Hands per job, so that other jobs get their turn."""
JOBS = 5
"""Jobs per request; the remaining hands are pending."""
UNJUDGED = JudgedRound("", ())


class _PlayerHands:
    """The cached hands of one player."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.after: RoundCursor | None = None
        self.waiting: deque[tuple[str, SheetRound]] = deque(maxlen=MOST_HANDS)
        """The hands that are not judged yet, each with the digest of its rulebook."""
        self.hands: deque[SheetRound] = deque(maxlen=MOST_HANDS)
        self.unjudged: list[Millis] = []


class SessionSheets:
    """The session sheets of all players."""

    def __init__(self, store: Store, jobs: JobQueue) -> None:
        self._store = store
        self._jobs = jobs
        self._players: OrderedDict[str, _PlayerHands] = OrderedDict()
        self._rulebooks: dict[str, str] = {}

    async def sheet(self, player: str, since: Millis = 0, network: str = "") -> Sheet:
        """The sheet of a player's hands since a time, as far as they are judged."""
        cached = self._cached(player)
        async with cached.lock:
            await asyncio.to_thread(self._read_on, player, cached)
            for _ in range(JOBS):
                if not cached.waiting:
                    break
                await self._judge(player, cached, network)
            judged = sorted(
                (hand for hand in cached.hands if hand.at >= since), key=lambda hand: hand.at
            )
            pending = sum(hand.at >= since for _, hand in cached.waiting)
            unjudged = sum(at >= since for at in cached.unjudged)
        return sheet(judged, pending, unjudged)

    def _cached(self, player: str) -> _PlayerHands:
        cached = self._players.pop(player, None) or _PlayerHands()
        self._players[player] = cached
        while len(self._players) > MOST_PLAYERS:
            self._players.popitem(last=False)
        return cached

    def _read_on(self, player: str, cached: _PlayerHands) -> None:
        with self._store.reading() as reader:
            for hand in hands(reader, player=player, after=cached.after, readable=True):
                cached.after = RoundCursor(to_micros(hand.at), table_stream(hand.table), hand.round)
                part = None if hand.void else played(hand.hand, player)
                if part is None:
                    continue
                if hand.rulebook not in self._rulebooks:
                    self._rulebooks[hand.rulebook] = reader.rulebook(hand.rulebook)
                waiting = SheetRound(
                    table=hand.table,
                    round=hand.round,
                    at=hand.at,
                    house=hand.hand.house,
                    played=part,
                    judged=UNJUDGED,
                )
                cached.waiting.append((hand.rulebook, waiting))

    async def _judge(self, player: str, cached: _PlayerHands, network: str) -> None:
        """Judge the next hands of one rulebook; if the job is refused for now they keep waiting."""
        first, _ = cached.waiting[0]
        batch = [hand for rulebook, hand in cached.waiting if rulebook == first][:BATCH]
        job = JudgeJob(self._rulebooks[first], tuple(hand.played for hand in batch))
        try:
            content = await asyncio.wrap_future(self._jobs.ask(player, job, network))
        except Refusal as refusal:
            if not refusal.code.startswith("solve/"):
                raise
            cached.unjudged += [hand.at for hand in batch]
        else:
            judged = msgspec.json.decode(content, type=list[JudgedRound])
            cached.hands += [
                replace(hand, judged=judgement)
                for hand, judgement in zip(batch, judged, strict=True)
            ]
        done = {(hand.table, hand.round) for hand in batch}
        left = [one for one in cached.waiting if (one[1].table, one[1].round) not in done]
        cached.waiting = deque(left, maxlen=MOST_HANDS)
