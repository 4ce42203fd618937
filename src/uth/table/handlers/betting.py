"""Before the deal: wagers, the back line, "No more bets"."""

from __future__ import annotations

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.table import commands as c
from uth.table import events as e
from uth.table.collection import player_fee
from uth.table.handlers.closing import give_up_bank
from uth.table.handlers.fees import collect_fees
from uth.table.handlers.run import Run
from uth.table.wagers import (
    BACK_LINE,
    PLACED,
    PROGRESSIVE,
    check_back_line,
    check_wagers,
    highest_play,
)


def _check_stakes(wagers: dict[str, int]) -> None:
    for name, stake in wagers.items():
        if stake <= 0:
            raise Refusal("money/zero", where=name)


def _need_chips(run: Run, player: str, needed: int, code: str) -> None:
    chips = run.table.chips(player) + run.table.staked(player)
    if needed > chips:
        run.refuse(code, "wagers", needed=needed, chips=chips)


def check_wager(run: Run, command: c.Wager) -> tuple[int, dict[str, Cents]]:
    """The seat and its wagers in their usual order, or the refusal of them."""
    run.need_betting("bet")
    if not run.table.present(command.player):
        run.need_seat_to_play()
    number, seat = run.table.seated(command.player)
    if run.table.bank.seat == number:
        run.refuse("bank/no_wager", "player", "bank.no_wager")
    wagers = {name: command.wagers[name] for name in PLACED if name in command.wagers}
    if wagers or command.wagers:
        _check_stakes(command.wagers)
        check_wagers(run.rules, command.wagers, run.table.least(seat), run.table.maximum)
        total = sum(wagers.values())
        fee = player_fee(run.rules.collection, total)
        _need_chips(
            run,
            command.player,
            total + fee,
            "wager/not_enough_with_fee" if fee else "wager/not_enough_chips",
        )
    elif seat.backing:
        run.refuse("wager/backed", "wagers", "backline.placed")
    return number, wagers


def wager(run: Run, command: c.Wager) -> None:
    number, wagers = check_wager(run, command)
    staked = run.table.staked(command.player)
    run.emit(e.WagersPlaced(command.player, number, wagers, staked), "wagers.placed")


def check_back(run: Run, command: c.BackSeat) -> None:
    """Refuse what may not be staked behind a seat, by whom or where."""
    run.need_betting("bet")
    player, table = command.player, run.table
    if not table.present(player):
        run.need_seat_to_play()
    _check_stakes(command.wagers)
    if command.wagers or not run.rules.wagers.back_line:
        check_back_line(run.rules, command.wagers, table.minimum, table.maximum)
    if player not in table.rail:
        run.refuse("back_line/rail", "player", "seat.spot")
    seat = table.seats[command.seat - 1] if 1 <= command.seat <= 6 else None
    if seat is None or not seat.wagers:
        run.refuse("back_line/seat", "seat", "backline.placed", seat=command.seat)
    before = table.backing(player)
    if before and before[0] != command.seat:
        run.refuse("back_line/one_spot", "seat", "seat.spot", player=player, seat=before[0])
    if not before and not command.wagers:
        run.refuse("back_line/nothing", "wagers")
    total = sum(command.wagers.values())
    reserve = highest_play(run.rules, command.wagers.get("ante", 0))
    fee = player_fee(run.rules.collection, total)
    _need_chips(run, player, total + reserve + fee, "back_line/not_enough_chips")


def back(run: Run, command: c.BackSeat) -> None:
    check_back(run, command)
    wagers = {name: command.wagers[name] for name in BACK_LINE if name in command.wagers}
    staked = run.table.staked(command.player)
    placed = e.BackLinePlaced(command.player, command.seat, wagers, staked)
    run.emit(placed, "backline.placed")


def close_bets(run: Run, command: c.CloseBets) -> None:
    """ "No more bets", then the fee, then the deal (Q-22); no wager, no fee."""
    run.need_betting("close_bets")
    table = run.table
    if not any(True for _ in table.in_play()):
        run.refuse("round/no_wagers", occasion="fee.none")
    if run.rules.player_dealer and not table.bank.seat:
        run.refuse("bank/none", occasion="bank.untaken")
    run.emit(e.BetsClosed(table.round), "wagers.closed")
    unpaid = collect_fees(run)
    if unpaid:
        give_up_bank(run, unpaid)
        return
    for number, seat in table.in_play():
        stake = seat.wagers.get(PROGRESSIVE.name)
        if stake:
            run.emit(e.ProgressiveStaked(seat.player, number, stake), "meter.fed")
