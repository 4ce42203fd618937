"""Run every measurement and print the tables."""

from __future__ import annotations

from bench import rounds, startup


def main() -> None:
    for part in (startup, rounds):
        print(part.measure(), flush=True)


main()
