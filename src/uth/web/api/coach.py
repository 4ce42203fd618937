"""The coach over HTTP: advice on one's own spot, and the session sheet."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec.structs import replace

from uth.coach.sheet import Sheet
from uth.core.cards import print_cards
from uth.core.refusal import Refusal
from uth.exact.solver.starting_hands import STARTING_HAND_NAMES, starting_hand_index
from uth.floor.jobs.answers import Solved
from uth.floor.jobs.job_messages import AdviceJob, SolveJob, Values
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.table.view import SeatView, TableView, view
from uth.web.api.solve import work
from uth.web.messages.analysis import AdviceLine, BadBeatAdvice, StartingHands, TableAdvice
from uth.web.routes import RequestContext, Route

FULL = 5
"""Cards of a full board."""


async def advise(context: RequestContext) -> TableAdvice:
    """Only what the asking player sees goes into it: his view of the table."""
    who = context.who
    People.require(who, Action.COACH_ASK)
    table_writer = context.runner.floor.table_writer(context.path["table"])
    version, seen = table_writer.progress.version, view(table_writer.table, who.name)
    own = next((seat for seat in seen.seats if seat and seat.player == who.name), None)
    if own is None or not own.to_act or own.cards is None:
        raise Refusal("advice/not_now", "you have nothing to decide now", "table")
    values, beside = await _values(context, table_writer.rules, seen, own)
    told = _told(table_writer.name, version, seen, own, values)
    return replace(told, bad_beat=_bad_beat(told, own, values, beside))


async def _values(
    context: RequestContext, rules: Rulebook, seen: TableView, own: SeatView
) -> tuple[dict[str, Fraction], str]:
    """Each action's exact value; before the flop it is in the solution of the house's game.

    With them, on the river, what a staked Bad Beat is worth to one who stays in.
    """
    assert own.cards is not None
    others = [seat for seat in seen.seats if seat and seat.seat != own.seat]
    dead = [card for seat in others for card in seat.cards or ()] + list(seen.dealer or ())
    text, beside = canonical(rules), ""
    if not seen.board and not dead:
        solved = msgspec.json.decode(await work(context, SolveJob(text)), type=Solved)
        name = STARTING_HAND_NAMES[starting_hand_index(*own.cards)]
        exact = next(hand.exact for hand in solved.starting_hands if hand.name == name)
    else:
        staked = str(_stake(own)) if len(seen.board) == FULL and _stake(own) else ""
        hole, board = print_cards(own.cards), print_cards(seen.board)
        job = AdviceJob(text, hole, board, print_cards(dead), staked)
        found = msgspec.json.decode(await work(context, job), type=Values)
        exact, beside = found.values, found.bad_beat
    return {action: Fraction(value) for action, value in exact.items()}, beside


def _multiple(action: str) -> int:
    """Antes on Play; on equal value the bet is best, and the larger one (Q-17)."""
    return int(action[:-1]) if action.endswith("x") else 0


def _stake(own: SeatView) -> Fraction:
    """How many antes lie on the Bad Beat."""
    return Fraction(own.wagers.get("bad_beat", 0), own.wagers["ante"])


def _bad_beat(
    told: TableAdvice, own: SeatView, values: dict[str, Fraction], beside: str
) -> BadBeatAdvice | None:
    """A fold loses the Bad Beat too: staying in may be best where the base game alone says fold."""
    stake = _stake(own)
    if not stake:
        return None
    if not beside:
        return BadBeatAdvice(str(stake))
    counted = {
        line.action: values[line.action] + (-stake if line.action == "fold" else Fraction(beside))
        for line in told.actions
        if line.open
    }
    best = max(counted, key=lambda action: (counted[action], _multiple(action)))
    return BadBeatAdvice(str(stake), beside, best)


def _told(
    table: str, version: int, seen: TableView, own: SeatView, values: dict[str, Fraction]
) -> TableAdvice:
    """The best is the best of what one's chips reach for, and costs are against that."""
    ante = own.wagers["ante"]
    reach = {action: _multiple(action) * ante <= own.chips for action in values}
    reached = [action for action in values if reach[action]]
    best = max(reached, key=lambda action: (values[action], _multiple(action)))
    lines = tuple(
        AdviceLine(
            action,
            float(values[action]),
            str(values[action]),
            float(values[best] - values[action]),
            reach[action],
        )
        for action in sorted(values, key=_multiple, reverse=True)
    )
    assert own.cards is not None
    street = seen.phase
    return TableAdvice(table, version, seen.round, street, own.cards, seen.board, best, lines)


async def starting_hands(context: RequestContext) -> StartingHands:
    """What to do with each of the 169 in this table's game, whoever holds which cards."""
    People.require(context.who, Action.COACH_ASK)
    rules = context.runner.floor.table_writer(context.path["table"]).rules
    solved = msgspec.json.decode(await work(context, SolveJob(canonical(rules))), type=Solved)
    return StartingHands(solved.starting_hands)


async def see_sheet(context: RequestContext) -> Sheet:
    """One's own hands, since a time in milliseconds or all of them."""
    who = context.who
    People.require(who, Action.COACH_ASK)
    return await context.runner.sheets.sheet(who.name, context.number("since", 0))


ROUTES = (
    Route("GET", "/api/tables/{table}/advice", advise, "Ask the coach", TableAdvice, kept=True),
    Route(
        "GET",
        "/api/tables/{table}/starting-hands",
        starting_hands,
        "The 169 starting hands in a table's game",
        StartingHands,
        kept=True,
    ),
    Route("GET", "/api/me/sheet", see_sheet, "Your session sheet", Sheet, query=("since",)),
)
