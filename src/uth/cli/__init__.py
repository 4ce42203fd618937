"""The `uth` command."""

from __future__ import annotations


def main() -> int:
    raise SystemExit("uth: not here yet")
