"""A command under way: events are emitted one by one, each seeing the table after the last."""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table.events import DealerCall, Event
from uth.table.evolve import Transition, transition
from uth.table.state import Table


class Run:
    """What the handlers of commands write to; the table itself is replaced, never changed."""

    __slots__ = ("rules", "table", "transitions")

    def __init__(self, table: Table, rules: Rulebook) -> None:
        self.table: Table = table
        self.rules: Rulebook = rules
        self.transitions: list[Transition] = []

    def emit(self, event: Event, *occasions: str) -> None:
        """Fold an event that rests on the house's clauses for these occasions."""
        if occasions:
            event = replace(event, clauses=self.cite(*occasions))
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

    def call(self, call: str, seat: int = 0, *, discarded: int = 0, **facts: str | int) -> None:
        """A call that the house's document asks for; without a clause there is none."""
        clauses = self.rules.cite(call)
        if clauses:
            self.emit(DealerCall(call, seat, facts, discarded, clauses=clauses))

    def refuse(self, code: str, where: str = "", occasion: str = "", **facts: object) -> NoReturn:
        """Refuse, resting on the house's clause for the occasion."""
        clause = next(iter(self.rules.cite(occasion)), "")
        raise Refusal(code, where, clause, **facts)

    def need_betting(self, what: str) -> None:
        """Refuse what is not done in a round; `what` is one of the texts `during_round`."""
        if self.table.phase != "betting":
            self.refuse("round/under_way", occasion="wagers.closed", what=what)

    def need_name(self, by: str) -> None:
        """Refuse an act of the floor that does not name who does it."""
        if not by.strip():
            self.refuse("floor/name", "by")

    def need_seat_to_play(self) -> None:
        """Refuse a patron who would play standing, where the house seats everybody."""
        if self.rules.cite("seat.standing"):
            self.refuse("seat/standing", "player", "seat.standing")

    def need_round(self) -> None:
        if self.table.phase == "betting":
            self.refuse("round/none")
