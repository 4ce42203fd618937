"""What one worker of a run has computed, and the others only read."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")


def run_folder(factory: pytest.TempPathFactory) -> Path:
    """The folder that all workers of this run share; without workers the run's own."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def computed_once(folder: Path, name: str, compute: Callable[[], T]) -> T:
    """The first to ask computes, and those who ask meanwhile wait for the result."""
    with (folder / f"{name}.pickle").open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if content := file.read():
            result: T = pickle.loads(content)
            return result
        result = compute()
        pickle.dump(result, file)
        return result
