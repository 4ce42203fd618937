"""The screen: the felt, what was said since the last answer, and the statement after a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from uth.cli.terminal import symbols as marks
from uth.cli.terminal.calls import told
from uth.cli.terminal.croupier import ShownMeters
from uth.cli.terminal.felt import felt, meter_line
from uth.cli.terminal.prompts import wording
from uth.cli.terminal.statement import RoundStatement
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.view import TableView

IN_STATEMENT = (e.HandRanked, e.Settled, e.SettlementBegun, e.BankSettled, e.RoundClosed)


class Screen:
    """Hears every event that may be seen, and knows nothing else of the table."""

    def __init__(
        self, console: Console, rules: Rulebook, you: str, clauses: Mapping[str, Any], still: bool
    ) -> None:
        self.console = console
        self.rules = rules
        self.you = you
        self.clauses = clauses
        self.last: RoundStatement | None = None
        """The statement of the last round that was settled."""
        self._still = still and console.is_terminal
        """Whether the table stays in one place of the screen instead of scrolling by."""
        self._said: list[Text] = []
        self._owed = False
        """Whether a round was closed and its statement not yet shown; what follows waits."""
        self._now = RoundStatement(rules, you)

    def hear(self, event: e.Event, table: TableView) -> None:
        self._now.hear(event, table)
        if isinstance(event, e.RoundClosed):
            self.last, self._now = self._now, RoundStatement(self.rules, self.you)
            self._said.clear()
            self._owed = True
            return
        settling = table.phase == "settling" and isinstance(event, e.DealerCall)
        line = None if settling or isinstance(event, IN_STATEMENT) else told(event, self.you)
        if line is not None:
            self.say(line)

    def say(self, line: Text) -> None:
        self._said.append(line)
        if not self._owed:
            self.console.print(line)

    def answered(self) -> None:
        """What was said before the answer is old now."""
        self._said.clear()

    def frame(self, table: TableView, meters: ShownMeters | None) -> None:
        """The felt as it stands, with what was said since the last answer."""
        drawn = felt(self.rules, table, self.you, meters, self.console.width)
        if self._still:
            self.console.clear()
        self.console.print(drawn)
        if self._still:
            room = self.console.height - self._height(drawn) - 4
            for line in self._said[-room:] if room > 0 else ():
                self.console.print(line)

    def _height(self, drawn: RenderableType) -> int:
        return len(self.console.render_lines(drawn))

    def statement(
        self, meters: ShownMeters | None, chips: int | None, detail: bool = False
    ) -> None:
        """The last round's statement: in detail where that fits, or is asked for."""
        if self.last is None:
            self.console.print(marks.ink("No round has been settled yet", "yellow"))
            return
        lines = self._fitting(self.last, meters, chips, detail)
        if self._still:
            self.console.clear()
        else:
            self.console.rule(style="green")
        if self._owed:
            lines += self._said
            self._owed = False
        for line in lines:
            self.console.print(line)

    def _fitting(
        self, last: RoundStatement, meters: ShownMeters | None, chips: int | None, detail: bool
    ) -> list[RenderableType]:
        """All of it, or as much as the screen has lines for; `l` and `w` show the rest."""
        foot: list[RenderableType] = [meter_line(meters)] if meters else []
        net = marks.ink("You: ", "bold") + marks.signed(last.net(self.you)) + " this round"
        foot.append(net + (f", {marks.money(chips)} in chips" if chips is not None else ""))
        notes = [wording(clause, self.clauses[clause], "dim") for clause in last.own_clauses()]
        full, short = last.lines(detail=True), last.lines(detail=False)
        if detail or not self._still:
            return [*full, *notes, *foot]
        room = self.console.height - 4 - max(len(self._said), 2)
        for lines in ([*full, *notes, *foot], [*full, *foot], [*short, *notes, *foot]):
            if sum(map(self._height, lines)) <= room:
                return lines
        return [*short, *foot]
