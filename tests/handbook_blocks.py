"""The code blocks of the handbook's pages, and how each is run."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.patience import PATIENCE
from tests.web.uth_process import Process
from uth.cli.commands import run

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(\w+)(?: \{\.([\w-]+)\})?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAVED = re.compile(r"[Ss]ave\s+this\s+as\s+\*([\w.-]+)\*")
ADDRESS = "http://127.0.0.1:8410"
"""The address of the handbook's server; the tests' own has another port."""
FEWER = ("range(1_000)", "range(10)")
"""A program of the handbook plays many rounds; here a few show that it works."""
START = "import sys; from uth.cli import main; sys.exit(main())"


class Block(msgspec.Struct, frozen=True):
    """A fenced block: its language, how it says that it is run, and its text."""

    language: str
    how: str
    text: str
    before: str
    """The text between the block before and this one."""


class Command(msgspec.Struct, frozen=True):
    """A command of a console block, and the output that the page shows for it."""

    text: str
    output: tuple[str, ...]


def blocks(page: Path) -> list[Block]:
    text, end, made = page.read_text("utf-8"), 0, []
    for match in BLOCK.finditer(text):
        made.append(Block(match[1], match[2] or "", match[3], text[end : match.start()]))
        end = match.end()
    return made


def commands(text: str) -> Iterator[Command]:
    """Lines that begin with a dollar are commands, those that follow are output."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *output = part.rstrip("\n").split("\n")
        yield Command(command, tuple(output))


class Sandbox:
    """Runs the blocks of one page in one folder, its Python in one namespace."""

    def __init__(
        self, folder: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
    ) -> None:
        self.folder = folder
        self._capsys = capsys
        self._patch = patch
        self._names: dict[str, Any] = {"__name__": "handbook"}
        self._server: Process | None = None
        wrapper = folder / "bin" / "uth"
        wrapper.parent.mkdir()
        wrapper.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{START}' \"$@\"\n")
        wrapper.chmod(0o755)

    def run(self, block: Block) -> None:
        if saved := SAVED.findall(block.before):
            self.folder.joinpath(saved[-1]).write_text(block.text)
        match block.language, block.how:
            case "python", "":
                self._python(block.text)
            case "console", "" | "refused":
                for command in commands(block.text):
                    self._command(command, refused=block.how == "refused")
            case "console", "serve":
                (command,) = commands(block.text)
                self._serve(command.text)

    def close(self) -> None:
        if self._server is not None:
            self._server.kill()

    def _address(self, text: str) -> str:
        return text.replace(ADDRESS, self._server.url) if self._server else text

    def _python(self, text: str) -> None:
        with redirect_stdout(io.StringIO()):
            shorter = self._address(text).replace(*FEWER)
            exec(compile(shorter, "handbook", "exec"), self._names)

    def _serve(self, text: str) -> None:
        uth, serve, *words = shlex.split(text)
        assert (uth, serve) == ("uth", "serve")
        self._server = Process("serve", *words, "--port", "0")

    def _command(self, command: Command, *, refused: bool) -> None:
        text = self._address(command.text)
        given, _, last = text.rpartition(" | ")
        plain = last.startswith("uth ") and not re.search(r"[|<>$`&]", last)
        code, printed = self._in_process(last, given) if plain else self._in_shell(text)
        assert code == (2 if refused else 0), f"{text}: {printed}"
        for row in command.output:
            assert row.strip() in printed, f"{text} does not print: {row}"

    def _in_process(self, text: str, given: str) -> tuple[int, str]:
        """A command of ours, with the output of another one as its input."""
        piped = self._in_shell(given)[1] if given else ""
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(piped.encode())))
        self._capsys.readouterr()
        code = run(shlex.split(text, comments=True)[1:])
        return code, "".join(self._capsys.readouterr())

    def _in_shell(self, text: str) -> tuple[int, str]:
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        ended = subprocess.run(
            ["bash", "-c", text],
            cwd=self.folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return ended.returncode, ended.stdout + ended.stderr
