"""The page of the long runs: counts add up over runs, measurements do not."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest


def test_counts_add_up_and_memory_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = importlib.import_module("soak.record")
    monkeypatch.setattr(record, "DATA", tmp_path / "runs.json")
    monkeypatch.setattr(record, "PAGE", tmp_path / "page.md")
    for warm, late in ((1_000, 1_900), (2_000, 2_050)):
        counts = {"hours": 1, "rounds": 7, record.WARM: warm, record.LATE: late}
        record.add("memory", counts, 60)
    (entry,) = record.load()
    expected = {"hours": 2, "rounds": 14, record.WARM: 2_000, record.LATE: 2_050}
    assert entry["counts"] == expected
    page = record.PAGE.read_text()
    assert "| memory | 2 hours, 14 rounds | 2.0 |" in page
    assert "| 2,000 | 2,050 | 2.50 % |" in page
