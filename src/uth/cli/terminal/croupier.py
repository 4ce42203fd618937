"""The croupier: sends commands to the table, feeds the meters, and passes on visible events."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from uth.cli.terminal.randomness import Randomness
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table import link
from uth.table.closing import spots
from uth.table.decide import legal, open_table, refusal, step
from uth.table.evolve import evolve
from uth.table.meters import UNITS
from uth.table.settlement import jackpot_hits
from uth.table.state import Table
from uth.table.view import TableView, to_be_seen, view


class ShownMeters(msgspec.Struct, frozen=True):
    """What the two meters show, without the hidden value of the mystery."""

    main: Cents
    mystery: Cents
    must_hit_by: Cents


Listener = Callable[[e.Event, TableView], None]


class Croupier:
    """One table and its meters; the listener gets each event and the viewer's view after it."""

    def __init__(
        self, rules: Rulebook, randomness: Randomness, viewer: str, listener: Listener
    ) -> None:
        self.rules = rules
        self.randomness = randomness
        self.viewer = viewer
        self._listener = listener
        self._meters = link.start(rules.progressive) if rules.progressive.offered else None
        events, self.table = open_table(rules)
        for event in events:
            listener(event, self.view())

    def view(self) -> TableView:
        """Everything that the person at the screen may see."""
        return view(self.table, self.viewer)

    def view_of(self, player: str) -> TableView:
        """Everything that a bot may see from its seat."""
        return view(self.table, player)

    def meters(self) -> ShownMeters | None:
        if self._meters is None:
            return None
        return ShownMeters(
            main=self._meters.main // UNITS,
            mystery=self._meters.mystery // UNITS,
            must_hit_by=self.rules.progressive.mystery_between[1],
        )

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
        before = self.table
        events, self.table = step(before, command, self.rules)
        self._publish(before, events)
        for event in events:
            if isinstance(event, e.ProgressiveStaked):
                self._feed_meters(event.seat)

    def deal(self) -> None:
        self.send(c.Deal(self.randomness.shuffled()))

    def _publish(self, table: Table, events: Sequence[e.Event]) -> None:
        for event in events:
            table = evolve(table, event)
            self._listener(to_be_seen(event), view(table, self.viewer))

    def _feed_meters(self, seat: int) -> None:
        """Feed both meters with one Progressive wager, and pay the mystery if that hits it."""
        progressive = self.rules.progressive
        assert self._meters is not None, "only a house with meters takes the wager"
        if self._meters.target is None:
            target = self.randomness.between(*link.target_range(progressive))
            self._meters = link.draw(progressive, self._meters, target)
        self._meters, _, won = link.feed(progressive, self._meters)
        if won:
            self.send(c.PayMystery(seat, won))

    def award_jackpots(self) -> None:
        """Pay the round's claims from the meter; the settlement waits for this."""
        assert self._meters is not None, "only a house with meters has claims"
        hits = jackpot_hits(self.rules, self.table.board[:3], spots(self.table))
        self._meters, awards = link.claim(self.rules.progressive, self._meters, hits)
        shares = tuple((award.seat, award.amount, award.rest) for award in awards.given)
        self.send(c.AwardJackpots(shares))
