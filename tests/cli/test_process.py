"""The installed `uth` command, run in its own process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.example_round import ANSWER, ROUND
from tests.patience import PATIENCE

UTH = str(Path(sys.executable).with_name("uth"))


def uth(
    *words: str, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [UTH, *words],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **(env or {})},
    )


def assert_refused(process: subprocess.CompletedProcess[bytes], code: str) -> None:
    assert process.returncode == 2
    assert process.stdout == b""
    assert process.stderr.count(b"\n") == 1
    assert process.stderr.startswith(code.encode() + b": ")


@pytest.mark.parametrize("words", [["settle"], ["settle", "-"], ["settle", "--", "-"]])
def test_a_round_from_standard_input(words: list[str]) -> None:
    process = uth(*words, stdin=json.dumps(ROUND).encode())
    assert (process.returncode, process.stderr) == (0, b"")
    assert json.loads(process.stdout) == ANSWER


def test_a_round_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND))
    process = uth("settle", str(file))
    assert json.loads(process.stdout) == ANSWER


@pytest.mark.parametrize(
    ("stdin", "code"),
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
def test_bad_input_is_refused_in_one_line(stdin: bytes, code: str) -> None:
    assert_refused(uth("settle", stdin=stdin), code)


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    assert_refused(uth("settle", str(tmp_path / "missing")), "input/unreadable")
    assert_refused(uth("settle", str(tmp_path)), "input/unreadable")
    assert_refused(uth("settle", str(tmp_path / ("x" * 5000))), "input/unreadable")
    assert_refused(uth("settle", str(tmp_path / "two\nlines")), "input/unreadable")


@pytest.mark.parametrize(
    "words",
    [["moon"], ["--moon"], ["settle", "--moon"], ["settle", "-x"], ["settle", "a", "b"], ["deal"]],
)
def test_wrong_usage_is_refused_in_one_line(words: list[str]) -> None:
    assert_refused(uth(*words), "usage/wrong")


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["settle", "--help"], ["deal", "-h"]])
def test_help(words: list[str]) -> None:
    process = uth(*words)
    assert (process.returncode, process.stderr) == (0, b"")
    assert b"Usage: uth" in process.stdout


def test_the_version() -> None:
    assert uth("--version").stdout.startswith(b"uth")


@pytest.mark.parametrize("words", ["settle", "houses", "houses show california"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_broken_pipe_causes_no_traceback(words: str, unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        process = subprocess.run(
            [UTH, *words.split()],
            input=json.dumps(ROUND).encode(),
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    finally:
        os.close(writing)
    assert (process.returncode, process.stderr) == (1, b"")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("words", ["settle", "houses", "houses show moon"])
def test_closed_streams_cause_no_traceback(words: str, closed: str) -> None:
    process = subprocess.run(
        ["sh", "-c", f"{UTH} {words} {closed}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in process.stderr
    assert process.returncode in (0, 2)
    assert process.stdout == b"" or process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("words", ["settle", "houses", "houses show california", "--help"])
def test_a_full_disk_is_reported_in_one_line(words: str) -> None:
    with open("/dev/full", "wb") as full:
        process = subprocess.run(
            [UTH, *words.split()],
            input=json.dumps(ROUND).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert process.returncode == 1
    assert process.stderr.startswith(b"output/unwritable: ")
    assert process.stderr.count(b"\n") == 1


def test_output_can_be_ascii() -> None:
    for words in (["houses"], ["houses", "show", "hollywood-pa"]):
        process = uth(*words, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
        assert (process.returncode, process.stderr) == (0, b"")
        process.stdout.decode("ascii")


def test_settle_imports_nothing_heavy() -> None:
    process = subprocess.run(
        [sys.executable, "-X", "importtime", UTH, "settle"],
        input=json.dumps(ROUND).encode(),
        capture_output=True,
        check=True,
    )
    rows = process.stderr.splitlines()
    loaded = {row.rsplit(b"|", 1)[-1].strip().decode() for row in rows}
    heavy = {"typing", "dataclasses", "pathlib", "msgspec", "click", "tomllib", "fractions", "rich"}
    assert "uth.table.settling.settlement" in loaded
    assert not loaded & heavy


@pytest.mark.slow
def test_ctrl_c_ends_warming_up_without_a_traceback(tmp_path: Path) -> None:
    """A terminal interrupts the whole group; only the command itself answers."""
    with subprocess.Popen(
        [UTH, "warmup"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "UTH_KERNEL_CACHE": str(tmp_path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # else it is inherited
    ) as process:
        started = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        end = time.monotonic() + PATIENCE
        while len(workers := started.read_text().split()) < 4 and time.monotonic() < end:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert len(workers) == 4
    assert "Traceback" not in errors
    assert [worker for worker in workers if Path(f"/proc/{worker}").exists()] == []


def test_a_strategy_is_written_or_priced() -> None:
    assert_refused(uth("strategy"), "usage/wrong")
    assert b"Missing option '--out' or '--value'" in uth("strategy").stderr
    both = uth("strategy", "--out", "mine.uths", "--value", "mine.uths")
    assert_refused(both, "usage/wrong")
    assert b"only one" in both.stderr
