"""Drives a floor without an event loop: orders are committed at once, and time is the test's."""

from __future__ import annotations

from uth.core.refusal import Refusal
from uth.floor.clock import Millis
from uth.floor.floor import Floor
from uth.floor.order_queue import TRIES
from uth.floor.tables.orders import Answer, Order


def perform(floor: Floor, order: Order) -> Answer:
    """Carry out an order once, as a server does, in this thread."""
    previous = floor.previous_answer(order)
    if previous is not None:
        return previous
    for _ in range(TRIES):
        prepared = floor.prepare(order)
        try:
            committed = floor.store.commit(prepared.batch)
        except Refusal as refusal:
            if not floor.should_retry(order, refusal):
                raise
            continue
        return floor.conclude(order, prepared, committed)
    raise AssertionError(f"{order} was prepared {TRIES} times")


def step(floor: Floor, name: str) -> bool:
    """Carry out the order that is due at a table; returns whether there was one."""
    order = floor.schedule.next(name)
    if not isinstance(order, Order):
        return False
    try:
        fund = floor.schedule.funding(order)
        if fund is not None:
            fund()
        perform(floor, order)
    except Refusal:
        floor.schedule.refused(order)
    return True


def tick(floor: Floor, most: int = 10_000) -> None:
    """Carry out everything that is due by now at every table."""
    for name in floor.leases.renew(list(floor.tables)):
        floor.tables.release(name)
    for _ in range(most):
        stepped = [step(floor, name) for name in list(floor.tables)]
        if not any(stepped):
            return


def wake(floor: Floor, name: str) -> Millis | None:
    """When the dealer or a bot acts next at a table, or should have acted."""
    plan = floor.schedule.plan(floor.tables.writer(name))
    return plan.at if plan else None
