"""Work for chunks: pure, importable by workers, and some of it slow or deadly on purpose."""

from __future__ import annotations

import os
import signal
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from uth.core.refusal import Refusal

Sums = tuple[int, float, Any]

CHUNKS = 24
START: Sums = (0, 0.0, np.zeros(3))


def draw(seed: int, chunk: int) -> Sums:
    """Numbers whose float sum depends on the order in which chunks are combined."""
    generator = np.random.Generator(np.random.Philox(key=[seed, chunk]))
    floats = generator.normal(size=3) * 10.0**chunk
    return 10**30 + chunk, float(floats.sum()), floats


def add(sums: Sums, more: Sums) -> Sums:
    return sums[0] + more[0], sums[1] + more[1], sums[2] + more[2]


def logged_draw(folder: str, seed: int, chunk: int) -> Sums:
    """The same, with a note of every time that a chunk is begun."""
    with (Path(folder) / "begun").open("a") as file:
        file.write(f"{chunk}\n")
    return draw(seed, chunk)


def slow_draw(folder: str, seed: int, chunk: int) -> Sums:
    """The same, slowly."""
    time.sleep(float(os.environ.get("WORK_SECONDS", "0.05")))
    return logged_draw(folder, seed, chunk)


def deadly_draw(folder: str, seed: int, chunk: int) -> Sums:
    """The same, but chunk 7 kills its worker the first time."""
    mark = Path(folder) / "killed"
    if chunk == 7 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return logged_draw(folder, seed, chunk)


def always_deadly(chunk: int) -> Sums:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def refused_at_five(chunk: int) -> Fraction:
    if chunk == 5:
        raise Refusal("cluster/lost")
    return Fraction(1, 3)
