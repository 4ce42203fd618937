"""The screen: the felt, the announcements since the last answer, and the round's statement."""

from __future__ import annotations

from rich.console import Console, RenderableType
from rich.text import Text

from uth.cli.language import text
from uth.cli.terminal.announcements import announcement
from uth.cli.terminal.croupier import ShownMeters
from uth.cli.terminal.display import signed, styled
from uth.cli.terminal.felt import draw_felt, meter_text, seat_cover_text
from uth.cli.terminal.prompts import wording
from uth.cli.terminal.statement import RoundStatement
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.view import TableView

SILENT = (
    e.TableOpened,
    e.ProgressiveStaked,
    e.FoldsDue,
    e.SettlementBegun,
    e.HandRanked,
    e.Settled,
    e.BankSettled,
    e.RoundClosed,
)
"""Events that are not announced: the felt or the statement shows them."""


class Screen:
    """Gets every visible event, and knows nothing else of the table."""

    def __init__(self, console: Console, rules: Rulebook, you: str, fixed: bool) -> None:
        self.console = console
        self.rules = rules
        self.you = you
        self.last: RoundStatement | None = None
        """The statement of the last settled round."""
        self._fixed = fixed and console.is_terminal
        """Whether the screen is cleared for each picture instead of scrolling."""
        self._announcements: list[Text] = []
        self._statement_due = False
        """Whether a closed round's statement is still to be shown; announcements wait for it."""
        self._current = RoundStatement(rules, you)

    def handle(self, event: e.Event, table: TableView) -> None:
        """Announce an event, or add it to the statement of the round."""
        self._current.add(event, table)
        if isinstance(event, e.RoundClosed) and not self._current.board:
            self._current = RoundStatement(self.rules, self.you)
            return
        if isinstance(event, e.RoundClosed):
            self.last, self._current = self._current, RoundStatement(self.rules, self.you)
            self._announcements.clear()
            self._statement_due = True
            return
        settling = table.phase == "settling" and isinstance(event, e.DealerCall)
        if settling or isinstance(event, SILENT):
            return
        row = announcement(event, self.you)
        if row is not None:
            self._announcements.append(row)
            if not self._statement_due:
                self.console.print(row)

    def show_cover(self, table: TableView) -> None:
        """Say how much of your wagers the bank will cover, before "No more bets"."""
        covered = seat_cover_text(self.rules, table, self.you)
        if covered is not None:
            self.console.print(covered)

    def clear_announcements(self) -> None:
        """Forget what was announced before the last answer."""
        self._announcements.clear()

    def show_table(self, table: TableView, meters: ShownMeters | None) -> None:
        """Draw the felt, with what was announced since the last answer."""
        felt = draw_felt(self.rules, table, self.you, meters, self.console.width)
        if self._fixed:
            self.console.clear()
        self.console.print(felt)
        if self._fixed:
            room = self.console.height - self._height(felt) - 4
            for row in self._announcements[-room:] if room > 0 else ():
                self.console.print(row)

    def _height(self, drawn: RenderableType) -> int:
        return len(self.console.render_lines(drawn))

    def show_statement(
        self, meters: ShownMeters | None, chips: int | None, detail: bool = False
    ) -> None:
        """The statement of the last round, in detail if that fits or is wanted."""
        if self.last is None:
            self.console.print(styled(text("terminal.no_round"), "yellow"))
            return
        rows = self._statement_rows(self.last, meters, chips, detail)
        if self._fixed:
            self.console.clear()
        else:
            self.console.rule(style="green")
        if self._statement_due:
            rows += self._announcements
            self._statement_due = False
        for row in rows:
            self.console.print(row)

    def _statement_rows(
        self, last: RoundStatement, meters: ShownMeters | None, chips: int | None, detail: bool
    ) -> list[RenderableType]:
        """All of it, or as much as fits the screen; `l` and `w` show the rest."""
        foot: list[RenderableType] = [meter_text(meters)] if meters else []
        result = text("terminal.this_round")
        if chips is not None:
            result = text("terminal.this_round_chips", chips=chips)
        foot.append(styled(f"{self.you}: ", "bold") + signed(last.net(self.you)) + f" {result}")
        notes = [wording(clause, "dim") for clause in last.own_clauses()]
        full, short = last.rows(detail=True), last.rows(detail=False)
        if detail or not self._fixed:
            return [*full, *notes, *foot]
        room = self.console.height - 4 - max(len(self._announcements), 2)
        for rows in ([*full, *notes, *foot], [*full, *foot], [*short, *notes, *foot]):
            if sum(map(self._height, rows)) <= room:
                return rows
        return [*short, *foot]
