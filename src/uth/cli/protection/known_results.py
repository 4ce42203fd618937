"""Results that are known already: each computation has a file in the user's cache."""

from __future__ import annotations

import hashlib
from functools import cache, partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import uth.exact
from uth.compute.chunks import ChunkRun, run_chunks
from uth.compute.saved_run import SavedRun
from uth.compute.workers import Workers
from uth.core.user_folders import user_folders
from uth.exact.progress import Report

if TYPE_CHECKING:
    from uth.exact.exposure.seen_cards import Seen
    from uth.exact.solver.game_rules import GameRules


@cache
def mathematics_hash() -> str:
    """A hash of all that results follow from: every source of `uth.exact`."""
    hashed = hashlib.sha256()
    folder = Path(next(iter(uth.exact.__path__)))
    for path in sorted(folder.rglob("*.py")):
        hashed.update(path.relative_to(folder).as_posix().encode())
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]


def saved_run(computation: str, checkpoint: Path | None = None) -> SavedRun | None:
    """The file that a run goes on from and is found in again; None if no file can be written.

    Its key has a hash of the mathematics, so that a change of it begins anew.
    """
    key = f"{mathematics_hash()} {computation}"
    if checkpoint is not None:
        return SavedRun(checkpoint, key)
    try:
        folder = user_folders().user_cache_path / "results"
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".writable"
        probe.touch()
    except (OSError, RuntimeError):
        return None
    name = hashlib.sha256(key.encode()).hexdigest()[:32]
    return SavedRun(folder / f"{name}.json", key, keep=True)


def exposure_run(
    rules: GameRules,
    seen: Seen,
    *,
    workers: Workers,
    stop: Event,
    report: Report,
    checkpoint: Path | None = None,
) -> ChunkRun[Any]:
    """The sums of an exposure, from what is known of it on."""
    from uth.exact.exposure import exposure
    from uth.exact.exposure.seen_cards import chunks

    return run_chunks(
        partial(exposure.exposure_chunk, rules, seen),
        chunks=len(chunks(seen)),
        start=exposure.empty_sums(seen),
        combine=exposure.added,
        workers=workers,
        checkpoint=saved_run(f"exposure {seen} {rules}", checkpoint),
        stop=stop,
        report=lambda run: report(run.done, run.chunks),
    )


def card_effects_run(
    rules: GameRules, *, workers: Workers, stop: Event, report: Report
) -> ChunkRun[Any]:
    """What each card that is gone changes before the flop, by its rank."""
    from uth.exact.collusion import card_effects
    from uth.exact.collusion.sampled_tables import with_rows

    return run_chunks(
        partial(card_effects.effect_chunk, rules),
        chunks=card_effects.CHUNKS,
        start=card_effects.no_effects(),
        combine=with_rows,
        workers=workers,
        checkpoint=saved_run(f"card effects {rules}"),
        stop=stop,
        report=lambda run: report(run.done, run.chunks),
    )
