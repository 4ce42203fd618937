"""A command under way: events are emitted one by one, each seeing the table after the last."""

from __future__ import annotations

from typing import NoReturn

from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table.events import DealerCall, Event
from uth.table.evolve import Transition, transition
from uth.table.state import Table


class Run:
    """What the handlers of commands write to; the table itself is replaced, never changed."""

    __slots__ = ("rules", "table", "transitions")

    def __init__(self, table: Table, rules: Rulebook) -> None:
        self.table = table
        self.rules = rules
        self.transitions: list[Transition] = []

    def emit(self, event: Event) -> None:
        step = transition(self.table, event)
        self.transitions.append(step)
        self.table = step.table

    def cite(self, *occasions: str) -> tuple[str, ...]:
        """The clauses of these occasions, each once."""
        if len(occasions) == 1:
            return self.rules.cite(occasions[0])
        return tuple(
            dict.fromkeys(clause for occasion in occasions for clause in self.rules.cite(occasion))
        )

    def call(self, call: str, seat: int = 0, text: str = "") -> None:
        """A step that some document asks for; where none does, nobody calls it."""
        clauses = self.rules.cite(call)
        if clauses:
            self.emit(DealerCall(call, seat, text, clauses))

    def announce(self, call: tuple[str, str] | None, seat: int) -> None:
        """The call that a wager has for an occasion, if it has one."""
        if call:
            self.call(call[0], seat, call[1])

    def refuse(self, code: str, sentence: str, where: str = "", occasion: str = "") -> NoReturn:
        """Refuse, resting on the house's clause for the occasion."""
        clause = next(iter(self.rules.cite(occasion)), "") if occasion else ""
        raise Refusal(code, sentence, where, clause)

    def need_betting(self, what: str) -> None:
        if self.table.phase != "betting":
            self.refuse(
                "round/under_way",
                f"{what} after “No more bets”; wait for the next round",
                "",
                "wagers.closed",
            )

    def need_name(self, by: str) -> None:
        """What the floor does is recorded with who did it."""
        if not by.strip():
            self.refuse("floor/name", "the record names who did it", "by")

    def need_round(self) -> None:
        if self.table.phase == "betting":
            self.refuse("round/none", "no round is under way")
