"""From what the engine did to a round: one way of saying each event, used in replay too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from uth.core.money import Cents
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import differing
from uth.table import events as e
from uth.table.dealing import deal
from uth.table.evolve import evolve, opened
from uth.table.notation.model import (
    RAIL,
    ActionLine,
    BankLine,
    Fee,
    MeterLine,
    Player,
    Round,
    SettlementLine,
    StakesLine,
)
from uth.table.state import CHECK, FOLD, Table

SETTLED = ("outcome", "paid", "taken", "returned", "short", "short_by", "rest", "approval")
"""What a line of the settlement has as the event has it."""


class Scribe:
    """Writes down event by event; the table is the one that each event happened at."""

    def __init__(self, names: Sequence[str], floor: Sequence[str] = ()) -> None:
        self.numbers = {name: number for number, name in enumerate(names, 1)}
        self.floor = list(floor)
        self.actions: list[ActionLine] = []
        self.entries: list[SettlementLine] = []
        self.fees: list[Fee] = []
        self.hands: list[str] = []
        self.taken_away: dict[str, Cents] = {}
        self.gone: list[str] = []
        self.colour: str | None = None
        self.procedure: str | None = None
        self.closed = False

    def follow(self, table: Table, events: Sequence[e.Event]) -> Table:
        """Write down what a command made happen; the table after it."""
        for event, later in zip(events, (*events[1:], None), strict=True):
            if isinstance(event, e.Acted) and _went(event, later):
                self._leave(event.player)
            self.write(table, event)
            table = evolve(table, event)
        return table

    def write(self, table: Table, event: e.Event) -> None:
        match event:
            case e.Acted() if event.timed_out and not table.seat(event.seat).leaving:
                self._act(event.player, "timeout")
            case e.Acted():
                word = {CHECK: "cc", FOLD: "f"}.get(event.multiple, "cbr")
                self._act(event.player, word, event.amount)
            case e.BackLineFollowed():
                self._act(event.player, "cbr", event.amount)
            case e.Dealt() | e.BoardTurned() | e.DealerTurned() | e.HandRanked():
                self._write_cards(table, event)
            case e.FeeTaken():
                fee = Fee(self.numbers[event.player], event.amount, event.action, event.clauses)
                self.fees.append(fee)
            case e.Settled():
                self._write_settled(table, event)
            case e.BankSettled():
                sums = {"paid": event.paid, "collected": event.collected, "left": event.amount}
                self._write_entry(event, "bank", table.bank.amount, **sums)
            case e.Forfeited():
                self._leave(event.player)
                self._write_entry(event, "forfeit", event.amount)
            case e.JackpotKept():
                self._write_entry(event, "kept", event.amount)
            case e.PlayerLeft():
                self._write_left(event)
            case e.PlayerLeaving():
                self._leave(event.player)
            case e.PlayerDisconnected():
                self._act(event.player, "cutoff")
            case e.PlayerReconnected():
                self._act(event.player, "back")
            case e.ChipsAdded():
                self._act(event.player, "add", event.chips)
            case e.MysteryWon():
                number = self.numbers[event.player]
                self.actions.append(ActionLine("m", "mystery", 0, number, (), event.amount))
            case e.JackpotsAwarded():
                for seat, amount, rest in event.awards:
                    number = self.numbers[table.seat(seat).player]
                    self.actions.append(ActionLine("m", "award", 0, number, (), amount, rest))
            case e.Approved():
                by = self._supervisor(event.by)
                self.actions.append(ActionLine("f", "approve", by, amount=event.amount))
            case e.RoundVoided():
                by = self._supervisor(event.by)
                self.actions.append(ActionLine("f", "void", by, text=event.reason))
            case e.RoundClosed():
                self.closed = True

    def _act(self, player: str, word: str, amount: Cents = 0) -> None:
        """A line of one who has a part in the round; what others do is not of it."""
        number = self.numbers.get(player)
        if number:
            self.actions.append(ActionLine("p", word, number, amount=amount))

    def _leave(self, player: str) -> None:
        """Once, whether or not their hand has to be finished for them."""
        if player not in self.gone:
            self.gone.append(player)
            self._act(player, "leave")

    def _write_left(self, event: e.PlayerLeft) -> None:
        if not self.closed:
            self._leave(event.player)
        self.taken_away[event.player] = self.taken_away.get(event.player, 0) + event.chips

    def _supervisor(self, name: str) -> int:
        if name not in self.floor:
            self.floor.append(name)
        return self.floor.index(name) + 1

    def _write_cards(
        self, table: Table, event: e.Dealt | e.BoardTurned | e.DealerTurned | e.HandRanked
    ) -> None:
        if isinstance(event, e.Dealt):
            self.colour, self.procedure = event.colour, event.procedure
            dealt = deal(event.procedure, event.deck, event.seats)
            for seat, cards in dealt.seats.items():
                number = self.numbers[table.seat(seat).player]
                self.actions.append(ActionLine("d", "dh", 0, number, cards))
        elif isinstance(event, e.BoardTurned):
            self.actions.append(ActionLine("d", "db", cards=event.cards))
        elif isinstance(event, e.DealerTurned):
            self.actions.append(ActionLine("d", "sm", cards=event.cards))
            self.hands.append(f"d {'plays' if event.qualifies else 'no pair'}: {event.hand}")
        else:
            number = self.numbers[event.player]
            self.actions.append(ActionLine("p", "sm", number, cards=table.hands[event.seat]))
            self.hands.append(f"p{number} {event.result}: {event.hand}")

    def _write_entry(
        self,
        event: e.Settled | e.BankSettled | e.Forfeited | e.JackpotKept,
        what: str,
        amount: Cents,
        **parts: Any,
    ) -> None:
        number, clauses = self.numbers[event.player], event.clauses
        self.entries.append(SettlementLine(number, what, amount, clauses=clauses, **parts))

    def _write_settled(self, table: Table, event: e.Settled) -> None:
        source = self.numbers[table.seat(event.source).player] if event.source else 0
        parts = {name: getattr(event, name) for name in SETTLED}
        self._write_entry(event, event.wager, event.stake, source=source, **parts)

    def finishing(self, table: Table) -> tuple[Cents, ...]:
        """What each has after the round, or went away with."""
        return tuple(table.chips(name) + self.taken_away.get(name, 0) for name in self.numbers)


def _went(event: e.Acted, later: e.Event | None) -> bool:
    """Whether a fold is that of a player who leaves their wagers behind (PA-7)."""
    return isinstance(later, e.Forfeited) and (later.player, later.clauses) == (
        event.player,
        event.clauses,
    )


def record(
    before: Table,
    events: Sequence[e.Event],
    rules: Rulebook,
    about: str = "",
    meter: MeterLine | None = None,
    meter_after: MeterLine | None = None,
) -> Round:
    """A round from the table as it stood before “No more bets”, and all that came of that.

    Linked meters are not the table's own; who holds them may say how they stood.
    """
    players, wagers = _players(before), _wagers(before)
    numbers = {player.name: number for number, player in enumerate(players, 1)}
    scribe = Scribe([player.name for player in players])
    after = scribe.follow(before, events)
    house, settings = differing(rules)
    limits = (before.minimum, before.maximum)
    bank = before.bank
    return Round(
        house=house,
        players=players,
        wagers=tuple(
            StakesLine(numbers[player], stakes, numbers.get(behind, 0))
            for player, stakes, behind in wagers
        ),
        actions=tuple(scribe.actions),
        settings=settings,
        about=about,
        number=before.round,
        limits=None if limits == (rules.limits.minimum, rules.limits.maximum) else limits,
        bank=BankLine(numbers[before.seat(bank.seat).player], bank.amount) if bank.seat else None,
        floor=tuple(scribe.floor),
        meter=meter,
        meter_after=meter_after,
        colour=scribe.colour,
        procedure=scribe.procedure,
        fees=tuple(scribe.fees),
        hands=tuple(scribe.hands),
        settlement=tuple(scribe.entries),
        finishing=scribe.finishing(after),
    )


def _players(table: Table) -> tuple[Player, ...]:
    """Those with a part in the round: by seat, then the back line."""
    players = []
    for number, seat in table.taken():
        if seat.wagers or number == table.bank.seat:
            stack = table.chips(seat.player) + table.staked(seat.player)
            stack += table.bank.amount if number == table.bank.seat else 0
            lower = table.least(seat) if table.least(seat) < table.minimum else None
            players.append(Player(seat.player, number, stack, lower, seat.disconnected))
    for _, seat in table.taken():
        for backing in seat.backing:
            stack = table.chips(backing.player) + table.staked(backing.player)
            players.append(Player(backing.player, RAIL, stack))
    return tuple(players)


def _wagers(table: Table) -> list[tuple[str, dict[str, Cents], str]]:
    own = [(seat.player, seat.wagers, "") for _, seat in table.taken() if seat.wagers]
    behind = [
        (backing.player, backing.wagers, seat.player)
        for _, seat in table.taken()
        for backing in seat.backing
    ]
    return own + behind


def record_rounds(stream: Iterable[e.Event], rules: Rulebook) -> Iterator[Round]:
    """Every round of a table's whole stream that came to its end."""
    first, *rest = stream
    assert isinstance(first, e.TableOpened), "a stream begins with the opening of its table"
    table = before = opened(first)
    events: list[e.Event] = []
    for event in rest:
        if isinstance(event, e.BetsClosed):
            before, events = table, []
        events.append(event)
        table = evolve(table, event)
        if isinstance(event, e.RoundClosed):
            yield record(before, events, rules)
