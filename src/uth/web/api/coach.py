"""The coach: advice on a player's own hand, starting hands, and the session sheet."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from uth.coach.sheet import Sheet
from uth.coach.table_advice import TableAdvice, beaten_hand_stake, table_advice
from uth.core.cards import print_cards
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.solver.ante_game import game_at
from uth.exact.solver.starting_hands import STARTING_HAND_NAMES, starting_hand_index
from uth.floor.jobs.answers import Solved, StartingHandLine
from uth.floor.jobs.job_messages import AdviceJob, SolveJob, Values
from uth.floor.people.permissions import Permission
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.table.view import SeatView, TableView, view
from uth.web.api.solver import run_job
from uth.web.routes import TABLE, RequestContext, Resource

FULL_BOARD = 5
resource = Resource()


class StartingHands(msgspec.Struct, frozen=True):
    """The 169 starting hands under a table's rules."""

    hands: tuple[StartingHandLine, ...]


@resource.get(f"{TABLE}/advice", at_owner=True, may=Permission.COACH_ASK)
async def advise(context: RequestContext) -> TableAdvice:
    """Ask the coach, who knows nothing but the player's own view of the table."""
    actor = context.actor
    table_writer = context.runner.floor.tables.writer(context.path["table"])
    version, seen = table_writer.progress.version, view(table_writer.table, actor.name)
    seat = next((seat for seat in seen.seats if seat and seat.player == actor.name), None)
    if seat is None or not seat.to_act or seat.cards is None:
        raise Refusal("advice/not_now", where="table")
    rules = table_writer.rules
    values, stays = await _values(context, rules, seen, seat)
    return table_advice(table_writer.name, version, rules, seen, seat, values, stays)


async def _values(
    context: RequestContext, rules: Rulebook, seen: TableView, seat: SeatView
) -> tuple[dict[str, Fraction], str]:
    """Each action's exact value; before the flop, from the solution of the table's game.

    On the river also the value of a wager on the beaten hand if the player does not fold.
    """
    assert seat.cards is not None
    others = [other for other in seen.seats if other and other.seat != seat.seat]
    dead = [card for other in others for card in other.cards or ()] + list(seen.dealer or ())
    rulebook, stays = canonical(rules), ""
    if not seen.board and not dead:
        solved = await _solved(context, rules, seat.wagers["ante"])
        name = STARTING_HAND_NAMES[starting_hand_index(*seat.cards)]
        exact = next(hand.exact for hand in solved.starting_hands if hand.name == name)
    else:
        stake = beaten_hand_stake(rules, seat) if len(seen.board) == FULL_BOARD else 0
        job = AdviceJob(
            rulebook,
            cards=print_cards(seat.cards),
            board=print_cards(seen.board),
            dead=print_cards(dead),
            beaten_hand_stake=str(stake) if stake else "",
            ante=job_ante(rules, seat.wagers["ante"]),
        )
        values = msgspec.json.decode(await run_job(context, job), type=Values)
        exact, stays = values.values, values.beaten_hand
    return {action: Fraction(value) for action, value in exact.items()}, stays


async def _solved(context: RequestContext, rules: Rulebook, ante: Cents) -> Solved:
    job = SolveJob(canonical(rules), ante=job_ante(rules, ante))
    return msgspec.json.decode(await run_job(context, job), type=Solved)


def job_ante(rules: Rulebook, ante: Cents) -> Cents:
    """The Ante of a job: 0 where the game is as at the minimum, so that it is done once for all."""
    same = game_at(rules, ante) == game_at(rules, rules.limits.minimum)
    return 0 if same else ante


@resource.get(f"{TABLE}/starting-hands", at_owner=True, may=Permission.COACH_ASK)
async def see_starting_hands(context: RequestContext) -> StartingHands:
    """The best play with each of the 169 starting hands, at your Ante or at the minimum."""
    table_writer = context.runner.floor.tables.writer(context.path["table"])
    rules, seen = table_writer.rules, view(table_writer.table, context.actor.name)
    staked = [
        seat.wagers["ante"]
        for seat in seen.seats
        if seat and seat.player == context.actor.name and "ante" in seat.wagers
    ]
    ante = staked[0] if staked else rules.limits.minimum
    return StartingHands((await _solved(context, rules, ante)).starting_hands)


@resource.get("/api/me/sheet", query=("since",), may=Permission.COACH_ASK)
async def see_sheet(context: RequestContext) -> Sheet:
    """Your session sheet: your own hands since a time in milliseconds, or all of them."""
    return await context.runner.sheets.sheet(context.actor.name, context.number("since", 0))
