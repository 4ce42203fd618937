"""Coming and going: seats, the rail, held seats, limits that change and those who keep theirs."""

from __future__ import annotations

from uth.core.money import Cents, dollars
from uth.core.refusal import Refusal, shown
from uth.table import commands as c
from uth.table import events as e
from uth.table.bank import give_back, offer_if_needed, put_up_anew
from uth.table.playing import act_for, proceed
from uth.table.run import Run
from uth.table.state import FOLD, Seat
from uth.table.wagers import WAGERS

LONGEST_NAME = 40
LONGEST_HOLD = 24 * 60
"""Minutes for which a seat may be held: a day."""


def _check_name(run: Run, player: str) -> None:
    if not player.strip() or len(player) > LONGEST_NAME or not player.isprintable():
        run.refuse("player/name", f"a name has 1 to {LONGEST_NAME} printable characters", "player")
    if run.table.present(player):
        run.refuse(
            "player/twice",
            f"{shown(player)} is at this table already; one spot a player",
            "player",
            "seat.spot",
        )


def _check_chips(run: Run, chips: int) -> None:
    if chips <= 0:
        run.refuse("chips/none", "chips are an amount above 0", "chips")


def sit(run: Run, command: c.Sit) -> None:
    if not 1 <= command.seat <= run.rules.layout.places:
        run.refuse(
            "seat/unknown",
            f"there is no seat {command.seat}; seats are 1 to {run.rules.layout.places}",
            "seat",
            "seat.taken",
        )
    _check_name(run, command.player)
    _check_chips(run, command.chips)
    old = run.table.seats[command.seat - 1]
    if old is not None and old.player != command.player:
        if old.away:
            run.refuse(
                "seat/held", f"seat {command.seat} is held for {old.player}", "seat", "seat.held"
            )
        run.refuse("seat/taken", f"{old.player} sits in seat {command.seat}", "seat", "seat.taken")
    if run.table.find(command.player) not in (0, command.seat):
        run.refuse("seat/other", "another seat is held for this player", "seat", "seat.held")
    run.emit(e.PlayerSeated(command.player, command.seat, command.chips, run.cite("seat.taken")))
    offer_if_needed(run)


def join(run: Run, command: c.Join) -> None:
    if not run.rules.wagers.back_line:
        run.refuse(
            "back_line/not_here",
            "this house has no back line; nobody wagers on another's hand",
            "",
            "backline.refused",
        )
    _check_name(run, command.player)
    _check_chips(run, command.chips)
    if run.table.find(command.player):
        run.refuse("seat/other", "a seat is held for this player", "player", "seat.held")
    run.emit(e.PlayerJoined(command.player, command.chips, run.cite("backline.placed")))


def add_chips(run: Run, command: c.AddChips) -> None:
    _check_chips(run, command.chips)
    if not run.table.present(command.player):
        run.refuse("player/absent", f"{shown(command.player)} is not at this table", "player")
    run.emit(e.ChipsAdded(command.player, command.chips))


def check_leave(run: Run, command: c.Leave) -> None:
    """One who is here may leave, and only once."""
    player, table = command.player, run.table
    if player in table.rail:
        if player in table.rail_leaving:
            run.refuse("player/leaving", "this player leaves when the round is settled", "player")
        return
    _, seat = table.seated(player)
    if seat.leaving or seat.forfeited:
        run.refuse("player/leaving", "this player has left already", "player")


def leave(run: Run, command: c.Leave) -> None:
    """Between rounds at once; in mid-round by the house's rule."""
    check_leave(run, command)
    player, table = command.player, run.table
    if player in table.rail:
        _leave_rail(run, player)
        return
    number, seat = table.seated(player)
    if table.phase == "betting":
        _leave_between(run, number, seat)
    elif not seat.in_play and table.bank.seat != number:
        run.emit(e.PlayerLeft(player, table.chips(player)))
    elif run.rules.conduct.leaving_forfeits and seat.in_play:
        _forfeit(run, number, seat)
    else:
        occasion = "bank.away" if table.bank.seat == number else "seat.leaving"
        run.emit(e.PlayerLeaving(player, run.cite(occasion)))
        proceed(run)


def _leave_rail(run: Run, player: str) -> None:
    if run.table.staked(player):
        if run.table.phase != "betting":
            run.emit(e.PlayerLeaving(player, run.cite("seat.leaving")))
            return
        backed = run.table.backing(player)
        assert backed is not None, "what is staked at the rail stands behind a seat"
        run.emit(e.BackLinePlaced(player, backed[0], {}, run.table.staked(player)))
    run.emit(e.PlayerLeft(player, run.table.chips(player)))


def _leave_between(run: Run, number: int, seat: Seat) -> None:
    for backing in seat.backing:
        staked = sum(backing.wagers.values())
        run.emit(e.BackLinePlaced(backing.player, number, {}, staked, run.cite("backline.placed")))
    if seat.wagers:
        run.emit(e.WagersPlaced(seat.player, number, {}, run.table.staked(seat.player)))
    if run.table.bank.seat == number or run.table.bank.offered == number:
        give_back(run, number)
    run.emit(e.PlayerLeft(seat.player, run.table.chips(seat.player)))
    offer_if_needed(run)


def _forfeit(run: Run, number: int, seat: Seat) -> None:
    """PA-7: he who leaves before his hand is paid forfeits all wagers."""
    clauses = run.cite("seat.leaving")
    if seat.multiple is None:
        run.emit(e.Acted(seat.player, number, FOLD, clauses=clauses))
    run.emit(e.Forfeited(seat.player, number, run.table.staked(seat.player), clauses))
    run.emit(e.PlayerLeft(seat.player, run.table.chips(seat.player), clauses))
    proceed(run)


