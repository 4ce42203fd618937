"""The croupier: sends commands to the table, feeds the meters, and passes on visible events."""

from __future__ import annotations

from collections.abc import Callable

from uth.cli.terminal.randomness import Shuffler
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.decide import legal, open_table, refusal
from uth.table.meters import UNITS, link
from uth.table.meters.linked_table import OwnMeters, linked_transitions
from uth.table.state import Table
from uth.table.view import TableView, to_be_seen, view

ShownMeters = dict[str, Cents]
"""What the two meters show, without the hidden value of the mystery."""
Listener = Callable[[e.Event, TableView], None]


class Croupier:
    """One table and its meters; the listener gets each event and the viewer's view after it."""

    def __init__(
        self, rules: Rulebook, randomness: Shuffler, viewer: str, listener: Listener
    ) -> None:
        self.rules = rules
        self.randomness = randomness
        self.viewer = viewer
        self._listener = listener
        self._meters = OwnMeters(rules, link.start(rules.progressive), randomness.between)
        events, table = open_table(rules, practice=True)
        self.table: Table = table
        for event in events:
            listener(event, self.view())

    def view(self) -> TableView:
        """Everything that the person at the screen may see."""
        return view(self.table, self.viewer)

    def view_of(self, player: str) -> TableView:
        """Everything that a bot may see from its seat."""
        return view(self.table, player)

    def meters(self) -> ShownMeters | None:
        if not self.rules.progressive.offered:
            return None
        meters = self._meters.meters
        most = self.rules.progressive.mystery_between[1]
        shown = {"main": meters.main // UNITS, "mystery": meters.mystery // UNITS}
        return {**shown, "must_hit_by": most}

    def legal(self, player: str) -> list[c.Command]:
        return legal(self.table, player, self.rules)

    def refusal(self, command: c.Command) -> Refusal | None:
        """Why a command would be refused now."""
        return refusal(self.table, command, self.rules)

    def actions(self, player: str) -> list[str]:
        """The actions that a player may take on this street."""
        return [command.action for command in self.legal(player) if isinstance(command, c.Act)]

    def send(self, command: c.Command) -> None:
        """Carry out a command; one that is refused raises, and changes nothing."""
        for step in linked_transitions(self.table, command, self.rules, self._meters):
            self.table = step.table
            self._listener(to_be_seen(step.event), self.view())

    def deal(self) -> None:
        self.send(c.Deal(self.randomness.shuffled()))
