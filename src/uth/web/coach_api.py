"""The coach over HTTP: advice on one's own spot, and the session sheet."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from uth.coach.sheet import Sheet
from uth.core.cards import print_cards
from uth.core.refusal import Refusal
from uth.exact.starting import NAMES, start_of
from uth.floor.actions import Action
from uth.floor.people import People
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.table.view import SeatView, TableView, view
from uth.web.analysis_messages import AdviceLine, Solved, TableAdvice
from uth.web.jobs import AdviceJob, SolveJob, Values
from uth.web.routes import Asked, Route
from uth.web.solve_api import work

ORDER = ("4x", "3x", "2x", "1x", "check", "fold")
"""On equal value the bet, and the larger one (Q-17)."""


async def advise(asked: Asked) -> TableAdvice:
    """Only what the asking player sees goes into it: his view of the table."""
    who = asked.who
    People.require(who, Action.COACH_ASK)
    keeper = asked.service.house.keeper(asked.path["table"])
    version, seen = keeper.situation.version, view(keeper.table, who.name)
    own = next((seat for seat in seen.seats if seat and seat.player == who.name), None)
    if own is None or not own.to_act or own.cards is None:
        raise Refusal("advice/not_now", "you have nothing to decide now", "table")
    values = await _values(asked, keeper.rules, seen, own)
    return _told(keeper.name, version, seen, own, values)


async def _values(
    asked: Asked, rules: Rulebook, seen: TableView, own: SeatView
) -> dict[str, Fraction]:
    """Each action's exact value; before the flop it is in the solution of the house's game."""
    assert own.cards is not None
    others = [seat for seat in seen.seats if seat and seat.seat != own.seat]
    dead = [card for seat in others for card in seat.cards or ()] + list(seen.dealer or ())
    text = canonical(rules)
    if not seen.board and not dead:
        solved = msgspec.json.decode(await work(asked, SolveJob(text)), type=Solved)
        name = NAMES[start_of(*own.cards)]
        exact = next(hand.exact for hand in solved.starting_hands if hand.name == name)
    else:
        job = AdviceJob(text, print_cards(own.cards), print_cards(seen.board), print_cards(dead))
        exact = msgspec.json.decode(await work(asked, job), type=Values).values
    return {action: Fraction(value) for action, value in exact.items()}


def _told(
    table: str, version: int, seen: TableView, own: SeatView, values: dict[str, Fraction]
) -> TableAdvice:
    """The best is the best of what one's chips reach for, and costs are against that."""
    ante = own.wagers["ante"]
    costs = {action: int(action[0]) * ante for action in values if action.endswith("x")}
    reach = {action: costs.get(action, 0) <= own.chips for action in values}
    ranked = sorted(values, key=lambda action: (-values[action], ORDER.index(action)))
    best = next(action for action in ranked if reach[action])
    lines = tuple(
        AdviceLine(
            action,
            float(values[action]),
            str(values[action]),
            float(values[best] - values[action]),
            reach[action],
        )
        for action in ORDER
        if action in values
    )
    assert own.cards is not None
    street = seen.phase
    return TableAdvice(table, version, seen.round, street, own.cards, seen.board, best, lines)


async def see_sheet(asked: Asked) -> Sheet:
    """One's own hands, since a time in milliseconds or all of them."""
    who = asked.who
    People.require(who, Action.COACH_ASK)
    return await asked.service.sheets.sheet(who.name, asked.number("since", 0))


ROUTES = (
    Route("GET", "/api/tables/{table}/advice", advise, "Ask the coach", TableAdvice),
    Route("GET", "/api/me/sheet", see_sheet, "Your session sheet", Sheet, query=("since",)),
)
