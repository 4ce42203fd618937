"""The deal and the three streets: check or 3x/4x, check or 2x, 1x or fold."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from uth.core.cards import refuse_twice
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.rulebook.procedures import PROCEDURES
from uth.table import commands as c
from uth.table import events as e
from uth.table.handlers.closing import (
    begin_settlement,
    close_round,
    discard_hand,
    settle_on,
    spread_at_once,
)
from uth.table.handlers.run import Run
from uth.table.state import CHECK, FOLD, STREETS, Seat, Table
from uth.table.wagers import check_play, within_ceiling


def deal_cards(run: Run, command: c.Deal) -> None:
    if run.table.phase != "closed":
        run.refuse("deal/not_now", occasion="deal.seats")
    if len(command.deck) != 52:
        run.refuse("deal/deck", "deck", count=len(command.deck))
    refuse_twice(command.deck)
    table, procedure = run.table, run.rules.dealing.procedure
    seats = tuple(
        number for number, seat in table.taken() if seat.in_play or (seat.wagers and seat.backing)
    )
    dealt = e.Dealt(command.deck, table.colour, procedure, seats, table.shuffler)
    run.emit(dealt, "deck.used", "deal.seats", f"deal.{procedure}")
    run.call("deck.shuffling", colour="blue" if table.colour == "red" else "red")
    _put_rest_away(run)
    proceed(run)


def _put_rest_away(run: Run) -> None:
    """The shuffler is emptied before anybody acts; a deck in the dealer's hand stays there."""
    if PROCEDURES[run.rules.dealing.procedure].board_in_hand:
        return
    for call in ("deal.rest", "deal.dispensed"):
        run.call(call, discarded=run.table.undealt)
    run.call("deal.pick_up")


def allowed(table: Table, rules: Rulebook) -> dict[str, int]:
    """The actions of the street, and the multiple that each means."""
    return _actions(getattr(rules.play, table.phase), table.phase)


@cache
def _actions(multiples: tuple[int, ...], phase: str) -> dict[str, int]:
    actions = {f"{multiple}x": multiple for multiple in multiples}
    return {**actions, "fold": FOLD} if phase == "river" else {**actions, "check": CHECK}


def cost(seat: Seat, multiple: int) -> Cents:
    """What a decision costs a seat."""
    return max(multiple, 0) * seat.wagers["ante"]


def highest_ante(seat: Seat) -> Cents:
    """The highest Ante on a spot: the back line is bound by the seat's decision (Q-6)."""
    return max([seat.wagers["ante"], *[backing.wagers["ante"] for backing in seat.backing]])


def decisions(table: Table, player: str, rules: Rulebook) -> tuple[str, ...]:
    """Which decisions a player may take now; none while it is not their turn."""
    return tuple(
        option.action for option in decision_options(table, player, rules) if not option.reason
    )


class DecisionOption(msgspec.Struct, frozen=True, gc=False):
    """A decision of the street: what it costs, and why it can't be taken, if it can't."""

    action: str
    amount: Cents
    reason: Literal["", "above_ceiling", "not_enough_chips"] = ""
    limit: Cents = 0
    """What the amount would have to be within."""


def decision_options(table: Table, player: str, rules: Rulebook) -> list[DecisionOption]:
    """Every decision of the street for a player whose turn it is, the impossible ones too."""
    number = table.find(player)
    seat = table.seat(number) if number and table.phase in STREETS else None
    if seat is None or seat.away or not seat.to_act:
        return []
    options, chips, highest_on_spot = [], table.chips(player), highest_ante(seat)
    for action, multiple in allowed(table, rules).items():
        amount, highest = cost(seat, multiple), multiple * highest_on_spot
        if not within_ceiling(rules, highest):
            ceiling = rules.limits.ceiling or 0
            options.append(DecisionOption(action, highest, "above_ceiling", ceiling))
        elif amount > chips:
            options.append(DecisionOption(action, amount, "not_enough_chips", chips))
        else:
            options.append(DecisionOption(action, amount))
    return options


def act(run: Run, command: c.Act) -> None:
    number, seat = run.table.seated(command.player)
    phase = run.table.phase
    if phase not in STREETS:
        run.refuse("act/not_now", "player")
    if not seat.in_play:
        run.refuse("act/no_hand", "player", player=command.player)
    if seat.multiple is not None:
        run.refuse("act/decided", "player", "act.preflop")
    if seat.acted:
        run.refuse("act/acted", "player", "act.turn")
    actions = allowed(run.table, run.rules)
    if command.action not in actions:
        run.refuse(
            "act/not_allowed",
            "action",
            f"act.{phase}",
            action=command.action,
            actions=list(actions),
        )
    multiple = actions[command.action]
    try:
        check_play(run.rules, multiple, highest_ante(seat))
    except Refusal as refusal:
        raise refusal.at("action") from None
    amount, chips = cost(seat, multiple), run.table.chips(command.player)
    if amount > chips:
        run.refuse("act/not_enough_chips", "action", needed=amount, chips=chips)
    _decide(run, number, seat, multiple, timed_out=False)
    proceed(run)


def act_for(run: Run, number: int, seat: Seat) -> None:
    """Finish a hand for one who can't: check, check, then fold (Q-13)."""
    multiple = FOLD if run.table.phase == "river" else CHECK
    _decide(run, number, seat, multiple, timed_out=True)


def _decide(run: Run, number: int, seat: Seat, multiple: int, *, timed_out: bool) -> None:
    occasions = [f"act.{run.table.phase}"]
    if multiple == FOLD:
        occasions.insert(0, "act.fold")
    if timed_out:
        occasions.insert(0, "act.timed_out")
    amount = cost(seat, multiple)
    run.emit(e.Acted(seat.player, number, multiple, amount, timed_out), *occasions)
    if multiple > 0:
        for backing in seat.backing:
            stake = multiple * backing.wagers["ante"]
            run.emit(e.BackLineFollowed(backing.player, number, stake), "backline.placed")
        if run.rules.conduct.tuck_under_blind:
            run.call("hand.tucked", number)
    elif multiple == FOLD:
        _muck(run, number, seat)


def _muck(run: Run, number: int, seat: Seat) -> None:
    """A folded hand is spread and counted, unless a wager is still to be settled (Q-4)."""
    if spread_at_once(run.rules, seat):
        discard_hand(run, "hand.spread", number)


def proceed(run: Run) -> None:
    """Turn the next cards as soon as everybody has acted; after the river, settle."""
    if run.table.phase == "closed" and not any(
        seat.in_play or (seat.wagers and seat.backing) for _, seat in run.table.taken()
    ):
        close_round(run)
    while run.table.phase in STREETS:
        for number, seat in run.table.taken():
            if seat.leaving and seat.to_act:
                act_for(run, number, seat)
        if any(seat.to_act for _, seat in run.table.taken()):
            return
        board, turned = run.table.board, run.table.turned
        procedure = f"turn.{run.rules.dealing.procedure}"
        if turned == 0:
            run.emit(e.BoardTurned(board[:3]), "turn.flop", procedure)
        elif turned == 3:
            run.emit(e.BoardTurned(board[3:]), "turn.river", procedure)
        else:
            begin_settlement(run)
    if run.table.phase == "settling":
        settle_on(run)
