"""Run every measurement and print the tables."""

from __future__ import annotations

from bench import ledger, mathematics, rounds, startup


def main() -> None:
    for part in (startup, rounds, mathematics, ledger):
        print(part.measure(), flush=True)


main()
