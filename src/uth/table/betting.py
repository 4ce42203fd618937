"""Before the deal: wagers, the back line, "No more bets" and the collection."""

from __future__ import annotations

from uth.core.money import Cents, dollars
from uth.core.refusal import Refusal
from uth.table import commands as c
from uth.table import events as e
from uth.table.collection import banker_fee, player_fee
from uth.table.run import Run
from uth.table.wagers import PLACED, PROGRESSIVE, check_back_line, check_wagers


def _check_stakes(wagers: dict[str, int]) -> None:
    for name, stake in wagers.items():
        if stake <= 0:
            raise Refusal("money/zero", "an amount must be above 0", name)


def _need_chips(run: Run, player: str, needed: int, why: str) -> None:
    has = run.table.chips(player) + run.table.staked(player)
    if needed > has:
        run.refuse(
            "wager/not_enough_chips",
            f"{dollars(has)} in chips do not hold {dollars(needed)}{why}",
            "wagers",
        )


def check_wager(run: Run, command: c.Wager) -> tuple[int, dict[str, Cents]]:
    """The seat and its wagers in their usual order, or the refusal of them."""
    run.need_betting("no bet is made, raised or withdrawn")
    number, seat = run.table.seated(command.player)
    if run.table.bank.seat == number:
        run.refuse(
            "bank/no_wager",
            "the banker pays and collects; he has no wager",
            "player",
            "bank.no_wager",
        )
    wagers = {name: command.wagers[name] for name in PLACED if name in command.wagers}
    if wagers or command.wagers:
        _check_stakes(command.wagers)
        check_wagers(run.rules, command.wagers, run.table.least(seat), run.table.maximum)
        total = sum(wagers.values())
        fee = player_fee(run.rules.collection, total)
        _need_chips(run, command.player, total + fee, " with the fee" if fee else "")
    elif seat.backing:
        run.refuse(
            "wager/backed", "others have wagered behind this seat", "wagers", "backline.placed"
        )
    return number, wagers


def wager(run: Run, command: c.Wager) -> None:
    number, wagers = check_wager(run, command)
    staked = run.table.staked(command.player)
    run.emit(e.WagersPlaced(command.player, number, wagers, staked, run.cite("wagers.placed")))


def check_back(run: Run, command: c.BackSeat) -> None:
    """Refuse what may not be staked behind a seat, by whom or where."""
    run.need_betting("no bet is made, raised or withdrawn")
    player, table = command.player, run.table
    _check_stakes(command.wagers)
    if command.wagers or not run.rules.wagers.back_line:
        check_back_line(run.rules, command.wagers, table.minimum, table.maximum)
    if player not in table.rail:
        run.refuse(
            "back_line/rail",
            "the back line is for those at the rail; one spot a player",
            "player",
            "seat.spot",
        )
    seat = table.seats[command.seat - 1] if 1 <= command.seat <= 6 else None
    if seat is None or not seat.wagers:
        run.refuse(
            "back_line/seat",
            f"seat {command.seat} has no wager to stand behind",
            "seat",
            "backline.placed",
        )
    before = table.backing(player)
    if before and before[0] != command.seat:
        run.refuse(
            "back_line/one_spot",
            f"{player} stands behind seat {before[0]}; one spot a player",
            "seat",
            "seat.spot",
        )
    if not before and not command.wagers:
        run.refuse("back_line/nothing", "there is nothing to take back", "wagers")
    total = sum(command.wagers.values())
    reserve = max(run.rules.play.preflop) * command.wagers.get("ante", 0)
    fee = player_fee(run.rules.collection, total)
    _need_chips(run, player, total + reserve + fee, " with the largest Play bet in reserve")


def back(run: Run, command: c.BackSeat) -> None:
    check_back(run, command)
    staked, clauses = run.table.staked(command.player), run.cite("backline.placed")
    run.emit(e.BackLinePlaced(command.player, command.seat, command.wagers, staked, clauses))


def close_bets(run: Run, command: c.CloseBets) -> None:
    """ "No more bets", then the fee, then the deal (Q-22); no wager, no fee."""
    run.need_betting("the bets are closed already")
    table = run.table
    if not any(True for _ in table.in_play()):
        run.refuse("round/no_wagers", "nobody has wagered: no deal and no fee", "", "fee.none")
    if run.rules.player_dealer and not table.bank.seat:
        run.refuse("bank/none", "nobody has taken the bank: no round", "", "bank.untaken")
    run.emit(e.BetsClosed(table.round, run.cite("wagers.closed")))
    _collect_fees(run)
    for number, seat in table.in_play():
        stake = seat.wagers.get(PROGRESSIVE.name)
        if stake:
            run.emit(e.ProgressiveStaked(seat.player, number, stake, run.cite("meter.fed")))


def _collect_fees(run: Run) -> None:
    """Flat fees by what stands on each square, from players and from the bank."""
    collection, table = run.rules.collection, run.table
    squares = [
        (player, sum(wagers.values()))
        for _, seat in table.in_play()
        for player, wagers in (
            (seat.player, seat.wagers),
            *((backing.player, backing.wagers) for backing in seat.backing),
        )
    ]
    action = sum(staked for _, staked in squares)
    owed = [(player, player_fee(collection, staked), staked) for player, staked in squares]
    if table.bank.seat:
        banker = table.seat(table.bank.seat).player
        owed.append((banker, banker_fee(collection, [staked for _, staked in squares]), action))
    for player, fee, base in owed:
        if fee > run.table.chips(player):
            run.refuse(
                "fee/not_enough_chips",
                f"{player} has not the chips for the fee of {dollars(fee)}",
                "",
                "fee.taken",
            )
        if fee:
            run.emit(e.FeeTaken(player, fee, base, run.cite("fee.taken")))
    if collection.drop == "before-deal":
        drop_fees(run)


def drop_fees(run: Run) -> None:
    fees = run.table.balances.get("fees", 0)
    if fees:
        run.emit(e.FeesDropped(fees, run.cite("fee.taken")))
