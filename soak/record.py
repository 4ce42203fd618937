"""What was run so far: counts kept in a file, added to by every run, and told as a page."""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DATA = ROOT / "docs" / "reliability.json"
PAGE = ROOT / "docs" / "reliability.md"
HEAD = """\
# Reliability: what the long runs have shown

Made by `make soak` (`python -m soak [PART…] [--minutes N]`) from `docs/reliability.json`, to which
every run adds its counts. A part that finds something wrong ends with its case and adds nothing.
What each part does is said at the head of its module in `soak/`.
"""


def commit() -> str:
    """The commit whose source is run; marked where the source differs from it."""
    changed = _git("status", "--porcelain", "--", "src")
    return _git("rev-parse", "--short=10", "HEAD") + ("+changes" if changed else "")


def _git(*words: str) -> str:
    run = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout.strip()


def load() -> list[dict[str, Any]]:
    """One entry for each part and commit."""
    found: list[dict[str, Any]] = json.loads(DATA.read_text()) if DATA.exists() else []
    return found


def add(part: str, counts: dict[str, int], seconds: int) -> None:
    """Add a run to those of the same part and commit, and write the page anew."""
    entries, now = load(), commit()
    entry = next((e for e in entries if (e["part"], e["commit"]) == (part, now)), None)
    if entry is None:
        entry = {"part": part, "commit": now, "date": "", "seconds": 0, "runs": 0, "counts": {}}
        entries.append(entry)
    entry["date"] = f"{datetime.now(UTC):%Y-%m-%d}"
    entry["seconds"] += seconds
    entry["runs"] += 1
    for name, count in counts.items():
        entry["counts"][name] = entry["counts"].get(name, 0) + count
    DATA.write_text(json.dumps(entries, indent=1) + "\n")
    PAGE.write_text(render(entries))


def render(entries: list[dict[str, Any]]) -> str:
    """The totals of each part, and the runs that they come from."""
    lines = [HEAD, "## Together", "", "| part | counted | minutes |", "|---|---|---|"]
    for part in dict.fromkeys(entry["part"] for entry in entries):
        own = [entry for entry in entries if entry["part"] == part]
        counts: dict[str, int] = {}
        for entry in own:
            for name, count in entry["counts"].items():
                counts[name] = counts.get(name, 0) + count
        lines.append(f"| {part} | {_told(counts)} | {_minutes(own)} |")
    lines += ["", "## By commit", "", "| part | commit | date | runs | counted | minutes |"]
    lines.append("|---|---|---|---|---|---|")
    for entry in entries:
        row = (entry["part"], f"`{entry['commit']}`", entry["date"], entry["runs"])
        cells = (*row, _told(entry["counts"]), _minutes([entry]))
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join([*lines, ""])


def _told(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def _minutes(entries: list[dict[str, Any]]) -> str:
    tenths = sum(entry["seconds"] for entry in entries) // 6
    return f"{tenths // 10}.{tenths % 10}"
