"""Voiding a round: for a listed reason, by two supervisors once cards are out (Q-21)."""

from __future__ import annotations

from uth.rulebook.model import RESTORED
from uth.table import commands as c
from uth.table import events as e
from uth.table.handlers.bank import begin_offers
from uth.table.handlers.closing import reverse, see_off
from uth.table.handlers.run import Run
from uth.table.wagers import WAGERS


def void_round(run: Run, command: c.VoidRound) -> None:
    """One supervisor voids before a card is dealt; afterwards a second one has to confirm."""
    _check_void(run, command)
    reasons = run.rules.conduct.void_reasons
    if command.reason not in reasons:
        run.refuse("void/reason", "reason", "round.void", reasons=reasons)
    if run.table.void_request is not None:
        run.refuse("void/requested", "by", "round.void", player=run.table.void_request.by)
    if run.table.phase == "closed":
        _void(run, e.RoundVoided(command.reason, command.by))
    else:
        run.emit(e.VoidRequested(command.reason, command.by), "round.void")


def confirm_void(run: Run, command: c.ConfirmVoid) -> None:
    """The second supervisor is another person than the first."""
    _check_void(run, command)
    request = run.table.void_request
    if request is None:
        run.refuse("void/not_requested", occasion="round.void")
    if is_same_person(request.by, command.by):
        run.refuse("void/same_supervisor", "by", "round.void")
    _void(run, e.RoundVoided(request.reason, request.by, command.by))


def withdraw_void(run: Run, command: c.WithdrawVoid) -> None:
    run.need_name(command.by)
    if run.table.void_request is None:
        run.refuse("void/not_requested", occasion="round.void")
    run.emit(e.VoidRequestEnded(command.by), "round.void")


def void_restored(run: Run, command: c.VoidRestored) -> None:
    """Nobody decides, in any house: without its cards the round can't go on."""
    _void(run, e.RoundVoided(RESTORED, command.by))


def is_same_person(by: str, other: str) -> bool:
    """Whether two names are one, however they are written."""
    return by.strip().casefold() == other.strip().casefold()


def _check_void(run: Run, command: c.VoidRound | c.ConfirmVoid) -> None:
    run.need_round()
    run.need_name(command.by)
    if command.round not in (0, run.table.round):
        run.refuse("void/round", "round", "round.void", round=run.table.round)
    if run.table.approval_pending:
        run.refuse("void/payout_waits", occasion="round.void")


def _void(run: Run, voided: e.RoundVoided) -> None:
    """Every movement of the round is reversed by a counter-entry (Q-21); awards stand."""
    awards, unpaid = (
        run.table.awards or (),
        {row.seat for row in run.table.due if not row.backer and WAGERS[row.wager].has_meter},
    )
    begun = run.table.begun
    run.emit(voided, "round.void")
    reverse(run, "round.void")
    for number, amount, _ in awards:
        if number in unpaid or not begun:
            seat = run.table.seat(number)
            run.emit(e.JackpotHonored(seat.player, number, amount), "round.void")
    run.emit(e.RoundClosed(run.table.round, True), "round.void")
    see_off(run)
    begin_offers(run)
