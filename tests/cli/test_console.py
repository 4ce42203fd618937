"""The real `uth` command in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.example import ANSWER, ROUND

UTH = str(Path(sys.executable).with_name("uth"))


def uth(
    *words: str, given: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [UTH, *words],
        input=given,
        capture_output=True,
        check=False,
        env={**os.environ, **(env or {})},
    )


def refused(done: subprocess.CompletedProcess[bytes], code: str) -> None:
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(code.encode() + b": ")


@pytest.mark.parametrize("words", [["settle"], ["settle", "-"], ["settle", "--", "-"]])
def test_a_round_from_standard_input(words: list[str]) -> None:
    done = uth(*words, given=json.dumps(ROUND).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == ANSWER


def test_a_round_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND))
    done = uth("settle", str(file))
    assert json.loads(done.stdout) == ANSWER


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (b"", "json/broken"),
        (b"{", "json/broken"),
        (b"\xff\xfe", "input/not_utf8"),
        (b"[" * 100_000, "json/broken"),
        (b" " * (5 << 20), "input/too_large"),
        (b'{"\xed\xa0\x80": 1}', "input/not_utf8"),
        (b'{"house": "moon", "board": "", "dealer": "", "seats": []}', "house/unknown"),
    ],
)
def test_bad_input_is_one_line(given: bytes, code: str) -> None:
    refused(uth("settle", given=given), code)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    refused(uth("settle", str(tmp_path / "missing")), "input/unreadable")
    refused(uth("settle", str(tmp_path)), "input/unreadable")
    refused(uth("settle", str(tmp_path / ("x" * 5000))), "input/unreadable")
    refused(uth("settle", str(tmp_path / "two\nlines")), "input/unreadable")


@pytest.mark.parametrize(
    "words",
    [["moon"], ["--moon"], ["settle", "--moon"], ["settle", "-x"], ["settle", "a", "b"], ["deal"]],
)
def test_wrong_words_are_one_line(words: list[str]) -> None:
    refused(uth(*words), "usage/wrong")


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["settle", "--help"], ["deal", "-h"]])
def test_help(words: list[str]) -> None:
    done = uth(*words)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Usage: uth" in done.stdout


def test_the_version() -> None:
    assert uth("--version").stdout.startswith(b"uth")


@pytest.mark.parametrize("words", ["settle", "houses", "houses show california"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_broken_pipe_is_no_traceback(words: str, unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [UTH, *words.split()],
            input=json.dumps(ROUND).encode(),
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("words", ["settle", "houses", "houses show moon"])
def test_closed_streams_are_no_traceback(words: str, closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{UTH} {words} {closed}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2)
    assert done.stdout == b"" or done.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("words", ["settle", "houses", "houses show california", "--help"])
def test_a_full_disk_is_one_line(words: str) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [UTH, *words.split()],
            input=json.dumps(ROUND).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"output/unwritable: ")
    assert done.stderr.count(b"\n") == 1


def test_output_that_knows_only_ascii() -> None:
    for words in (["houses"], ["houses", "show", "hollywood-pa"]):
        done = uth(*words, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
        assert (done.returncode, done.stderr) == (0, b"")
        done.stdout.decode("ascii")


def test_settling_loads_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", UTH, "settle"],
        input=json.dumps(ROUND).encode(),
        capture_output=True,
        check=True,
    )
    loaded = {line.rsplit(b"|", 1)[-1].strip().decode() for line in done.stderr.splitlines()}
    heavy = {"typing", "dataclasses", "pathlib", "msgspec", "click", "tomllib", "fractions", "rich"}
    assert "uth.table.settlement" in loaded
    assert not loaded & heavy
