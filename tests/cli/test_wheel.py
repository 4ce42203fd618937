"""A fresh environment with nothing but the wheel plays, settles, solves and serves."""

from __future__ import annotations

import json
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.cli.example_round import ROUND
from tests.cli.test_install import ROOT, build
from tests.patience import PATIENCE

PAGES = ROOT / "src" / "uth" / "web" / "pages"
VERSIONS = ("3.11", "3.12", "3.13")


def _run(*words: object, stdin: str = "", **environment: str) -> str:
    process = subprocess.run(
        [str(word) for word in words],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        | environment,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


def pyenv_roots() -> list[Path]:
    """Where pyenv may have its versions, also where HOME is another folder for the tests."""
    named = os.environ.get("PYENV_ROOT")
    command = shutil.which("pyenv")
    return [
        *([Path(named)] if named else []),
        *([Path(command).resolve().parents[1]] if command else []),
        Path.home() / ".pyenv",
        Path(pwd.getpwuid(os.getuid()).pw_dir) / ".pyenv",
    ]


def python_of(version: str) -> str | None:
    """This machine's Python of a version: this one, one in the PATH, or one of pyenv's."""
    pattern = f"versions/{version}.*/bin/python"
    installed = [path for root in pyenv_roots() for path in sorted(root.glob(pattern))]
    for python in (sys.executable, f"python{version}", *map(str, installed)):
        try:
            words = [python, "-c", "import sys; print(sys.version_info[:2])"]
            printed = subprocess.check_output(words, text=True, stderr=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError):
            continue
        if printed.strip() == str(tuple(map(int, version.split(".")))):
            return python
    return None


def test_pythons_are_found_in_the_folder_of_pyenv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / "versions" / "3.99.1" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\necho '(3, 99)'\n")
    python.chmod(0o755)
    assert python_of("3.99") is None
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "empty"))
    assert python_of("3.99") == str(python)
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert python_of(running) == sys.executable


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    process = build(ROOT, out)
    assert process.returncode == 0, process.stderr
    (built,) = out.iterdir()
    return built


def environment(python: str, folder: Path) -> Path:
    """The command `uth` of a new environment, which is not there yet."""
    _run(python, "-m", "venv", "--without-pip", folder)
    return folder / "bin" / "uth"


def install(uth: Path, *words: object) -> None:
    """Install by this Python's pip into another environment."""
    pip = [sys.executable, "-m", "pip", "--python", uth.with_name("python"), "install", "--quiet"]
    _run(*pip, *words)


@pytest.mark.slow
def test_a_wheel_has_everything(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    sources = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "uth").rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }
    assert sources <= names
    assert any(name.startswith("uth/web/pages/assets/") for name in names)


@pytest.mark.slow
def test_a_fresh_environment_does_it_all(wheel: Path, tmp_path: Path) -> None:
    """Its dependencies are those of the tests; compiling its kernels is for the night."""
    uth = environment(sys.executable, tmp_path / "fresh")
    install(uth, "--no-deps", "--no-index", wheel)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = uth.parents[1] / "lib" / version / "site-packages"
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    plays(uth)
    serves(uth, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("version", VERSIONS)
def test_every_python_does_it_all(version: str, wheel: Path, tmp_path: Path) -> None:
    """With every dependency from the package index, first without extras and then with two."""
    python = python_of(version)
    if python is None:
        pytest.skip(f"this machine has no Python {version}")
    uth = environment(python, tmp_path / "fresh")
    install(uth, wheel)
    plays(uth)
    install(uth, f"uth-poker[exact,web] @ {wheel.as_uri()}")
    solved = json.loads(_run(uth, "solve", "--json"))
    assert solved["ev"] == {"numerator": -50643648973, "denominator": 2317817502000}
    serves(uth, tmp_path)


def plays(uth: Path) -> None:
    """What a base installation does."""
    code = "import uth; print(uth.__file__, uth.Table(seed=1).play_round().number)"
    file, played = _run(uth.with_name("python"), "-W", "error", "-c", code).split()
    assert Path(file).is_relative_to(uth.parents[1])
    assert played == "1"
    assert "You sit down" in _run(uth, "play", "--auto", "--house", "california", "--seed", "1")
    answer = json.loads(_run(uth, "settle", "-", stdin=json.dumps(ROUND)))
    assert answer["seats"][0]["hand"] == "full house, aces full of sevens"
    advice = _run(uth, "advise", "--cards", "KhKd", "--board", "2c3c4d", "--json")
    assert json.loads(advice)["best"] == "2x"


def serves(uth: Path, folder: Path) -> None:
    process = subprocess.Popen(
        [str(uth), "serve", "--db", str(folder / "house.db"), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(address[0], timeout=PATIENCE) as answer:
            page = answer.read()
        assert page == (PAGES / "index.html").read_bytes()
        script = re.search(rb'src="(/assets/[^"]+\.js)"', page)
        assert script is not None
        with urllib.request.urlopen(address[0] + script[1].decode(), timeout=PATIENCE) as answer:
            assert answer.status == 200
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
