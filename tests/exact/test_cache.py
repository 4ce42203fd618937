"""Where compiled kernels are kept, and what never loads them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from uth.cli.commands import run
from uth.exact.kernels import cache


def test_the_place_is_named_after_the_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    place = cache._choose()
    assert place.parent == tmp_path
    assert place == cache._choose()
    copies = tmp_path / "kernels"
    copies.mkdir()
    (copies / "a.py").write_text("1")
    monkeypatch.setattr(cache, "__file__", str(copies / "cache.py"))
    other = cache._choose()
    assert other != place
    (copies / "a.py").write_text("2")
    assert cache._choose() not in (place, other)


def test_a_temporary_place_where_the_usual_one_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setenv(cache.VARIABLE, str(file / "below"))
    place = cache._choose()
    assert place.is_dir()
    assert place.parent == temporary


def test_the_usual_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache._usual_place() == tmp_path / "uth" / "kernels"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache._usual_place().parts[-3:] == (".cache", "uth", "kernels")


def test_what_is_compiled_is_known_by_name() -> None:
    assert not cache.compiled("no_such_kernel")


LOADED = "import sys; print(sorted({'numpy', 'numba'} & set(sys.modules)))"


@pytest.mark.parametrize(
    "words",
    [
        "import uth.cli.commands",
        "import uth.cli.solve, uth.cli.advise, uth.cli.bank, uth.cli.par, uth.cli.sidebets",
        "import uth.table.settlement, uth.rulebook.store, uth.core.hands",
    ],
)
def test_numpy_and_numba_are_not_loaded_before_they_are_needed(words: str) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", f"{words}; {LOADED}"], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize("there", [True, False])
def test_a_first_run_says_why_it_takes_long(
    there: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cache, "compiled", lambda *names: there)
    assert run(["advise", "--cards", "AhAd", "--board", "2c3c4c7d8d"]) == 0
    said = capsys.readouterr().err
    assert said == "" if there else said.startswith("Compiling the solver")


WARMED = """
from importlib import import_module
from uth.core.cards import parse_cards
from uth.exact import warming
from uth.exact.advising import Spot, advise
from uth.exact.kernels.cache import KERNELS
from uth.exact.solving import solve

def signatures():
    return {
        name: list(getattr(import_module(KERNELS[name]), name).signatures)
        for name in warming.kernels()
    }

warming.warm_solve()
warming.warm_rest()
warm = signatures()
solve()
advise(spot=Spot(parse_cards("AhAd"), parse_cards("2c3c4c"), parse_cards("Kh")))
print([name for name, found in warm.items() if not found], signatures() == warm)
"""


@pytest.mark.slow
def test_warming_runs_every_kernel_as_it_is_run_later() -> None:
    """None is left to be compiled, and none is compiled anew for other types."""
    shown = subprocess.run(
        [sys.executable, "-c", WARMED], capture_output=True, text=True, check=True
    )
    assert shown.stdout == "[] True\n"


@pytest.mark.nightly
def test_warmup_compiles_everything_once(tmp_path: Path) -> None:
    """A first run says why it takes long; after it, solving is quick."""
    environment = {"PATH": "", "HOME": str(tmp_path), cache.VARIABLE: str(tmp_path / "kernels")}

    def uth(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "uth", *words],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        )

    assert "Compiling" in uth("warmup").stderr
    before = sorted((tmp_path / "kernels").rglob("*.nbi"))
    assert uth("solve", "--json").stderr == ""
    assert uth("advise", "--cards", "AhAd", "--dead", "Kh", "--board", "2c3c4c").stderr == ""
    assert sorted((tmp_path / "kernels").rglob("*.nbi")) == before
