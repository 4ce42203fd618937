"""The collection of a round: flat fees, taken at "No more bets" and dropped into the box."""

from __future__ import annotations

from uth.table import events as e
from uth.table.collection import banker_fee, player_fee
from uth.table.handlers.run import Run


def collect_fees(run: Run) -> e.FeeUnpaid | None:
    """Take what each square owes, then the bank; or say what the banker can't pay.

    The chips for a player's fee were asked for with the wager, a banker's are asked for now.
    """
    collection, table = run.rules.collection, run.table
    squares = [
        (player, sum(wagers.values()))
        for _, seat in table.in_play()
        for player, wagers in (
            (seat.player, seat.wagers),
            *((backing.player, backing.wagers) for backing in seat.backing),
        )
    ]
    owed = [(player, player_fee(collection, staked), staked) for player, staked in squares]
    number, action = table.bank.seat, sum(staked for _, staked in squares)
    if number:
        banker = table.seat(number).player
        fee = banker_fee(collection, [staked for _, staked in squares])
        if fee > table.chips(banker):
            return e.FeeUnpaid(banker, number, fee, action)
        owed.append((banker, fee, action))
    for player, fee, base in owed:
        if fee:
            run.emit(e.FeeTaken(player, fee, base), "fee.taken")
    if collection.drop == "before-deal":
        drop_fees(run)
    return None


def drop_fees(run: Run) -> None:
    fees = run.table.balances.get("fees", 0)
    if fees:
        run.emit(e.FeesDropped(fees), "fee.taken")
