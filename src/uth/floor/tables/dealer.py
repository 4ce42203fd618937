"""The automatic dealer: what is due next at a table, and when.

The dealer closes the bets, deals, enforces the time to act, offers the bank and gives up held
seats. It never approves or voids anything: supervisors do. This module only plans; the runner
carries the plans out as orders.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from uth.coach import bots as thumb
from uth.core.money import Cents
from uth.floor.clock import Millis
from uth.floor.people.names import DEALER, is_bot
from uth.floor.tables.orders import RetryJackpots
from uth.floor.tables.pace import Pace
from uth.floor.tables.progress import held_until
from uth.floor.tables.table_writer import TableWriter
from uth.table import commands as c
from uth.table.decide import legal, refusal
from uth.table.state import STREETS, Seat, Table
from uth.table.view import SeatView, view
from uth.table.wagers import PROGRESSIVE


class Planned(msgspec.Struct, frozen=True, gc=False):
    """A command, who sends it, and when it is due."""

    at: Millis
    actor: str
    command: c.Command


def plans(table_writer: TableWriter, pace: Pace) -> Iterator[Planned]:
    """Everything that the dealer and the bots would do if nobody else acted."""
    phase = table_writer.table.phase
    yield from _held_seats(table_writer)
    if phase == "betting":
        if pace.alone or _has_people(table_writer):
            yield from _bank(table_writer, pace)
            yield from _bot_wagers(table_writer, pace)
        yield from _no_more_bets(table_writer, pace)
    elif phase == "closed":
        deck = table_writer.secrets.shuffle.close().deck()
        yield Planned(table_writer.progress.times.phase + pace.step, DEALER, c.Deal(deck))
    elif phase in STREETS:
        yield from _moves(table_writer, pace)
    elif table_writer.table.claims:
        yield Planned(table_writer.progress.times.phase, DEALER, RetryJackpots())


def first(table_writer: TableWriter, pace: Pace) -> Planned | None:
    """The plan that is due first."""
    return min(plans(table_writer, pace), key=lambda plan: plan.at, default=None)


def _present(seat: Seat) -> bool:
    return not (seat.away or seat.leaving or seat.disconnected)


def _has_people(table_writer: TableWriter) -> bool:
    """Whether a connected person is seated."""
    return any(_present(seat) and not is_bot(seat.player) for _, seat in table_writer.table.taken())


def _held_seats(table_writer: TableWriter) -> Iterator[Planned]:
    """Give up held seats when their time is over (CR-9)."""
    for number, until in held_until(table_writer.progress).items():
        yield Planned(until, DEALER, c.ReleaseSeat(DEALER, number))


def _no_more_bets(table_writer: TableWriter, pace: Pace) -> Iterator[Planned]:
    """Close the bets when everybody present has wagered, or the betting time is over.

    A player who has just disconnected gets a little time, because they may only be reloading the
    page. So does a player at the rail, who can stake only after a seat has.
    """
    table, times = table_writer.table, table_writer.progress.times
    if not any(table.in_play()) or (table_writer.rules.player_dealer and not table.bank.seat):
        return
    over = times.wagered + pace.betting
    closing = [max(times.wagered, times.phase) + pace.step]
    for number, seat in table.taken():
        if seat.wagers or number == table.bank.seat:
            continue
        if _present(seat):
            if not pace.timed:
                return
            closing.append(over)
        elif seat.disconnected:
            back = times.cut[number] + pace.grace
            closing.append(min(back, over) if pace.timed else back)
    if table_writer.rules.wagers.back_line and _at_the_rail(table_writer):
        closing.append(min(times.wagered + pace.grace, over))
    yield Planned(max(closing), DEALER, c.CloseBets())


def waits_for_wagers(table: Table) -> bool:
    """Whether a connected player has not wagered, so that the bets stay open."""
    banker = table.bank.seat
    return any(
        not seat.wagers and number != banker and _present(seat) for number, seat in table.taken()
    )


def _at_the_rail(table_writer: TableWriter) -> bool:
    """Whether somebody at the rail has not staked."""
    staked = {backing.player for _, seat in table_writer.table.taken() for backing in seat.backing}
    return any(player not in staked for player in table_writer.table.rail)


def _bank(table_writer: TableWriter, pace: Pace) -> Iterator[Planned]:
    """Offer the bank; bots answer, silence declines, and later it is offered again."""
    table, times = table_writer.table, table_writer.progress.times
    bank = table.bank
    if not table_writer.rules.player_dealer or bank.seat:
        return
    if bank.offered:
        seat = table.seat(bank.offered)
        if not is_bot(seat.player):
            if pace.timed or not _present(seat):
                yield Planned(times.offered + pace.offering, DEALER, c.DeclineBank(seat.player))
            return
        yield Planned(times.offered + pace.step, seat.player, _bank_answer(table_writer, seat))
    elif refusal(table, c.OfferBank(), table_writer.rules) is None:
        yield from _more_chips(table_writer, times.offered + pace.again)
        yield Planned(times.offered + pace.again, DEALER, c.OfferBank())


def _bank_answer(table_writer: TableWriter, seat: Seat) -> c.Command:
    table = table_writer.table
    if seat.wagers and not seat.backing:
        return c.Wager(seat.player, {})
    amount = thumb.bank_offer(table_writer.rules, table.minimum, table.chips(seat.player))
    if amount is None or seat.backing:
        return c.DeclineBank(seat.player)
    return c.TakeBank(seat.player, amount)


def buy_in(table_writer: TableWriter) -> Cents:
    """The chips that a bot buys in for."""
    return thumb.BUY_IN * table_writer.table.minimum


def _more_chips(table_writer: TableWriter, at: Millis) -> Iterator[Planned]:
    for _, seat in table_writer.table.taken():
        missing = buy_in(table_writer) - table_writer.table.chips(seat.player)
        if is_bot(seat.player) and missing > 0:
            yield Planned(at, seat.player, c.AddChips(seat.player, missing))


def _bot_wagers(table_writer: TableWriter, pace: Pace) -> Iterator[Planned]:
    """Bots wager once there is a banker."""
    table, rules, times = table_writer.table, table_writer.rules, table_writer.progress.times
    if rules.player_dealer and not table.bank.seat:
        return
    for number, seat in table.taken():
        if not is_bot(seat.player) or seat.wagers or number == table.bank.seat:
            continue
        seen = _own(table_writer, number)
        staked = thumb.wagers(rules, seen, table.maximum)
        if table_writer.link is None or not table_writer.link.reachable:
            staked.pop(PROGRESSIVE.name, None)
        missing = thumb.chips_needed(rules, staked) - seen.chips
        at = max(times.phase, times.offered if rules.player_dealer else 0) + pace.step
        if missing > 0:
            chips = max(missing, buy_in(table_writer))
            yield Planned(at, seat.player, c.AddChips(seat.player, chips))
        else:
            yield Planned(at, seat.player, c.Wager(seat.player, staked))


def _own(table_writer: TableWriter, number: int) -> SeatView:
    """A bot's own seat, as its player sees it."""
    seat = view(table_writer.table, table_writer.table.seat(number).player).seats[number - 1]
    assert seat is not None, "a bot sees its own seat"
    return seat


def _moves(table_writer: TableWriter, pace: Pace) -> Iterator[Planned]:
    """Bots act; people who do not act in time are timed out (Q-13)."""
    table, times = table_writer.table, table_writer.progress.times
    began = times.phase
    for number, seat in table.taken():
        if not seat.to_act:
            continue
        if not is_bot(seat.player):
            if pace.timed or not _present(seat):
                runs = began if pace.timed else max(began, times.cut.get(number, 0))
                yield Planned(runs + pace.acting, DEALER, c.TimeOut(seat.player))
            continue
        seen = view(table, seat.player)
        actions = [
            command.action
            for command in legal(table, seat.player, table_writer.rules)
            if isinstance(command, c.Act)
        ]
        move = thumb.decide(seen, _own(table_writer, number), actions)
        yield Planned(began + pace.step, seat.player, c.Act(seat.player, move))
