"""Run every measurement and print the tables."""

from __future__ import annotations

from bench import ledger, load, mathematics, rounds, startup


def main() -> None:
    for part in (startup, rounds, mathematics, ledger, load):
        print(part.measure(), flush=True)


main()
