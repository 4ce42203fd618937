"""Run parts one after another, each for its share of the minutes, and record their counts."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
import time
import traceback
from collections.abc import Callable
from typing import Protocol, cast

import soak
from soak import record

OWN = ("__main__", "record")
MINUTES = 10


class Part(Protocol):
    """A module of this package: works until `over()`, and returns its counts."""

    def run(self, over: Callable[[], bool]) -> dict[str, int]: ...


def parts() -> list[str]:
    """The names of the modules that are parts."""
    return [module.name for module in pkgutil.iter_modules(soak.__path__) if module.name not in OWN]


def timed(name: str, seconds: int) -> bool:
    """Run a part for this many seconds; returns whether everything was right."""
    part = cast(Part, importlib.import_module(f"soak.{name}"))
    print(f"{name}: {seconds} seconds", flush=True)
    begun = time.monotonic()
    try:
        counts = part.run(lambda: time.monotonic() >= begun + seconds)
    except Exception:
        traceback.print_exc()
        print(f"{name}: WRONG; nothing is counted", flush=True)
        return False
    record.add(name, counts, round(time.monotonic() - begun))
    print(f"{name}: {counts}", flush=True)
    return True


def main() -> int:
    known = parts()
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(known))
    parser.add_argument("--minutes", type=int, default=MINUTES, help="for all parts together")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(known):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    chosen = arguments.parts or known
    seconds = arguments.minutes * 60 // max(1, len(chosen))
    good = [timed(name, seconds) for name in chosen]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
