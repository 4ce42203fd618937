"""Prompts: one question, a default for Enter, help, clause wordings, and a way to leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rich.console import Console
from rich.table import Table as Grid

from uth.cli.language import language, text
from uth.cli.terminal.display import styled
from uth.core.refusal import Refusal
from uth.rulebook import store


class LeaveTable(Exception):  # noqa: N818 - leaving is not an error
    """The person leaves: by `q`, at the end of input, or by Ctrl-C."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code = code


Answer = TypeVar("Answer")
Reader = Callable[[str], str]
"""Shows a prompt and returns what was typed; raises EOFError at the end of input."""


class Prompts:
    """Asks questions until an answer is accepted."""

    def __init__(self, console: Console, read: Reader) -> None:
        self.console = console
        self.shortcuts: dict[str, Callable[[], None]] = {}
        self.cited: list[str] = []
        """The clauses that the last round cited."""
        self.leave_warning = ""
        """What leaving costs now; if it costs anything, leaving has to be confirmed."""
        self._read = read

    def read_answer(self) -> str:
        try:
            return self._read("› ").strip()
        except (EOFError, KeyboardInterrupt) as end:
            self.console.print()
            raise LeaveTable(0 if isinstance(end, EOFError) else 130) from None

    def ask(self, key: str, help_key: str, default: str = "", **facts: object) -> str:
        """Ask once; an empty answer is the default, which the question names."""
        prompt = styled(text(key, **facts), "bold")
        if default:
            prompt += styled(f"   {text('terminal.enter', default=default)}", "dim")
        self.console.print(prompt)
        while True:
            answer = self.read_answer()
            word = answer.lower()
            if not answer:
                return default
            if word in ("q", "quit", "exit"):
                self._leave()
            elif word in ("?", "h", "help"):
                self.console.print(styled(f"{text(help_key)}\n{text('terminal.help')}", "dim"))
            elif word in self.shortcuts:
                self.shortcuts[word]()
            elif word == "w" or word.startswith("w "):
                self._show_wording(answer[1:].strip())
            else:
                return answer
            self.console.print(prompt)

    def ask_until_accepted(
        self,
        key: str,
        default: str,
        accept: Callable[[str], Answer],
        help_key: str = "terminal.help_amount",
        **facts: object,
    ) -> Answer:
        """Ask again as long as `accept` refuses the answer; what it returns is the result."""
        while True:
            answer = self.ask(key, help_key, default, **facts)
            try:
                return accept(answer)
            except Refusal as refusal:
                self.show_refusal(refusal)

    def show_refusal(self, refusal: Refusal) -> None:
        clause = f" ({refusal.clause})" if refusal.clause else ""
        sentence = refusal.sentence_in(language())
        sentence = f"{sentence[:1].upper()}{sentence[1:]}."
        self.console.print(styled(f"{sentence}{clause}", "yellow"))

    def _leave(self) -> None:
        if self.leave_warning:
            self.console.print(styled(text("terminal.leave", warning=self.leave_warning)))
            if self.read_answer().lower() not in ("y", "yes"):
                return
        raise LeaveTable(0)

    def _show_wording(self, wanted: str) -> None:
        clauses = [wanted.upper()] if wanted else self.cited
        if not clauses:
            self.console.print(styled(text("terminal.no_clauses"), "yellow"))
        for clause in clauses:
            if clause in store.clause_list():
                self.console.print(wording(clause))
            else:
                self.console.print(styled(text("terminal.no_clause", clause=wanted[:20]), "yellow"))


def wording(clause: str, style: str = "") -> Grid:
    """A clause and its wording, as a footnote."""
    grid = Grid(box=None, show_header=False, padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True, min_width=7, style="bold")
    grid.add_column()
    grid.add_row(clause, styled(store.clause_list()[clause]["wording"]), style=style)
    return grid
