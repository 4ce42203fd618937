"""Asking: one question, a default for Enter, help for `?`, a way out, and the clauses' wording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from uth.cli.terminal.symbols import ink
from uth.core.refusal import Refusal


class Leaving(Exception):  # noqa: N818 - going home is no error
    """The person leaves: at his word, because nothing more comes in, or by Ctrl-C."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code = code


Reader = Callable[[str], str]
"""Shows a prompt and gives the line that was typed; EOFError at the end of all input."""

EVERYWHERE = (
    "Everywhere: ? help · w CA-7.5 a clause’s wording · w the clauses of the last round · "
    "t the table · l the last round in full · q leave"
)


class Prompts:
    """Reads answers; what is wrong is told in one sentence, and asked again."""

    def __init__(self, console: Console, read: Reader, clauses: Mapping[str, Any]) -> None:
        self.console = console
        self.clauses = clauses
        self.shortcuts: dict[str, Callable[[], None]] = {}
        self.cited: list[str] = []
        """The clauses that the last round rested on."""
        self.warning = ""
        """What leaving costs now; it is asked once more where there is something to lose."""
        self._read = read

    def line(self) -> str:
        try:
            return self._read("› ").strip()
        except (EOFError, KeyboardInterrupt) as end:
            self.console.print()
            raise Leaving(0 if isinstance(end, EOFError) else 130) from None

    def ask(self, question: Text, default: str, about: str) -> str:
        """The answer to a question, its default for an empty line."""
        self.console.print(question)
        while True:
            answer = self.line()
            word = answer.lower()
            if not answer:
                return default
            if word in ("q", "quit", "exit"):
                self._leave()
            elif word in ("?", "h", "help"):
                self.console.print(ink(f"{about}\n{EVERYWHERE}", "dim"))
            elif word in self.shortcuts:
                self.shortcuts[word]()
            elif word == "w" or word.startswith("w "):
                self._wording(answer[1:].strip())
            else:
                return answer
            self.console.print(question)

    def until(self, question: Text, default: str, about: str, accept: Callable[[str], None]) -> str:
        """Ask until an answer is accepted; each refusal is told as the engine words it."""
        while True:
            answer = self.ask(question, default, about)
            try:
                accept(answer)
            except Refusal as refusal:
                self.refuse(refusal)
            else:
                return answer

    def refuse(self, refusal: Refusal) -> None:
        clause = f" ({refusal.clause})" if refusal.clause else ""
        sentence = refusal.sentence[:1].upper() + refusal.sentence[1:]
        self.console.print(ink(f"{sentence}{clause}", "yellow"))

    def agree(self, question: Text) -> bool:
        self.console.print(question)
        return self.line().lower() in ("y", "yes")

    def _leave(self) -> None:
        if self.warning and not self.agree(ink(f"{self.warning} Leave all the same? y/N")):
            return
        raise Leaving(0)

    def _wording(self, asked: str) -> None:
        found = [asked.upper()] if asked else self.cited
        if not found:
            self.console.print(ink("No clause has been cited yet; try w Q-18", "yellow"))
        for clause in found:
            entry = self.clauses.get(clause)
            if entry is None:
                self.console.print(ink(f"There is no clause {asked[:20]!r}", "yellow"))
            else:
                self.console.print(wording(clause, entry))


def wording(clause: str, entry: Mapping[str, Any], style: str = "") -> Grid:
    """A clause and what it says, as a footnote has it."""
    grid = Grid(box=None, show_header=False, padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True, min_width=7, style="bold")
    grid.add_column()
    grid.add_row(clause, ink(str(entry["wording"])), style=style)
    return grid
