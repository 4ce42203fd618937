"""What the floor changes between rounds: limits, who keeps a lower one, the posted maximum."""

from __future__ import annotations

from uth.core.money import Cents, print_dollars
from uth.rulebook.approval.guard import check_entry
from uth.table import commands as c
from uth.table import events as e
from uth.table.handlers.bank import put_up_anew
from uth.table.handlers.people import clear_backing
from uth.table.handlers.run import Run
from uth.table.settling.table_settlement import posts_maximum
from uth.table.state import Seat
from uth.table.wagers import WAGERS


def set_limits(run: Run, command: c.SetLimits) -> None:
    """Between rounds; surveillance is informed (CR-8); a lower minimum may be kept (CR-9)."""
    run.need_name(command.by)
    run.need_betting("limits")
    check_limits(run, command.minimum, command.maximum)
    old, raised = run.table.minimum, command.minimum > run.table.minimum
    keep = _keep(run, command)
    changed = e.LimitsChanged(command.minimum, command.maximum, command.by)
    run.emit(changed, "limits.changed")
    run.call("limits.changed", minimum=command.minimum, maximum=command.maximum)
    for number, seat in list(run.table.taken()):
        if raised and seat.player in keep:
            lower = min(old, seat.kept_minimum or old)
            run.emit(e.MinimumGrandfathered(seat.player, number, lower), "limits.kept")
        elif seat.kept_minimum is not None and seat.player not in keep:
            run.emit(e.MinimumLost(seat.player, number), "limits.kept")
        _clear_if_outside(run, number, command)
    put_up_anew(run, command.minimum)


def _keep(run: Run, command: c.SetLimits) -> set[str]:
    """Who keeps a lower minimum: those of them whom the floor chooses, by default all (CR-9).

    They keep one already, or take part at one: whoever never bet has none to keep.
    """
    raised = command.minimum > run.table.minimum and run.rules.limits.grandfathering
    may = {
        seat.player
        for _, seat in run.table.taken()
        if run.table.least(seat) < run.table.minimum
        or (raised and 0 < _ante(seat) < command.minimum)
    }
    if command.keep is None:
        return may
    for player in command.keep:
        if player not in may:
            run.refuse("limits/keep", "keep", "limits.kept", player=player)
    return set(command.keep)


def _ante(seat: Seat) -> Cents:
    """The Ante that a player has staked now, or else the last one that they played; 0 for none."""
    return seat.wagers.get("ante", seat.last_ante)


def post_maximum(run: Run, command: c.PostMaximum) -> None:
    """Management posts a maximum payout on a table card, from the next round on (CR-10)."""
    _check_posting(run, command.by)
    check_maximum(run, command.maximum)
    run.emit(e.MaximumPosted(command.maximum, command.by), "table.maximum_posted")
    run.call("table.maximum_posted", maximum=command.maximum)


def check_maximum(run: Run, maximum: Cents) -> None:
    """Refuse a posted maximum that the house does not allow."""
    if maximum <= 0 or maximum % run.rules.limits.chip:
        run.refuse("maximum/amount", "maximum", "table.maximum_posted", chip=run.rules.limits.chip)
    _check_amount(run, "payouts.maximum", maximum)


def withdraw_maximum(run: Run, command: c.WithdrawMaximum) -> None:
    _check_posting(run, command.by)
    if run.table.posted_maximum is None:
        run.refuse("maximum/none", occasion="table.maximum_posted")
    run.emit(e.MaximumWithdrawn(command.by), "table.maximum_posted")
    run.call("table.maximum_withdrawn")


def _check_posting(run: Run, by: str) -> None:
    run.need_name(by)
    if not posts_maximum(run.rules):
        run.refuse("maximum/not_here", "maximum", "pay.capped")
    run.need_betting("maximum")


def _clear_if_outside(run: Run, number: int, command: c.SetLimits) -> None:
    """Wagers that the new limits do not allow go back to their players."""
    seat = run.table.seat(number)
    least = run.table.least(seat)

    def outside(wagers: dict[str, int], least: int) -> bool:
        return any(
            stake > command.maximum or stake < WAGERS[name].minimum(run.rules, least)
            for name, stake in wagers.items()
            if WAGERS[name].fixed_stake(run.rules) is None
        )

    all_back = outside(seat.wagers, least)
    for backing in seat.backing:
        if all_back or outside(backing.wagers, command.minimum):
            clear_backing(run, number, backing, "wagers.limits")
    if all_back:
        staked = run.table.staked(seat.player)
        run.emit(e.WagersPlaced(seat.player, number, {}, staked), "wagers.limits")


def check_limits(run: Run, minimum: Cents, maximum: Cents) -> None:
    """The house's own bounds hold for the floor too."""
    limits = run.rules.limits
    if not 0 < minimum <= maximum:
        run.refuse("limits/order", "minimum")
    for name, amount in (("minimum", minimum), ("maximum", maximum)):
        _check_amount(run, f"limits.{name}", amount)
    if minimum % limits.chip or maximum % limits.chip:
        amount = minimum if minimum % limits.chip else maximum
        run.refuse("limits/chip", occasion="wagers.chip", amount=amount)
    ceiling = limits.ceiling
    if ceiling is not None and maximum > ceiling:
        run.refuse(
            "limits/above_ceiling", "maximum", "wagers.ceiling", amount=maximum, ceiling=ceiling
        )


def _check_amount(run: Run, path: str, amount: Cents) -> None:
    """What the floor sets passes the same guard as a rulebook."""
    name = path.partition(".")[2]
    check_entry(run.rules, path, amount, given=print_dollars(amount), where=name)
