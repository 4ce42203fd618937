"""Coming and going: seats, the rail, held seats."""

from __future__ import annotations

from uth.table import commands as c
from uth.table import events as e
from uth.table.handlers.bank import give_back, offer_if_needed
from uth.table.handlers.playing import act_for, proceed
from uth.table.handlers.run import Run
from uth.table.state import FOLD, STREETS, Backing, Seat

LONGEST_NAME = 40
LONGEST_HOLD = 24 * 60
"""Minutes for which a seat may be held: a day."""


def _check_name(run: Run, player: str) -> None:
    if not player.strip() or len(player) > LONGEST_NAME or not player.isprintable():
        run.refuse("player/name", "player", longest=LONGEST_NAME)
    if run.table.present(player):
        run.refuse("player/twice", "player", "seat.spot", player=player)


def _check_chips(run: Run, chips: int) -> None:
    if chips <= 0:
        run.refuse("chips/none", "chips")


def sit(run: Run, command: c.Sit) -> None:
    places = run.rules.layout.places
    if not 1 <= command.seat <= places:
        run.refuse("seat/unknown", "seat", "seat.taken", seat=command.seat, places=places)
    _check_name(run, command.player)
    _check_chips(run, command.chips)
    old = run.table.seats[command.seat - 1]
    if old is not None and old.player != command.player:
        if old.away:
            run.refuse("seat/held", "seat", "seat.held", seat=command.seat, player=old.player)
        run.refuse("seat/taken", "seat", "seat.taken", seat=command.seat, player=old.player)
    if run.table.find(command.player) not in (0, command.seat):
        run.refuse("seat/other", "seat", "seat.held")
    run.emit(e.PlayerSeated(command.player, command.seat, command.chips), "seat.taken")
    offer_if_needed(run)


def join(run: Run, command: c.Join) -> None:
    run.need_seat_to_play()
    if not run.rules.wagers.back_line:
        run.refuse("back_line/not_here", occasion="backline.refused")
    _check_name(run, command.player)
    _check_chips(run, command.chips)
    if run.table.find(command.player):
        run.refuse("seat/other", "player", "seat.held")
    run.emit(e.PlayerJoined(command.player, command.chips), "backline.placed")


def add_chips(run: Run, command: c.AddChips) -> None:
    _check_chips(run, command.chips)
    if not run.table.present(command.player):
        run.refuse("player/absent", "player", player=command.player)
    run.emit(e.ChipsAdded(command.player, command.chips))


def check_leave(run: Run, command: c.Leave) -> None:
    """One who is here may leave, and only once."""
    player, table = command.player, run.table
    if player in table.rail:
        if player in table.rail_leaving:
            run.refuse("player/leaving", "player")
        return
    _, seat = table.seated(player)
    if seat.leaving or seat.forfeited:
        run.refuse("player/leaving", "player")


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
        run.emit(e.PlayerLeaving(player), occasion)
        proceed(run)


def _leave_rail(run: Run, player: str) -> None:
    if run.table.staked(player):
        if run.table.phase != "betting":
            run.emit(e.PlayerLeaving(player), "seat.leaving")
            return
        backed = run.table.backing(player)
        assert backed is not None, "what is staked at the rail is behind a seat"
        run.emit(e.BackLinePlaced(player, backed[0], {}, run.table.staked(player)))
    run.emit(e.PlayerLeft(player, run.table.chips(player)))


def clear_backing(run: Run, number: int, backing: Backing, occasion: str) -> None:
    """What a bettor has behind a seat is returned."""
    staked = sum(backing.wagers.values())
    run.emit(e.BackLinePlaced(backing.player, number, {}, staked), occasion)


def _leave_between(run: Run, number: int, seat: Seat) -> None:
    for backing in seat.backing:
        clear_backing(run, number, backing, "backline.placed")
    if seat.wagers:
        run.emit(e.WagersPlaced(seat.player, number, {}, run.table.staked(seat.player)))
    if run.table.bank.seat == number or run.table.bank.offered == number:
        give_back(run, number)
    run.emit(e.PlayerLeft(seat.player, run.table.chips(seat.player)))
    offer_if_needed(run)


def _forfeit(run: Run, number: int, seat: Seat) -> None:
    """PA-7: who leaves before their hand is paid forfeits all wagers."""
    if seat.multiple is None:
        run.emit(e.Acted(seat.player, number, FOLD), "seat.leaving")
    staked = run.table.staked(seat.player)
    run.emit(e.Forfeited(seat.player, number, staked), "seat.leaving")
    run.emit(e.PlayerLeft(seat.player, run.table.chips(seat.player)), "seat.leaving")
    proceed(run)


def cut_off(run: Run, command: c.Disconnect) -> None:
    number, seat = run.table.seated(command.player)
    if seat.disconnected:
        run.refuse("player/cut_off", "player")
    occasion = "bank.away" if run.table.bank.seat == number else "act.timed_out"
    run.emit(e.PlayerDisconnected(command.player), occasion)
    _decline_for(run, number)


def _decline_for(run: Run, number: int) -> bool:
    """Decline an offer of the bank that its player can't answer (Q-11)."""
    offered = run.table.phase == "betting" and run.table.bank.offered == number
    if offered:
        give_back(run, number)
    return offered


def come_back(run: Run, command: c.Reconnect) -> None:
    _, seat = run.table.seated(command.player)
    if not seat.disconnected:
        run.refuse("player/here", "player")
    run.emit(e.PlayerReconnected(command.player))


def time_out(run: Run, command: c.TimeOut) -> None:
    number, seat = run.table.seated(command.player)
    if _decline_for(run, number):
        return
    if run.table.phase not in STREETS or not seat.to_act:
        run.refuse("act/not_your_turn", "player", player=command.player)
    act_for(run, number, seat)
    proceed(run)


def hold_seat(run: Run, command: c.HoldSeat) -> None:
    run.need_name(command.by)
    number, _ = run.table.seated(command.player)
    if not run.rules.cite("seat.held"):
        run.refuse("seat/no_hold")
    if not 0 < command.minutes <= LONGEST_HOLD:
        run.refuse("seat/minutes", "minutes", "seat.held", longest=LONGEST_HOLD)
    run.emit(e.SeatHeld(command.player, number, command.minutes, command.by), "seat.held")


def release_seat(run: Run, command: c.ReleaseSeat) -> None:
    run.need_name(command.by)
    seat = run.table.seats[command.seat - 1] if 1 <= command.seat <= 6 else None
    if seat is None or not seat.hold:
        run.refuse("seat/not_held", "seat", seat=command.seat)
    run.emit(e.SeatReleased(seat.player, command.seat, command.by), "seat.released")


def switch_shuffler(run: Run, command: c.SwitchShuffler) -> None:
    """Between rounds, where the house keeps a second machine (CR-13)."""
    run.need_name(command.by)
    run.need_betting("shuffler")
    if not run.rules.cite("shuffler.switched"):
        run.refuse("shuffler/only_one", "shuffler")
    if command.shuffler == run.table.shuffler:
        run.refuse("shuffler/same", "shuffler", "shuffler.switched", shuffler=command.shuffler)
    run.emit(e.ShufflerSwitched(command.shuffler, command.by), "shuffler.switched")
