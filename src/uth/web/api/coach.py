"""The coach: advice on a player's own hand, starting hands, and the session sheet."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from uth.coach.payout_drills import PayoutDrill, payout_drill
from uth.coach.sheet import Sheet
from uth.coach.table_advice import STREETS, TableAdvice, Valued, table_advice
from uth.core.cards import print_cards
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.bets.spot_wagers import SeatStakes, SpotWagers
from uth.exact.solver.ante_game import game_at
from uth.exact.solver.spot import Spot
from uth.exact.solver.starting_hands import STARTING_HAND_NAMES, starting_hand_index
from uth.floor.jobs.answers import Solved, StartingHandLine
from uth.floor.jobs.job_messages import AdviceJob, DrillJob, SolveJob, Values
from uth.floor.people.permissions import Permission
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.table.settling.table_settlement import rules_in_force
from uth.table.view import SeatView, TableView, view
from uth.table.wire import decoder
from uth.web.api.houses import known_house
from uth.web.api.solver import run_job
from uth.web.routes import TABLE, RequestContext, Resource

SPOTS_AT_ONCE = 10
_SPOTS = decoder(tuple[TableAdvice, ...])
resource: Resource = Resource()


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
    rules = rules_in_force(table_writer.rules, seen.posted_maximum)
    valued = await _values(context, rules, seen, seat)
    return table_advice(table_writer.name, version, rules, seen, seat, valued)


async def _values(
    context: RequestContext, rules: Rulebook, seen: TableView, seat: SeatView
) -> Valued:
    """Each action's exact value; before the flop, from the solution of the table's game.

    Bonus wagers that change play are in every value.
    """
    assert seat.cards is not None
    others = [other for other in seen.seats if other and other.seat != seat.seat]
    dead = [card for other in others for card in other.cards or ()] + list(seen.dealer or ())
    spot = Spot(seat.cards, seen.board, tuple(dead))
    staked = SpotWagers(SeatStakes(rules, seat.wagers, rules.progressive.seed), spot)
    if not seen.board and not dead and not staked.changing:
        solved = await _solved(context, rules, seat.wagers["ante"])
        name = STARTING_HAND_NAMES[starting_hand_index(*seat.cards)]
        exact = next(hand.exact for hand in solved.starting_hands if hand.name == name)
    else:
        ante = seat.wagers["ante"]
        counted = {name: seat.wagers[name] for name in staked.together if staked.changing}
        job = AdviceJob(
            canonical(rules),
            cards=print_cards(seat.cards),
            board=print_cards(seen.board),
            dead=print_cards(dead),
            bonuses=counted,
            ante=ante if counted else job_ante(rules, ante),
        )
        exact = msgspec.json.decode(await run_job(context, job), type=Values).values
    values = {action: Fraction(value) for action, value in exact.items()}
    return Valued(values, tuple(staked.changing), staked.binds)


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
    seen = view(table_writer.table, context.actor.name)
    rules = rules_in_force(table_writer.rules, seen.posted_maximum)
    staked = [
        seat.wagers["ante"]
        for seat in seen.seats
        if seat and seat.player == context.actor.name and "ante" in seat.wagers
    ]
    ante = staked[0] if staked else rules.limits.minimum
    return StartingHands((await _solved(context, rules, ante)).starting_hands)


@resource.get("/api/practice/{house}", query=("street", "deal"), may=Permission.SOLVER_USE)
async def see_drill(context: RequestContext) -> tuple[TableAdvice, ...]:
    """Spots near the line to practice on, each with the exact value of every action.

    They depend on the number of the `deal` alone; without a `street` they are on all of them.
    """
    street = context.query.get("street", "")
    if street not in ("", *STREETS):
        raise Refusal("query/street", streets=tuple(STREETS), where="street")
    job = DrillJob(
        canonical(known_house(context.path["house"])),
        streets=(street,) if street else tuple(STREETS),
        seed=context.number("deal", 0),
        count=SPOTS_AT_ONCE,
    )
    spots: tuple[TableAdvice, ...] = _SPOTS.decode(await run_job(context, job))
    return spots


@resource.get("/api/dealing/{house}", query=("deal",), may=Permission.SOLVER_USE)
async def see_payout_drill(context: RequestContext) -> PayoutDrill:
    """A finished hand to settle, and how the dealer of the house settles it."""
    return payout_drill(known_house(context.path["house"]), context.number("deal", 0))


@resource.get("/api/me/sheet", query=("since",), may=Permission.COACH_ASK)
async def see_sheet(context: RequestContext) -> Sheet:
    """Your session sheet: your own hands since a time in milliseconds, or all of them."""
    return await context.runner.sheets.sheet(
        context.actor.name, context.number("since", 0), context.client_address
    )
