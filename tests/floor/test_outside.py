"""What comes from outside comes in at one place each, and everything else has it handed in."""

from __future__ import annotations

import ast
from pathlib import Path

import uth.floor

FLOOR = Path(uth.floor.__file__).parent


def importers(module: str) -> set[str]:
    """The files of the floor that import a module."""
    found = set()
    for path in FLOOR.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            if module in names:
                found.add(path.name)
    return found


def test_randomness_has_one_source() -> None:
    assert importers("secrets") == {"chance.py"}
    assert importers("random") == importers("numpy.random") == importers("uuid") == set()


def test_what_decides_about_people_has_no_clock_of_its_own() -> None:
    pure = {"sessions.py", "lockout.py", "rate.py", "limits.py", "sign_in.py", "passwords.py"}
    pure |= {"shuffle.py", "stream.py", "receipt.py", "mystery.py", "roles.py"}
    assert importers("time") & pure == importers("datetime") & pure == set()
