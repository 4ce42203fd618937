"""Running a simulation in chunks: totals that converge, and every seat-hand to a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from uth.compute.chunks import ChunkRun, run_chunks
from uth.compute.row_files import RowFile
from uth.compute.saved_run import SavedRun
from uth.compute.workers import Workers
from uth.exact.simulation.job import ChunkRows, SimulationJob, simulate_chunk
from uth.exact.simulation.totals import ChunkSums, Combiner, Figures, Totals

Report = Callable[[Figures, ChunkRun[Any]], None]


def run_simulation(
    job: SimulationJob,
    *,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    rows: RowFile | None = None,
    stop: Event | None = None,
    report: Report | None = None,
) -> tuple[Figures, ChunkRun[Any]]:
    """The figures of a simulation, and how its run ended."""
    combiner = Combiner(job.table, job.seed)

    def combine(
        saved: dict[str, Any], result: tuple[ChunkSums, ChunkRows | None]
    ) -> dict[str, Any]:
        sums, dealt = result
        totals, jackpots, mysteries = combiner.add(Totals.load(saved), sums)
        if rows is not None and dealt is not None:
            rows.write(dealt, jackpots, mysteries)
        return totals.saved()

    def show(run: ChunkRun[Any]) -> None:
        if report:
            report(Figures(job.table, Totals.load(run.value)), run)

    run = run_chunks(
        partial(simulate_chunk, job),
        chunks=job.chunks,
        start=combiner.start().saved(),
        combine=combine,
        workers=workers,
        checkpoint=SavedRun(checkpoint, job.key) if checkpoint else None,
        stop=stop,
        report=show,
    )
    return Figures(job.table, Totals.load(run.value)), run
