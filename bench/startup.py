"""How long `uth settle` takes beside `python -c pass`."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.cli.example_round import ROUND

from bench.measure import interleaved, table


def measure() -> str:
    uth = Path(sys.executable).with_name("uth")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(ROUND, file)
        file.flush()

        def run(*words: object) -> None:
            subprocess.run([str(word) for word in words], stdout=subprocess.DEVNULL, check=True)

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
