"""The cache of compiled kernels, and what never loads them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from uth.cli.commands import run
from uth.exact import compilation
from uth.exact.kernels import cache


def test_the_directory_is_named_after_the_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    directory = cache.choose_directory()
    assert directory.parent == tmp_path
    assert directory == cache.choose_directory()
    copies = tmp_path / "kernels"
    copies.mkdir()
    (copies / "a.py").write_text("1")
    monkeypatch.setattr(cache, "__file__", str(copies / "cache.py"))
    other = cache.choose_directory()
    assert other != directory
    (copies / "a.py").write_text("2")
    assert cache.choose_directory() not in (directory, other)


def test_a_temporary_directory_is_used_if_the_default_one_is_not_writable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setenv(cache.VARIABLE, str(file / "below"))
    directory = cache.choose_directory()
    assert directory.is_dir()
    assert directory.parent == temporary


def test_the_default_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.default_directory() == tmp_path / "uth" / "kernels"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.default_directory().parts[-3:] == (".cache", "uth", "kernels")


def test_an_unknown_kernel_is_not_compiled() -> None:
    assert not cache.is_compiled("no_such_kernel")


LOADED = "import sys; print(sorted({'numpy', 'numba'} & set(sys.modules)))"


@pytest.mark.parametrize(
    "words",
    [
        "import uth.cli.commands",
        "from uth.cli.mathematics import advise, bank, par, sidebets, solve",
        "import uth.table.settling.settlement, uth.rulebook.store, uth.core.hands",
    ],
)
def test_numpy_and_numba_are_not_loaded_before_they_are_needed(words: str) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", f"{words}; {LOADED}"], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize("there", [True, False])
def test_the_first_run_says_that_it_compiles(
    there: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cache, "is_compiled", lambda *names: there)
    assert run(["advise", "--cards", "AhAd"]) == 0
    message = capsys.readouterr().err
    assert message == "" if there else message.startswith("Compiling the solver")


COMPILED = """
from importlib import import_module
from uth.core.cards import parse_cards
from uth.exact import compilation, warmup
from uth.exact.advice import Spot, advise
from uth.exact.kernels.cache import KERNELS
from uth.exact.solver.solve import solve

def signatures():
    return {
        name: list(getattr(import_module(KERNELS[name]), name).signatures)
        for name in KERNELS
    }

for compile_part in warmup.PARTS.values():
    compile_part()
compiled = signatures()
solve()
advise(spot=Spot(parse_cards("AhAd"), parse_cards("2c3c4c"), parse_cards("Kh")))
tasks = compilation.LAST_KERNELS
print([name for name, types in compiled.items() if not types], signatures() == compiled)
print(set().union(*tasks.values()) - compiled.keys(), compilation.needs_compiling(*tasks))
print(warmup.compiled_kernels() == (len(compiled), len(compiled)))
"""


@pytest.mark.slow
def test_warmup_runs_every_kernel_with_its_final_types() -> None:
    """No kernel is left uncompiled, none is compiled again later, and every task is ready."""
    shown = subprocess.run(
        [sys.executable, "-c", COMPILED], capture_output=True, text=True, check=True
    )
    assert shown.stdout == "[] True\nset() False\nTrue\n"


def test_a_task_needs_compiling_until_its_kernels_are_cached(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cache, "DIRECTORY", tmp_path)
    assert compilation.needs_compiling("strategy")
    (tmp_path / "flop_decisions.decide_flops-1.nbi").touch()
    assert not compilation.needs_compiling("strategy")
    assert compilation.needs_compiling("strategy", "positions")
    assert compilation.cache_directory() == tmp_path


@pytest.mark.nightly
def test_uth_warmup_compiles_everything_once(tmp_path: Path) -> None:
    """It says that it compiles; after it, no command compiles anything."""
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
