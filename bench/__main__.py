"""Run every measurement and print the tables."""

from __future__ import annotations

from bench import browser, ledger, mathematics, rounds, startup


def main() -> None:
    for part in (startup, rounds, mathematics, ledger, browser):
        print(part.measure(), flush=True)


main()
