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

- **kills** (asked for: 500 on each database): `uth serve` killed with -9 at random moments under
  load, restarted and audited. Nothing acknowledged is lost, nothing happens twice, the money adds
  up.
- **cuts** (as often as there is time): two nodes on one PostgreSQL, the line of one cut, either
  killed. No hand is lost, no jackpot paid twice, no table owned by two.
- **damage** (as often as there is time): copies of a store and its log, cut short or with a flipped
  bit. Each is a prefix of what was acknowledged, and the heads file tells so, or is refused; never
  a wrong balance.
- **simulation** (thousands of seeds): evenings of several nodes with faults of clock, network and
  store. Everything happens once, a table has one owner, meters are right to the fraction.
- **leaks** (100,000 hands): hands through the real server, every byte to every role and every log
  line scanned. No unturned card, no secret seed, no hidden value.
- **messages** (a million): random messages to a real socket. No fault, no change by what is
  refused, no memory left behind.
- **memory** (an hour): one house under load all the time. After warm-up it grows by less than 5 %.
"""
STANDING = ("KiB",)
"""How counts begin that are no counts: they do not add up, and the last one is told."""


WARM, LATE = "KiB when warm", "KiB at the end"


def adds_up(name: str) -> bool:
    return not name.startswith(STANDING)


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
        before = entry["counts"].get(name, 0) if adds_up(name) else 0
        entry["counts"][name] = before + count
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
                if adds_up(name):
                    counts[name] = counts.get(name, 0) + count
        lines.append(f"| {part} | {_told(counts)} | {_minutes(own)} |")
    lines += ["", "## By commit", "", "| part | commit | date | runs | counted | minutes |"]
    lines.append("|---|---|---|---|---|---|")
    for entry in entries:
        row = (entry["part"], f"`{entry['commit']}`", entry["date"], entry["runs"])
        counted = {name: count for name, count in entry["counts"].items() if adds_up(name)}
        cells = (*row, _told(counted), _minutes([entry]))
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join([*lines, "", *_growths(entries)])


def _growths(entries: list[dict[str, Any]]) -> list[str]:
    """Memory when warm and at the end: of the last run at each commit, for they do not add up."""
    found = [entry for entry in entries if {WARM, LATE} <= entry["counts"].keys()]
    if not found:
        return []
    lines = ["## Memory, the last run at each commit", ""]
    lines += [
        "| commit | date | KiB when warm | KiB at the end | growth |",
        "|---|---|---|---|---|",
    ]
    for entry in found:
        warm, late = entry["counts"][WARM], entry["counts"][LATE]
        growth = (late - warm) * 10_000 // warm
        told = f"{'-' if growth < 0 else ''}{abs(growth) // 100}.{abs(growth) % 100:02} %"
        cells = (f"`{entry['commit']}`", entry["date"], f"{warm:,}", f"{late:,}", told)
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def _told(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def _minutes(entries: list[dict[str, Any]]) -> str:
    tenths = sum(entry["seconds"] for entry in entries) // 6
    return f"{tenths // 10}.{tenths % 10}"
