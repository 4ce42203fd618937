"""Randomness and time enter the floor in one module each; everything else is passed them."""

from __future__ import annotations

import ast
from pathlib import Path

import uth.floor

FLOOR = Path(uth.floor.__file__).parent


def importers(module: str) -> set[str]:
    """The files of the floor that import a module."""
    paths = set()
    for path in FLOOR.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            if module in names:
                paths.add(path.name)
    return paths


def test_randomness_has_one_source() -> None:
    assert importers("secrets") == {"randomness.py"}
    assert importers("random") == importers("numpy.random") == importers("uuid") == set()


def test_time_has_one_source() -> None:
    """The handlers of jobs only measure how long a solve takes."""
    assert importers("time") == {"clock.py", "job_handlers.py"}
    assert importers("datetime") == {"clock.py"}
