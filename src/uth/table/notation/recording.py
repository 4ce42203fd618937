"""From what the engine did to a round: one way of saying each event, used in replay too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from uth.core.money import Cents
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import differing
from uth.table import events as e
from uth.table.dealing import deal
from uth.table.evolve import evolve
from uth.table.notation.model import (
    RAIL,
    ActionLine,
    BankLine,
    Fee,
    Player,
    Round,
    SettlementLine,
    StakesLine,
)
from uth.table.settling.table_settlement import posts_maximum
from uth.table.state import CHECK, FOLD, Table

SETTLED = ("outcome", "paid", "taken", "returned", "short", "short_by", "rest", "approval")
"""What a line of the settlement has as the event has it."""


class Scribe:
    """Writes down event by event; the table is the one that each event happened at."""

    def __init__(self, names: Sequence[str], floor: Sequence[str] = ()) -> None:
        self.numbers: dict[str, int] = {name: number for number, name in enumerate(names, 1)}
        self.floor: list[str] = list(floor)
        self.actions: list[ActionLine] = []
        self.settlement: list[SettlementLine] = []
        self.fees: list[Fee] = []
        self.hands: list[str] = []
        self.taken_away: dict[str, Cents] = {}
        self.gone: list[str] = []
        self.colour: str | None = None
        self.procedure: str | None = None
        self.shuffler: str | None = None
        self.closed: bool = False

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
            case e.Dealt():
                self.colour, self.procedure = event.colour, event.procedure
                self.shuffler = None if event.shuffler == "main" else event.shuffler
                for seat, cards in deal(event.procedure, event.deck, event.seats).seats.items():
                    self._add("d", "dh", player=self._seated(table, seat), cards=cards)
            case e.BoardTurned():
                self._add("d", "db", cards=event.cards)
            case e.DealerTurned():
                self._add("d", "sm", cards=event.cards)
                self.hands.append(f"d {'plays' if event.qualifies else 'no pair'}: {event.hand}")
            case e.HandRanked():
                self._act(event.player, "sm", cards=table.hands[event.seat])
                self.hands.append(f"p{self.numbers[event.player]} {event.result}: {event.hand}")
            case e.Acted() if event.timed_out and not table.seat(event.seat).leaving:
                self._act(event.player, "timeout")
            case e.Acted():
                word = {CHECK: "cc", FOLD: "f"}.get(event.multiple, "cbr")
                self._act(event.player, word, amount=event.amount)
            case e.BackLineFollowed():
                self._act(event.player, "cbr", amount=event.amount)
            case e.FeeTaken():
                fee = Fee(self.numbers[event.player], event.amount, event.action, event.clauses)
                self.fees.append(fee)
            case e.Settled():
                parts = {name: getattr(event, name) for name in SETTLED}
                source = self._seated(table, event.source) if event.source else 0
                self._settle(event, event.wager, event.stake, source=source, **parts)
            case e.BankSettled():
                sums = {"paid": event.paid, "collected": event.collected, "left": event.amount}
                self._settle(event, "bank", table.bank.amount, **sums)
            case e.Forfeited():
                self._leave(event.player)
                self._settle(event, "forfeit", event.amount)
            case e.FeeUnpaid():
                self._settle(event, "unpaid", event.amount)
            case e.JackpotHonored():
                self._settle(event, "kept", event.amount)
            case e.PlayerLeft():
                if not self.closed:
                    self._leave(event.player)
                taken = self.taken_away.get(event.player, 0)
                self.taken_away[event.player] = taken + event.chips
            case e.PlayerLeaving():
                self._leave(event.player)
            case e.PlayerDisconnected():
                self._act(event.player, "cutoff")
            case e.PlayerReconnected():
                self._act(event.player, "back")
            case e.ChipsAdded():
                self._act(event.player, "add", amount=event.chips)
            case e.MysteryWon():
                self._add("m", "mystery", player=self.numbers[event.player], amount=event.amount)
            case e.JackpotsAwarded():
                for seat, amount, rest in event.awards:
                    number = self._seated(table, seat)
                    self._add("m", "award", player=number, amount=amount, rest=rest)
            case e.Approved():
                self._add("f", "approve", self._supervisor(event.by), amount=event.amount)
            case e.VoidRequested():
                self._add("f", "void", self._supervisor(event.by), text=event.reason)
            case e.VoidRequestEnded() if event.by:
                self._add("f", "withdraw", self._supervisor(event.by))
            case e.RoundVoided() if event.confirmed_by:
                self._add("f", "confirm", self._supervisor(event.confirmed_by))
            case e.RoundVoided():
                self._add("f", "void", self._supervisor(event.by), text=event.reason)
            case e.RoundClosed():
                self.closed = True

    def _add(self, actor: str, word: str, number: int = 0, **parts: Any) -> None:
        self.actions.append(ActionLine(actor, word, number, **parts))

    def _act(self, player: str, word: str, **parts: Any) -> None:
        """A line of one who has a part in the round; what others do is not of it."""
        if player in self.numbers:
            self._add("p", word, self.numbers[player], **parts)

    def _leave(self, player: str) -> None:
        """Once, whether or not their hand has to be finished for them."""
        if player not in self.gone:
            self.gone.append(player)
            self._act(player, "leave")

    def _settle(self, event: Any, what: str, amount: Cents, **parts: Any) -> None:
        number, clauses = self.numbers[event.player], event.clauses
        self.settlement.append(SettlementLine(number, what, amount, clauses=clauses, **parts))

    def _seated(self, table: Table, seat: int) -> int:
        return self.numbers[table.seat(seat).player]

    def _supervisor(self, name: str) -> int:
        if name not in self.floor:
            self.floor.append(name)
        return self.floor.index(name) + 1

    def complete(self, round: Round, after: Table) -> Round:
        """The round with all that was written down, and what each has after it or left with."""
        return replace(
            round,
            actions=tuple(self.actions),
            floor=tuple(self.floor),
            colour=self.colour,
            procedure=self.procedure,
            shuffler=self.shuffler,
            fees=tuple(self.fees),
            hands=tuple(self.hands),
            settlement=tuple(self.settlement),
            finishing=tuple(
                after.chips(name) + self.taken_away.get(name, 0) for name in self.numbers
            ),
        )


def _went(event: e.Acted, later: e.Event | None) -> bool:
    """Whether a fold is that of a player who leaves their wagers behind (PA-7)."""
    return isinstance(later, e.Forfeited) and (later.player, later.clauses) == (
        event.player,
        event.clauses,
    )


def record(before: Table, events: Sequence[e.Event], rules: Rulebook) -> Round:
    """A round from the table as it stood before “No more bets”, and all that came of that.

    Linked meters are not the table's own, so how they stood is not part of it.
    """
    players = _players(before)
    scribe = Scribe([player.name for player in players])
    after = scribe.follow(before, events)
    house, settings = differing(rules)
    limits, bank = (before.minimum, before.maximum), before.bank
    banker = scribe.numbers[before.seat(bank.seat).player] if bank.seat else 0
    round = Round(
        house=house,
        players=players,
        wagers=_wagers(before, scribe.numbers),
        actions=(),
        settings=settings,
        number=before.round,
        limits=None if limits == (rules.limits.minimum, rules.limits.maximum) else limits,
        posted_maximum=_posted(before, rules),
        bank=BankLine(banker, bank.amount) if banker else None,
    )
    return scribe.complete(round, after)


def _posted(table: Table, rules: Rulebook) -> Cents | None:
    """The posted maximum payout where the floor has changed it; 0 where it was withdrawn."""
    if not posts_maximum(rules) or table.posted_maximum == rules.payouts.maximum:
        return None
    return table.posted_maximum or 0


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


def _wagers(table: Table, numbers: dict[str, int]) -> tuple[StakesLine, ...]:
    seats = [seat for _, seat in table.taken()]
    own = [StakesLine(numbers[seat.player], seat.wagers) for seat in seats if seat.wagers]
    behind = [
        StakesLine(numbers[backing.player], backing.wagers, numbers[seat.player])
        for seat in seats
        for backing in seat.backing
    ]
    return (*own, *behind)
