"""`python -m tests.guard.removed_guards [NAME…]`: take every guard away, and see its test fail.

Each row of the table in `docs/security.md` names tests. `removed_guards.toml` has what each guards:
a line of the source, and what it becomes without the guard. A copy of the source is changed so, the
test is run against it, and must fail. A test that passes shows nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "security.md"
SOURCE = ROOT / "src" / "uth"
PATIENCE = 60
"""Seconds that a test waits for what never happens without its guard."""
LONGEST = 400
"""Seconds after which a test that waits without end has failed."""


class Removal(msgspec.Struct, frozen=True):
    """A guard that is taken away, and the test that must notice it."""

    test: str
    file: str
    """Below `src/uth`."""
    old: str
    """Occurs once in the file."""
    new: str = ""

    @property
    def run(self) -> list[str]:
        """How pytest is told to run the test; a contract and a fixture are run by others."""
        file, _, name = self.test.partition(":")
        if "/contract/" in file:
            return ["tests/ledger/test_contract.py", "-k", name.rpartition(".")[2]]
        if file.endswith("conftest.py"):
            return ["tests/web/test_guest_sign_up.py"]
        return [f"{file}::{name}"]


def removals() -> list[Removal]:
    """Each guard; a test may need several."""
    text = Path(__file__).with_suffix(".toml").read_text()
    return msgspec.toml.decode(text, type=dict[str, list[Removal]])["removals"]


def named_tests() -> set[str]:
    """The tests that the table of the page names."""
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    return {test for row in rows for test in re.findall(r"`(tests/[^`]+:[^`]+)`", row)}


def survives(removal: Removal, folder: Path) -> bool:
    """Whether the test passes although its guard is gone."""
    file = folder / "src" / "uth" / removal.file
    text = file.read_text()
    file.write_text(text.replace(removal.old, removal.new))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *removal.run],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder / "src")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return False
    finally:
        file.write_text(text)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stdout.decode()[-2_000:])
    return done.returncode == 0


def copy_of_source(folder: Path) -> None:
    """The source and its tests, whose waits end early."""
    leave_out = shutil.ignore_patterns("__pycache__", "node_modules", "*.pyc")
    for name in ("src", "tests", "docs", "bench", "soak", "examples"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave_out)
    for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile"):
        shutil.copy(ROOT / name, folder / name)
    patience = folder / "tests" / "patience.py"
    patience.write_text(re.sub(r"PATIENCE = \d+", f"PATIENCE = {PATIENCE}", patience.read_text()))


def main(names: list[str]) -> int:
    chosen = [one for one in removals() if not names or any(name in one.test for name in names)]
    survived = []
    with tempfile.TemporaryDirectory() as made:
        copy_of_source(Path(made))
        for number, removal in enumerate(chosen, 1):
            began = time.monotonic()
            alive = survives(removal, Path(made))
            survived += [removal] * alive
            word = "SURVIVES" if alive else "is needed"
            row = (f"{number}/{len(chosen)}", word, removal.test.rpartition(":")[2])
            print(*row, f"{time.monotonic() - began:.0f} s", removal.file, sep=" · ", flush=True)
    print(f"{len(chosen) - len(survived)} of {len(chosen)} guards are shown to be needed")
    return int(bool(survived))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
