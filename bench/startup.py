"""How long `uth settle` takes beside `python -c pass`."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import interleaved, table

ROUND = {
    "house": "california",
    "options": {"paytable": "UTH-02", "bad_beat": "1"},
    "board": "Ah Kd 7c 7s 2h",
    "dealer": "Qs Qd",
    "banker": 6,
    "bank": "500.00",
    "seats": [
        {
            "seat": 1,
            "cards": "As Ad",
            "play": 4,
            "wagers": {"ante": "10", "blind": "10", "trips": "5", "bad_beat": "5"},
        },
        {"seat": 3, "cards": "9s 8d", "play": "fold", "wagers": {"ante": "10", "blind": "10"}},
    ],
}


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