def cut_off(run: Run, command: c.Disconnect) -> None:
    number, seat = run.table.seated(command.player)
    if seat.disconnected:
        run.refuse("player/cut_off", "this player is cut off already", "player")
    occasion = "bank.away" if run.table.bank.seat == number else "act.timed_out"
    run.emit(e.PlayerDisconnected(command.player, run.cite(occasion)))
    _decline_for(run, number)


def _decline_for(run: Run, number: int) -> bool:
    """An offer of the bank that its player can't answer goes on to the next (Q-11)."""
    offered = run.table.phase == "betting" and run.table.bank.offered == number
    if offered:
        give_back(run, number)
    return offered


def come_back(run: Run, command: c.Reconnect) -> None:
    _, seat = run.table.seated(command.player)
    if not seat.disconnected:
        run.refuse("player/here", "this player is not cut off", "player")
    run.emit(e.PlayerReconnected(command.player))


def time_out(run: Run, command: c.TimeOut) -> None:
    number, seat = run.table.seated(command.player)
    if _decline_for(run, number):
        return
    if run.table.phase not in ("preflop", "flop", "river") or not seat.to_act:
        run.refuse("act/not_your_turn", f"{command.player} has nothing to decide now", "player")
    act_for(run, number, seat)
    proceed(run)


def hold_seat(run: Run, command: c.HoldSeat) -> None:
    run.need_name(command.by)
    number, _ = run.table.seated(command.player)
    if not run.rules.cite("seat.held"):
        run.refuse("seat/no_hold", "this house has no rule for holding a seat")
    if not 0 < command.minutes <= LONGEST_HOLD:
        held = f"a seat is held for 1 to {LONGEST_HOLD} minutes"
        run.refuse("seat/minutes", held, "minutes", "seat.held")
    run.emit(e.SeatHeld(command.player, number, command.minutes, command.by, run.cite("seat.held")))


def release_seat(run: Run, command: c.ReleaseSeat) -> None:
    run.need_name(command.by)
    seat = run.table.seats[command.seat - 1] if 1 <= command.seat <= 6 else None
    if seat is None or not seat.hold:
        run.refuse("seat/not_held", f"seat {command.seat} is not held for anybody", "seat")
    run.emit(e.SeatReleased(seat.player, command.seat, command.by, run.cite("seat.released")))


def set_limits(run: Run, command: c.SetLimits) -> None:
    """Between rounds; surveillance is told (CR-8), and players may keep a lower minimum (CR-9)."""
    run.need_name(command.by)
    run.need_betting("limits do not change")
    old, limits = run.table.minimum, run.rules.limits
    check_limits(run, command.minimum, command.maximum)
    clauses = run.cite("limits.changed")
    seated = [(number, seat) for number, seat in run.table.taken() if not seat.away]
    run.emit(e.LimitsChanged(command.minimum, command.maximum, command.by, clauses))
    low, high = dollars(command.minimum), dollars(command.maximum)
    run.call("limits.changed", text=f"surveillance is told: limits are now {low} to {high}")
    keeps = command.keep and limits.grandfathering and command.minimum > old
    for number, seat in seated:
        if keeps:
            kept = min(old, seat.kept_minimum or old)
            run.emit(e.MinimumKept(seat.player, number, kept, run.cite("limits.kept")))
        elif seat.kept_minimum is not None and not command.keep:
            run.emit(e.MinimumLost(seat.player, number, run.cite("limits.kept")))
        _clear_if_outside(run, number, command)
    put_up_anew(run, command.minimum)


def _clear_if_outside(run: Run, number: int, command: c.SetLimits) -> None:
    """Wagers that the new limits do not allow go back to their players."""
    seat = run.table.seat(number)
    least = run.table.least(seat)
    clauses = run.cite("wagers.limits")

    def outside(wagers: dict[str, int], least: int) -> bool:
        return any(
            stake > command.maximum or stake < WAGERS[name].minimum(run.rules, least)
            for name, stake in wagers.items()
            if WAGERS[name].fixed_stake(run.rules) is None
        )

    for backing in seat.backing:
        if outside(backing.wagers, command.minimum):
            staked = sum(backing.wagers.values())
            run.emit(e.BackLinePlaced(backing.player, number, {}, staked, clauses))
    if outside(seat.wagers, least):
        for backing in run.table.seat(number).backing:
            staked = sum(backing.wagers.values())
            run.emit(e.BackLinePlaced(backing.player, number, {}, staked, clauses))
        staked = run.table.staked(seat.player)
        run.emit(e.WagersPlaced(seat.player, number, {}, staked, clauses))


def check_limits(run: Run, minimum: Cents, maximum: Cents) -> None:
    """The house's own bounds hold for the floor too."""
    limits, sources = run.rules.limits, run.rules.sources
    if not 0 < minimum <= maximum:
        run.refuse("limits/crossed", "the minimum is above 0 and not above the maximum", "minimum")
    if minimum % limits.chip or maximum % limits.chip:
        run.refuse("limits/chip", "limits are multiples of the smallest chip", "", "wagers.chip")
    if limits.minimum_choices and minimum not in limits.minimum_choices:
        offered = " or ".join(map(dollars, limits.minimum_choices))
        run.refuse("limits/choice", f"the minimum is {offered}", "minimum", "limits.changed")
    for name, value, within in (
        ("minimum", minimum, limits.minimum_within),
        ("maximum", maximum, limits.maximum_within),
    ):
        if within and not within[0] <= value <= within[1]:
            low, high = map(dollars, within)
            clause = sources[f"limits.{name}_within"]
            raise Refusal("limits/outside", f"the {name} lies from {low} to {high}", name, clause)
