"""What is expensive is computed once in a run, by whichever worker needs it first."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared import computed_once, run_folder


def test_only_the_first_computes(tmp_path: Path) -> None:
    calls: list[str] = []

    def compute() -> dict[str, list[str]]:
        calls.append("computed")
        return {"calls": [*calls]}

    for _ in range(3):
        assert computed_once(tmp_path, "figures", compute) == {"calls": ["computed"]}
    assert computed_once(tmp_path, "others", lambda: 7) == 7
    assert calls == ["computed"]


def test_what_fails_is_computed_again(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        computed_once(tmp_path, "figures", lambda: 1 // 0)
    assert computed_once(tmp_path, "figures", lambda: 1) == 1


def test_workers_share_the_folder_of_their_run(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path_factory.getbasetemp()
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    assert run_folder(tmp_path_factory) == own
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw1")
    assert run_folder(tmp_path_factory) == own.parent
