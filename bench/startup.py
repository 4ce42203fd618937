"""Whole commands beside `python -c pass`: `import uth`, `uth settle`, `uth advise` on a board."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.cli.example_round import ROUND

from bench.measure import interleaved, table

ADVISE = {"river": "2c 7d Js 9h 3s", "flop": "2c 7d Js", "flop of one suit": "2c 7c Jc"}
"""Street → a board for `uth advise`; most boards follow a flop of one suit."""


def measure() -> str:
    return f"{importing()}\n{settling()}\n{advising()}"


def run(*words: object) -> None:
    subprocess.run([str(word) for word in words], stdout=subprocess.DEVNULL, check=True)


def importing() -> str:
    """The library, which imports each of its names on first use."""
    taken = interleaved(
        40,
        nothing=lambda: run(sys.executable, "-c", "pass"),
        library=lambda: run(sys.executable, "-c", "import uth"),
    )
    return table(
        "Start-up: `import uth` (at most 1.5 times)",
        ("command", "median", "ratio"),
        [
            (f"`python -c {code!r}`", f"{taken[name] * 1e3:.1f} ms", f"{ratio:.2f}")
            for name, code in (("nothing", "pass"), ("library", "import uth"))
            for ratio in [taken[name] / taken["nothing"]]
        ],
    )


def advising() -> str:
    """With a house and the wagers that it counts, as JSON."""
    uth = Path(sys.executable).with_name("uth")
    spot = (uth, "advise", "--house", "california", "--cards", "Kh 4d", "--json")
    wagers = ("--wagers", "10,trips=5,bad_beat=5")

    def advise(board: str) -> Callable[[], None]:
        return lambda: run(*spot, *wagers, "--board", board)

    taken = interleaved(
        20,
        nothing=lambda: run(sys.executable, "-c", "pass"),
        **{street: advise(board) for street, board in ADVISE.items()},
    )
    return table(
        "Start-up: `uth advise` on a board (at most 0.25 s)",
        ("command", "median", "ratio"),
        [
            (name, f"{seconds * 1e3:.0f} ms", f"{seconds / taken['nothing']:.1f}")
            for name, seconds in taken.items()
        ],
    )


def settling() -> str:
    uth = Path(sys.executable).with_name("uth")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(ROUND, file)
        file.flush()

        taken = interleaved(
            40,
            nothing=lambda: run(sys.executable, "-c", "pass"),
            settle=lambda: run(uth, "settle", file.name),
        )
    return table(
        "Start-up: `uth settle` (at most 2.5 times)",
        ("command", "median", "ratio"),
        [
            ("`python -c pass`", f"{taken['nothing'] * 1e3:.1f} ms", "1.00"),
            (
                "`uth settle FILE`",
                f"{taken['settle'] * 1e3:.1f} ms",
                f"{taken['settle'] / taken['nothing']:.2f}",
            ),
        ],
    )
