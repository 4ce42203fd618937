"""Long computations in numbered chunks: on threads, on processes, or on a cluster.

A computation is a pure function of a chunk's number, and a function that combines what the chunks
return, in their order. So the result is the same, bit for bit, wherever the chunks run:

    from functools import partial

    from uth.compute.saved_run import SavedRun
    from uth.compute.chunks import run_chunks
    from uth.compute.interrupts import stop_on_interrupt
    from uth.compute.workers import parse_workers

    workers = parse_workers(cluster, count)  # --cluster, --workers; None, None: a thread a core
    saved = SavedRun(Path("work.json"), key="exposure dealer=1 " + rules.digest)
    with stop_on_interrupt() as stop:
        run = run_chunks(
            partial(count_chunk, rules_text, seen),  # (chunk: int) -> result; see below
            chunks=120,
            start=(0, 0),
            combine=lambda sums, more: (sums[0] + more[0], sums[1] + more[1]),
            workers=workers,
            checkpoint=saved,  # optional
            stop=stop,  # optional; a threading.Event
            report=lambda run: show(run.value, run.done, run.chunks),  # optional
        )
    run.value, run.done, run.chunks, run.partial

- The work is a function of a module (or a `functools.partial` of one) with small, picklable
  arguments: processes and machines of a cluster import it. What is expensive to set up, such as
  tables, is made by the worker and remembered there (`functools.cache`).
- `combine(value, result)` returns a new value, and is called in this process, once for each chunk,
  in the order of their numbers. It may also write the result to a file.
- With a checkpoint, values and results are what JSON has, and also integers of any size, tuples,
  Fractions and NumPy arrays. A run that was killed goes on behind the last chunk that was saved.
- A stop ends the run early: `run.partial` is true, and `run.value` has the first `run.done` chunks.
- A refusal that a chunk raises, or a cluster that is lost, ends it early too, with `run.problem`.
- A worker that dies loses nothing: its chunks are computed again. No chunk is combined twice.
- A chunk should take a second or a few: short enough to be lost, long enough to be sent.
- A command makes the line of a partial run with `uth.cli.input.workers.exit_code(run)`.
"""
