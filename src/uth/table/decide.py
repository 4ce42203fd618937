"""The one place where a rule is decided: a command in, events out, or a refusal and no change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from uth.core.refusal import Refusal
from uth.rulebook.approval.table_guard import check_played_by, check_table
from uth.rulebook.canonical import digest
from uth.rulebook.model import Collection, Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.evolve import Transition, opened
from uth.table.handlers import bank, betting, closing, limits, people, playing, voiding
from uth.table.handlers.playing import DecisionOption as DecisionOption
from uth.table.handlers.playing import decision_options as decision_options
from uth.table.handlers.playing import decisions as decisions
from uth.table.handlers.run import Run
from uth.table.options import BASES, options_in_force
from uth.table.settling.settlement import SEATS
from uth.table.settling.table_settlement import posts_maximum
from uth.table.state import Table

HANDLERS: dict[type[c.Command], Callable[[Run, Any], None]] = {
    c.Sit: people.sit,
    c.Join: people.join,
    c.AddChips: people.add_chips,
    c.Leave: people.leave,
    c.Disconnect: people.cut_off,
    c.Reconnect: people.come_back,
    c.TimeOut: people.time_out,
    c.HoldSeat: people.hold_seat,
    c.ReleaseSeat: people.release_seat,
    c.SetLimits: limits.set_limits,
    c.PostMaximum: limits.post_maximum,
    c.WithdrawMaximum: limits.withdraw_maximum,
    c.SwitchShuffler: people.switch_shuffler,
    c.TakeBank: bank.take_bank,
    c.DeclineBank: bank.decline_bank,
    c.OfferBank: bank.offer_bank,
    c.Wager: betting.wager,
    c.BackSeat: betting.back,
    c.CloseBets: betting.close_bets,
    c.Deal: playing.deal_cards,
    c.Act: playing.act,
    c.AwardJackpots: closing.award_jackpots,
    c.PayMystery: closing.pay_mystery,
    c.Approve: closing.approve,
    c.VoidRound: voiding.void_round,
    c.ConfirmVoid: voiding.confirm_void,
    c.WithdrawVoid: voiding.withdraw_void,
    c.VoidRestored: voiding.void_restored,
}


def opening(rules: Rulebook, *, practice: bool = False) -> list[Transition]:
    """A new table of a house: its layout, and the notices for its players.

    It repeats how a recorded table was opened, too, whatever the house approves by now.
    """
    layout = rules.layout
    first = e.TableOpened(
        house=rules.id,
        rulebook=digest(rules),
        minimum=rules.limits.minimum,
        maximum=rules.limits.maximum,
        inscription=layout.inscription or "",
        circles=layout.circles,
        extends=rules.extends,
        practice=practice,
        posted_maximum=rules.payouts.maximum if posts_maximum(rules) else None,
        clauses=rules.cite("table.opened"),
    )
    run = Run(opened(first), rules)
    run.transitions.append(Transition(first, [], run.table))
    if rules.player_dealer:
        run.emit(options_in_force(rules), "table.options")
    if not rules.approved:
        run.call("table.not_approved", name=rules.name)
    if layout.notice:
        run.call("table.notice", notice=layout.notice)
    _post_fees(run, rules.collection)
    if rules.payouts.maximum is not None:
        run.call("table.maximum_posted", maximum=rules.payouts.maximum)
    return run.transitions


def open_table(rules: Rulebook, *, practice: bool = False) -> tuple[list[e.Event], Table]:
    """The events that open a table of a house, and the table after them; nothing departs."""
    check_table(rules)
    steps = opening(rules, practice=practice)
    return [step.event for step in steps], steps[-1].table


def _post_fees(run: Run, collection: Collection) -> None:
    """The notices on the collection: who pays what from which amount on."""
    for basis in BASES:
        for band in getattr(collection, basis) or ():
            run.call(
                "table.fees_told",
                drop=collection.drop,
                basis=basis,
                fee=band.fee,
                start=band.start,
            )


def transitions(table: Table, command: c.Command, rules: Rulebook) -> list[Transition]:
    """Everything that a command brings about, event by event; a refusal changes nothing."""
    check_played_by(rules, table.rulebook)
    run = Run(table, rules)
    HANDLERS[type(command)](run, command)
    return run.transitions


def step(table: Table, command: c.Command, rules: Rulebook) -> tuple[list[e.Event], Table]:
    """The events that a command makes, and the table after them."""
    steps = transitions(table, command, rules)
    return [step.event for step in steps], steps[-1].table if steps else table


def refusal(table: Table, command: c.Command, rules: Rulebook) -> Refusal | None:
    """Why a command would be refused; None where it would not."""
    try:
        step(table, command, rules)
    except Refusal as error:
        return error
    return None


CHECKS: dict[type[c.Command], Callable[[Run, Any], object]] = {
    c.Wager: betting.check_wager,
    c.BackSeat: betting.check_back,
    c.TakeBank: bank.check_take,
    c.DeclineBank: bank.check_decline,
    c.Leave: people.check_leave,
}
"""What may be refused of a command before anything is done; its handler checks the same."""


def legal(table: Table, player: str, rules: Rulebook) -> list[c.Command]:
    """What a player may do now, each with the least amount: all of these would be accepted."""
    commands: list[c.Command] = [
        c.Act(player, action) for action in decisions(table, player, rules)
    ]
    run = Run(table, rules)
    for command in _options(table, player):
        try:
            CHECKS[type(command)](run, command)
        except Refusal:
            continue
        commands.append(command)
    return commands


def _options(table: Table, player: str) -> Iterator[c.Command]:
    """What a player might do besides a decision in the round."""
    if table.phase == "betting":
        number = table.find(player)
        least = table.least(table.seat(number)) if number else table.minimum
        yield c.Wager(player, {"ante": least, "blind": least})
        yield c.Wager(player, {})
        yield c.TakeBank(player, table.minimum)
        yield c.DeclineBank(player)
        for seat in SEATS if player in table.rail else ():
            yield c.BackSeat(player, seat, {"ante": table.minimum, "blind": table.minimum})
    yield c.Leave(player)
