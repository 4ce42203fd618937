"""The package: its name, version and extras, what a command needs, and the wheel."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

import uth
from uth.cli.commands import COMMANDS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
NAME: str = PROJECT["name"]
PROVIDED = {"argon2-cffi": "argon2", "prometheus-client": "prometheus_client"}
"""The module of a distribution, where it is not called the same."""

WITHOUT = """
import sys
from importlib.machinery import PathFinder

class WithoutModules(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        missing = name.partition(".")[0] in MISSING
        return None if missing else super().find_spec(name, path, target)

MISSING = set(sys.argv.pop(1).split(","))
sys.meta_path = [WithoutModules if each is PathFinder else each for each in sys.meta_path]
from uth.cli import main
sys.exit(main())
"""
"""`uth`, where some modules are not installed."""


def extra_of(*names: str) -> set[str]:
    """The distributions of extras, and of the extras that they include."""
    needed: set[str] = set()
    for name in names:
        for each in map(Requirement, EXTRAS[name]):
            needed |= extra_of(*each.extras) if each.name == NAME else {each.name}
    return needed


def modules(distributions: set[str]) -> str:
    return ",".join(PROVIDED.get(each, each) for each in sorted(distributions))


def without(missing: set[str], *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, modules(missing), *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_name_is_the_one_in_every_hint() -> None:
    sentences = json.loads((ROOT / "src/uth/core/texts/en/refusals.json").read_text("utf-8"))
    hints = [each for each in sentences.values() if "pip install" in each]
    assert len(hints) == 2
    assert all(f"pip install '{NAME}[" in hint for hint in hints)
    assert NAME != "uth", "somebody else's package"


def test_the_version_is_in_one_place() -> None:
    assert "version" not in PROJECT
    assert PROJECT["dynamic"] == ["version"]
    assert uth.__version__ == "0.1.0"


def test_extras_include_what_they_build_on() -> None:
    """One extra is enough for each command, and `all` has everything."""
    assert extra_of("web") >= extra_of("floor")
    assert extra_of("export") >= extra_of("floor")
    assert extra_of("pdf") >= extra_of("report") >= extra_of("exact")
    assert extra_of("all") == extra_of(*EXTRAS.keys() - {"all", "dev", "docs"})
    assert {entry.extra for entry in COMMANDS.values()} - {""} <= EXTRAS.keys()
    (uvloop,) = [each for each in map(Requirement, EXTRAS["web"]) if each.name == "uvloop"]
    assert uvloop.marker is not None
    assert not uvloop.marker.evaluate({"sys_platform": "win32"})


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        ("serve --db {db}", "web"),
        ("play --no-browser --db {db}", "web"),
        ("user list --db {db}", "floor"),
        ("audit --db {db}", "floor"),
        ("export - --db {db}", "floor"),
        ("backup {db}.copy --db {db}", "floor"),
        ("readings --db {db}", "floor"),
        ("solve", "exact"),
        ("sidebets california", "exact"),
        ("bank california --seat 10", "exact"),
        ("warmup", "exact"),
        ("advise --cards AhAd", "exact"),
        ("par california --out {db}.par", "report"),
    ],
)
def test_a_command_says_which_extra_it_needs(tmp_path: Path, words: str, extra: str) -> None:
    store = tmp_path / "house.db"
    store.write_text("a store that nothing reads")
    missing = extra_of("all")
    process = without(missing, *words.format(db=store).split())
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.startswith("install/missing: ")
    assert process.stderr.endswith(f"pip install '{NAME}[{extra}]'\n")
    assert process.stderr.count("\n") == 1


def test_without_extras_one_plays_settles_and_gets_advice() -> None:
    missing = extra_of("all")
    words = ["play", "--auto", "--house", "california", "--seed", "1"]
    assert without(missing, *words).returncode == 0
    assert without(missing, "--help").returncode == 0
    advice = without(missing, "advise", "--cards", "KhKd", "--board", "2c3c4d", "--json")
    assert json.loads(advice.stdout)["best"] == "2x"
    assert without(missing, "deal", stdin="").stderr.startswith("usage/wrong")


def test_a_missing_module_of_our_own_is_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from uth.cli import commands

    def broken(**_: object) -> None:
        raise ModuleNotFoundError("planted", name="uth.nothing")

    monkeypatch.setattr(commands.app, "main", broken)
    with pytest.raises(ModuleNotFoundError):
        commands.run(["serve"])


def build(folder: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """Build a wheel as pip does, by the build backend of a source folder."""
    code = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    return subprocess.run(
        [sys.executable, "-c", code, str(out)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def project_copy(folder: Path) -> Path:
    """The project as far as a build reads it, with a small part of the package."""
    package = folder / "src" / "uth"
    package.mkdir(parents=True)
    for name in ("pyproject.toml", "build_hook.py", "README.md", "LICENSE"):
        (folder / name).write_bytes((ROOT / name).read_bytes())
    for name in ("__init__.py", "py.typed"):
        (package / name).write_bytes((ROOT / "src" / "uth" / name).read_bytes())
    return folder


def test_a_wheel_has_the_pages_or_is_not_built(tmp_path: Path) -> None:
    project, out = project_copy(tmp_path / "project"), tmp_path / "out"
    out.mkdir()
    refused = build(project, out)
    assert refused.returncode == 1
    assert "make pages" in refused.stderr.splitlines()[-1]
    assert "Traceback" not in refused.stderr
    pages = project / "src/uth/web/pages/index.html"
    pages.parent.mkdir(parents=True)
    pages.write_text("<!doctype html>")
    (project / ".gitignore").write_text("src/uth/web/pages/\n")
    assert build(project, out).returncode == 0
    (wheel,) = out.iterdir()
    assert wheel.name == f"{NAME.replace('-', '_')}-{uth.__version__}-py3-none-any.whl"
    assert {"uth/web/pages/index.html", "uth/py.typed"} <= {*ZipFile(wheel).namelist()}
