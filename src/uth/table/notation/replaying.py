"""Replays a notation through the engine, line by line, and refuses the first line that differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec.structs import replace

from uth.core.cards import DECK, Card
from uth.core.money import print_dollars
from uth.core.refusal import Refusal
from uth.rulebook.approval.guard import check_entry
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.dealing import arrange
from uth.table.decide import open_table, step
from uth.table.evolve import Transition
from uth.table.meters.linked_table import linked_transitions
from uth.table.notation.lines import LINES, print_action
from uth.table.notation.model import MeterLine, Round
from uth.table.notation.notation_meters import TARGETS, NotationMeters
from uth.table.notation.recording import Scribe
from uth.table.notation.values import print_amount, print_units
from uth.table.state import Bank, Table

PLAYER_COMMANDS: Mapping[str, Callable[[str], c.Command]] = {
    "timeout": c.TimeOut,
    "leave": c.Leave,
    "cutoff": c.Disconnect,
    "back": c.Reconnect,
}


class Replayed(NamedTuple):
    """The round as the engine plays it: all that a notation can say of it, and what it did."""

    round: Round
    events: tuple[e.Event, ...]

    def __repr__(self) -> str:
        return f"Replayed({self.round.house!r}, round={self.round.number})"


def replay(round: Round, rules: Rulebook) -> Replayed:
    """Replay a round; the notation is refused at the first line that the engine contradicts."""
    return _Replay(round, rules).run()


def differs(where: str, says: str, engine: str) -> Refusal:
    if not says:
        return Refusal("notation/left_out", where=where, engine=engine)
    if not engine:
        return Refusal("notation/nothing_happened", where=where, says=says)
    return Refusal("notation/differs", where=where, says=says, engine=engine)


def _ask(
    table: Table,
    command: c.Command,
    rules: Rulebook,
    where: str,
    meters: NotationMeters | None = None,
) -> list[Transition]:
    """Do what the notation says at `where`, or refuse it there; the meters say where themselves."""
    try:
        return list(linked_transitions(table, command, rules, meters))
    except Refusal as error:
        raise error.moved(TARGETS if error.where == TARGETS else where) from None


def _after(table: Table, command: c.Command, rules: Rulebook, where: str) -> Table:
    return _ask(table, command, rules, where)[-1].table


def set_table(round: Round, rules: Rulebook) -> Table:
    """The table as it stood before “No more bets”: all in their places, all wagers made."""
    _, table = open_table(rules)
    if round.limits:
        limits = c.SetLimits("floor", *round.limits)
        table = _after(table, limits, rules, "_uth_limits")
    if round.posted_maximum is not None:
        posted: c.Command = c.WithdrawMaximum("floor")
        if round.posted_maximum:
            posted = c.PostMaximum("floor", round.posted_maximum)
        table = _after(table, posted, rules, "_uth_posted_maximum")
    for at, player in enumerate(round.players):
        sit: c.Command = c.Join(player.name, player.stack)
        if player.seat:
            sit = c.Sit(player.name, player.seat, player.stack)
        table = _after(table, sit, rules, f"players[{at}]")
        if player.kept_minimum is not None:
            table = _keep_minimum(table, rules, player.seat, player.kept_minimum)
    table = replace(table, round=round.number)
    if round.shuffler == "back-up":
        switch = c.SwitchShuffler("floor", "back-up")
        table = _after(table, switch, rules, "_uth_shuffler")
    if round.bank:
        banker = round.player(round.bank.player)
        table = replace(table, bank=Bank(offered=banker.seat, first_offered=banker.seat))
        table = _after(table, c.TakeBank(banker.name, round.bank.amount), rules, "_uth_bank")
    for at, stakes in enumerate(round.wagers):
        name = round.player(stakes.player).name
        wager: c.Command = c.Wager(name, stakes.wagers)
        if stakes.behind:
            wager = c.BackSeat(name, round.player(stakes.behind).seat, stakes.wagers)
        table = _after(table, wager, rules, f"_uth_wagers[{at}]")
    for player in round.players:
        if player.disconnected:
            table = _after(table, c.Disconnect(player.name), rules, "_uth_cut_off")
    return table


def _keep_minimum(table: Table, rules: Rulebook, number: int, minimum: int) -> Table:
    """A player came in at a lower minimum and kept it; where and how is not of this round."""
    if not rules.limits.grandfathering or not number or not 0 < minimum < table.minimum:
        raise Refusal("notation/kept_minimum", where="_uth_kept_minimum", clause="CR-9")
    given = print_dollars(minimum)
    check_entry(rules, "limits.minimum", minimum, given=given, where="_uth_kept_minimum")
    seat = replace(table.seat(number), kept_minimum=minimum)
    return replace(table, seats=(*table.seats[: number - 1], seat, *table.seats[number:]))


def stacked_deck(round: Round, table: Table, rules: Rulebook) -> tuple[Card, ...]:
    """A deck that gives each place the cards that the notation names, whatever the procedure."""
    events, _ = step(table, c.Deal(DECK), rules)
    seats = next(event.seats for event in events if isinstance(event, e.Dealt))
    players = {player.seat: number for number, player in enumerate(round.players, 1)}
    hands = {seat: round.cards(players[seat]) for seat in seats}
    return arrange(rules.dealing.procedure, hands, round.cards(0), round.board[:5])


class _Replay:
    """One pass through the lines; the scribe writes down what the engine makes of them."""

    def __init__(self, round: Round, rules: Rulebook) -> None:
        self.round = round
        self.rules = rules
        self.scribe = Scribe([player.name for player in round.players], round.floor)
        self.table = set_table(round, rules)
        self.events: list[e.Event] = []
        self.linked = NotationMeters(rules, round.meter) if round.meter else None

    def run(self) -> Replayed:
        actions = self.round.actions
        self._do(c.CloseBets(), "_uth_wagers")
        while (at := len(self.scribe.actions)) < len(actions):
            if self.scribe.closed:
                raise differs(f"actions[{at}]", print_action(actions[at]), "")
            self._do(self._command(at), f"actions[{at}]")
        if not self.scribe.closed:
            raise self._unfinished(f"actions[{len(actions)}]")
        return self._finish()

    def _do(self, command: c.Command, where: str) -> None:
        """One command through the engine; all that it makes must stand in the record."""
        steps = _ask(self.table, command, self.rules, where, self.linked)
        events = [step.event for step in steps]
        self.scribe.follow(self.table, events)
        self.table = steps[-1].table
        self.events += events
        self._compare(whole=False)

    def _compare(self, *, whole: bool) -> None:
        for name in ("_uth_fees", "actions", "_uth_hands", "_uth_settlement"):
            part, _, printed = LINES[name]
            given, made = getattr(self.round, part), getattr(self.scribe, part)
            compare(name, given, made, printed, whole)

    def _command(self, at: int) -> c.Command:
        """The command that a line stands for; a line that only reports a result comes too early."""
        action = self.round.actions[at]
        name = self.round.player(action.number).name if action.actor == "p" else ""
        by = self.round.floor[action.number - 1] if action.actor == "f" else ""
        match action.actor, action.word:
            case "p", "cc":
                return c.Act(name, "check")
            case "p", "f":
                return c.Act(name, "fold")
            case "p", "cbr":
                return c.Act(name, f"{action.amount // self.round.ante(action.number)}x")
            case "p", "add":
                return c.AddChips(name, action.amount)
            case "p", word if word in PLAYER_COMMANDS:
                return PLAYER_COMMANDS[word](name)
            case "f", "approve":
                return c.Approve(by, action.amount)
            case "f", "void":
                return c.VoidRound(by, action.text)
            case "f", "confirm":
                return c.ConfirmVoid(by)
            case "f", "withdraw":
                return c.WithdrawVoid(by)
            case "m", "mystery" if not self.linked:
                return c.PayMystery(self.round.player(action.player).seat, action.amount)
            case "m", "award":
                return self._award(at)
            case "d", _ if self.table.phase == "closed":
                return c.Deal(stacked_deck(self.round, self.table, self.rules))
        raise differs(f"actions[{at}]", print_action(action), "")

    def _award(self, at: int) -> c.Command:
        """All awards at once: the lines that stand together, and what the meter has to say."""
        if self.linked and self.table.claims:
            return c.AwardJackpots(self.linked.pay(self.linked.hits))
        together = takewhile(lambda action: action.word == "award", self.round.actions[at:])
        given = [
            (self.round.player(action.player).seat, action.amount, action.rest)
            for action in together
        ]
        return c.AwardJackpots(tuple(given))

    def _unfinished(self, where: str) -> Refusal:
        table = self.table
        if table.claims:
            return Refusal("notation/jackpot_open", where=where)
        if table.approval_pending:
            return Refusal("notation/approval_open", where=where)
        if table.phase == "closed":
            return Refusal("notation/not_dealt", where=where)
        acting = [
            f"p{self.scribe.numbers[seat.player]}" for _, seat in table.taken() if seat.to_act
        ]
        return Refusal("notation/unfinished", where=where, players=acting)

    def _finish(self) -> Replayed:
        """Compare what is left: lines that nothing came of, the meters and the stacks."""
        self._compare(whole=True)
        round, meters = self.round, self.linked.meters if self.linked else None
        after = MeterLine(meters.main, meters.mystery) if meters else None
        played = replace(self.scribe.complete(round, self.table), meter_after=after)
        _compare_one("_uth_deck", round.colour, played.colour)
        _compare_one("_uth_procedure", round.procedure, played.procedure)
        _compare_one("_uth_shuffler", round.shuffler, played.shuffler or "main")
        for name in ("main", "mystery") if round.meter_after else ():
            made = print_units(getattr(after, name)) if after else ""
            given = print_units(getattr(round.meter_after, name))
            _compare_one(f"_uth_meter_after.{name}", given, made)
        compare("finishing_stacks", round.finishing, played.finishing or (), print_amount, True)
        return Replayed(played, tuple(self.events))


def compare(
    name: str,
    given: Sequence[Any] | None,
    made: Sequence[Any],
    say: Callable[[Any], str],
    whole: bool,
) -> None:
    """Each line that the engine made so far against the record's; at the end, the others too.

    The first clauses of a line are enough; those that only support them may be left out.
    """
    if given is None:
        return
    for at, does in enumerate(made):
        if at >= len(given):
            raise differs(f"{name}[{at}]", "", say(does))
        says = given[at]
        if says != does and says != _as_cited(does, says):
            raise differs(f"{name}[{at}]", say(says), say(does))
    if whole and len(given) > len(made):
        raise differs(f"{name}[{len(made)}]", say(given[len(made)]), "")


def _as_cited(does: Any, says: Any) -> Any:
    clauses = getattr(says, "clauses", None)
    return does if clauses is None else replace(does, clauses=does.clauses[: len(clauses)])


def _compare_one(name: str, given: str | None, made: str | None) -> None:
    if given is not None and given != made:
        raise differs(name, given, made or "")
