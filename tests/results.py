"""`python -m tests.results FILE…`: the closing line of a run, counted from its JUnit reports."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

OUTCOMES = {"failure": "failed", "error": "failed", "skipped": "skipped"}
"""What an entry in a report says of its test, which passed if it has none of these."""


def outcomes(reports: list[Path]) -> Counter[str]:
    """How many tests passed, failed and were skipped."""
    counted: Counter[str] = Counter(passed=0, failed=0, skipped=0)
    for report in reports:
        for test in ElementTree.parse(report).iter("testcase"):
            said = [OUTCOMES[part.tag] for part in test if part.tag in OUTCOMES]
            counted[said[0] if said else "passed"] += 1
    return counted


def closing_line(counted: Counter[str]) -> str:
    parts = [f"{counted[outcome]} {outcome}" for outcome in ("passed", "failed")]
    if counted["skipped"]:
        parts.append(f"{counted['skipped']} skipped")
    return ", ".join(parts)


def main(reports: list[Path]) -> int:
    """Print the line; 1 where a test failed, or a report has none that passed."""
    each = [outcomes([report]) for report in reports]
    print(closing_line(sum(each, Counter())))
    return int(not each or any(counted["failed"] or not counted["passed"] for counted in each))


if __name__ == "__main__":
    sys.exit(main([Path(name) for name in sys.argv[1:]]))
