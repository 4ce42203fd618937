"""Run every measurement, or those named, and print the tables."""

from __future__ import annotations

import sys
from collections.abc import Callable

from bench import (
    browser,
    environments,
    ledger,
    load,
    mathematics,
    protection,
    rounds,
    simulation,
    startup,
)

PARTS: dict[str, Callable[[], str]] = {
    "startup": startup.measure,
    "rounds": rounds.measure,
    "mathematics": mathematics.measure,
    "environments": environments.measure,
    "simulation": simulation.measure,
    "protection": protection.measure,
    "ledger": ledger.measure,
    "load": load.measure,
    "browser": browser.measure,
}


def main() -> None:
    """`python -m bench` or `python -m bench load browser`."""
    for name in sys.argv[1:] or PARTS:
        if name not in PARTS:
            sys.exit(f"bench/part: there is no part {name}; there are {', '.join(PARTS)}")
        sys.stdout.write(PARTS[name]() + "\n")
        sys.stdout.flush()


main()
