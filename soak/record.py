"""The record of all runs: counts in a file, and a page made from it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DATA = ROOT / "docs" / "reliability.json"
PAGE = ROOT / "docs" / "reliability.md"
ATTACK = ROOT / "docs" / "attack.json"
"""The last run of the hostile loads."""
HEAD = """\
# Reliability: what the long runs have shown

`make soak` (`python -m soak [PART…] [--minutes N]`) writes this page from `docs/reliability.json`,
to which every run adds its counts. A part that finds an error stops with its case and adds nothing.
The docstring of each module in `soak/` says what the part does.

- **kills** (goal: 500 on each database): `uth serve` is killed with -9 at random moments under
  load, restarted and audited. Nothing acknowledged is lost, nothing happens twice, the money adds
  up.
- **cuts** (as many as time allows): two nodes run on one PostgreSQL; one is disconnected, either is
  killed. No hand is lost, no jackpot is paid twice, no table has two owners.
- **damage** (as many as time allows): copies of a store and its log are truncated or get a flipped
  bit. Each opens as a prefix of what was acknowledged, which the heads file shows, or is refused.
  No balance is ever wrong.
- **simulation** (goal: thousands of seeds): evenings of several nodes with faults of clock, network
  and store. Everything happens once, a table has one owner, meters are right to the fraction.
- **leaks** (goal: 100,000 hands): hands are played through the real server, and every byte to every
  role and every log line is scanned. No face-down card, secret seed or hidden value is sent.
- **messages** (goal: a million): random messages to a real socket. There is no error, no change by
  a refused message, and no memory leak.
- **memory** (goal: an hour): one server under constant load. After warm-up it grows by less than
  5 %.
"""
MEASURED = ("KiB",)
"""The beginnings of names that are measurements: they do not add up, and the last one counts."""


WARM, LATE = "KiB when warm", "KiB at the end"


def adds_up(name: str) -> bool:
    return not name.startswith(MEASURED)


def commit() -> str:
    """The current commit, marked if the source differs from it."""
    changed = _git("status", "--porcelain", "--", "src")
    return _git("rev-parse", "--short=10", "HEAD") + ("+changes" if changed else "")


def _git(*words: str) -> str:
    run = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout.strip()


def load() -> list[dict[str, Any]]:
    """One entry for each part and commit."""
    entries: list[dict[str, Any]] = json.loads(DATA.read_text()) if DATA.exists() else []
    return entries


def add(part: str, counts: dict[str, int], seconds: int) -> None:
    """Add a run to those of the same part and commit, and rewrite the page."""
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
    """The page: totals of each part, and the runs behind them."""
    lines = [HEAD, "## Totals", "", "| part | counted | minutes |", "|---|---|---|"]
    for part in dict.fromkeys(entry["part"] for entry in entries):
        own = [entry for entry in entries if entry["part"] == part]
        counts: dict[str, int] = {}
        for entry in own:
            for name, count in entry["counts"].items():
                if adds_up(name):
                    counts[name] = counts.get(name, 0) + count
        lines.append(f"| {part} | {_listed(counts)} | {_minutes(own)} |")
    lines += ["", "## By commit", "", "| part | commit | date | runs | counted | minutes |"]
    lines.append("|---|---|---|---|---|---|")
    for entry in entries:
        row = (entry["part"], f"`{entry['commit']}`", entry["date"], entry["runs"])
        counted = {name: count for name, count in entry["counts"].items() if adds_up(name)}
        cells = (*row, _listed(counted), _minutes([entry]))
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join([*lines, "", *_hostile_loads(), *_growths(entries)])


def save_attack(
    heads: Sequence[str], rows: Sequence[Sequence[str]], summary: Sequence[str]
) -> None:
    """Replace the figures of the hostile loads."""
    figures = {"heads": heads, "rows": rows, "summary": summary}
    ATTACK.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    PAGE.write_text(render(load()))


def _hostile_loads() -> list[str]:
    """The section of the hostile loads; none before the first run."""
    if not ATTACK.exists():
        return []
    figures = json.loads(ATTACK.read_text())
    table = [figures["heads"], ["---"] * len(figures["heads"]), *figures["rows"]]
    rows = [f"| {' | '.join(row)} |" for row in table]
    return ["## Hostile loads, the last run", "", *figures["summary"], "", *rows, ""]


def _growths(entries: list[dict[str, Any]]) -> list[str]:
    """Memory when warm and at the end, of the last run at each commit."""
    measured = [entry for entry in entries if {WARM, LATE} <= entry["counts"].keys()]
    if not measured:
        return []
    lines = ["## Memory, the last run at each commit", ""]
    lines += [
        "| commit | date | KiB when warm | KiB at the end | growth |",
        "|---|---|---|---|---|",
    ]
    for entry in measured:
        warm, late = entry["counts"][WARM], entry["counts"][LATE]
        growth = (late - warm) * 10_000 // warm
        percent = f"{'-' if growth < 0 else ''}{abs(growth) // 100}.{abs(growth) % 100:02} %"
        cells = (f"`{entry['commit']}`", entry["date"], f"{warm:,}", f"{late:,}", percent)
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def _minutes(entries: list[dict[str, Any]]) -> str:
    tenths = sum(entry["seconds"] for entry in entries) // 6
    return f"{tenths // 10}.{tenths % 10}"
