"""Orders to a table: commands that people send, and what one would do if it were sent."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.messages import Amount, Key, RefusalMessage, RequestBody
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.order_queue import Done, answer_of
from uth.floor.people.names import PRACTICE
from uth.floor.people.people import People
from uth.floor.people.permissions import Permission
from uth.floor.people.roles import Person, permission_of
from uth.floor.runner import FloorRunner
from uth.floor.tables.concerned import require_permission
from uth.floor.tables.orders import Answer, MixSeed, Order, check_actor
from uth.table import commands as c
from uth.table.decide import step
from uth.table.events import Forfeited
from uth.web.responses import refusal_message
from uth.web.routes import TABLE, RequestContext, Resource

resource: Resource = Resource()


PersonCommand: TypeAlias = (
    c.Sit
    | c.Join
    | c.AddChips
    | c.Leave
    | c.Wager
    | c.BackSeat
    | c.TakeBank
    | c.DeclineBank
    | c.Act
    | c.Approve
    | c.SetLimits
    | c.SwitchShuffler
    | c.HoldSeat
    | c.ReleaseSeat
    | c.VoidRound
    | c.ConfirmVoid
    | c.WithdrawVoid
    | c.PostMaximum
    | c.WithdrawMaximum
    | MixSeed
)
"""The commands that people may send; the dealer's own are not among them."""


SEATING = (c.Sit, c.Join)


class OrderBody(RequestBody, frozen=True):
    """A command with its key and the version of the table that the client has seen."""

    key: Key
    command: PersonCommand
    version: Annotated[int, Meta(ge=0, le=2**53)] = 0


class TryBody(RequestBody, frozen=True):
    """A command that somebody considers: placing chips, or leaving."""

    command: c.Sit | c.AddChips | c.Wager | c.BackSeat | c.TakeBank | c.Leave


class Tried(msgspec.Struct, frozen=True):
    """What a command would do if it were sent now."""

    refusal: RefusalMessage | None
    """Why it would be refused; null where it would not be."""
    forfeits: Cents = 0
    """What the player would forfeit by it: wagers of a hand that they leave (PA-7)."""


def previous_order(context: RequestContext, body: OrderBody) -> Answer | None:
    return context.runner.floor.previous_answer(_order(context, body))


@resource.post(f"{TABLE}/orders", at_owner=True, previous_answer=previous_order)
async def send_order(context: RequestContext, body: OrderBody) -> Answer:
    """Send a command."""
    return await give_order(context.runner, context.actor, _order(context, body))


class PracticeApproval(RequestBody, frozen=True):
    """The payout that the maker of a practice table approves there."""

    amount: Amount
    key: Key
    version: Annotated[int, Meta(ge=0, le=2**53)] = 0


def _approval(context: RequestContext, body: PracticeApproval) -> Order:
    command = c.Approve(PRACTICE, body.amount)
    return Order(context.path["table"], PRACTICE, command, body.key, body.version)


def previous_approval(context: RequestContext, body: PracticeApproval) -> Answer | None:
    return context.runner.floor.previous_answer(_approval(context, body))


@resource.post(f"{TABLE}/practice-approval", at_owner=True, previous_answer=previous_approval)
async def approve_practice(context: RequestContext, body: PracticeApproval) -> Answer:
    """Approve a payout at one's own practice table, where no floor is; recorded as practice."""
    runner = context.runner
    People.require(context.actor, Permission.PRACTICE_APPROVE, context.table_owner)
    if not runner.floor.tables.writer(context.path["table"]).table.practice:
        raise Refusal("approval/no_practice", where="table")
    return await runner.orders.perform(_approval(context, body))


def _order(context: RequestContext, body: OrderBody) -> Order:
    table, name = context.path["table"], context.actor.name
    return Order(table, name, body.command, body.key, body.version)


async def give_order(runner: FloorRunner, actor: Person, order: Order) -> Answer:
    return await answer_of(partial(start_order, runner, actor, order))


def start_order(runner: FloorRunner, actor: Person, order: Order, done: Done) -> None:
    """Let the table decide an order whose key has not been answered."""
    command = order.command
    if runner.draining:
        raise Refusal("service/draining")
    table = runner.floor.tables.writer(order.table).table
    if isinstance(command, SEATING) and not table.present(actor.name):
        runner.seat_more()
    require_permission(actor, table, command)
    began = time.perf_counter()

    def ended(outcome: Answer | Exception) -> None:
        runner.answered(time.perf_counter() - began)
        if isinstance(outcome, Answer):
            runner.metrics.count("uth_orders_total", "done")
        elif isinstance(outcome, Refusal):
            runner.metrics.count("uth_orders_total", "refused")
        done(outcome)

    runner.orders.start(order, ended)


@resource.post(f"{TABLE}/try", at_owner=True)
async def try_order(context: RequestContext, body: TryBody) -> Tried:
    """What a command would do, without carrying it out."""
    name, actor = context.path["table"], context.actor
    check_actor(Order(name, actor.name, body.command))
    People.require(actor, permission_of(body.command), actor.name)
    table_writer = context.runner.floor.tables.writer(name)
    try:
        events, _ = step(table_writer.table, body.command, table_writer.rules)
    except Refusal as refusal:
        return Tried(refusal_message(refusal, context.language))
    return Tried(None, sum(event.amount for event in events if isinstance(event, Forfeited)))
