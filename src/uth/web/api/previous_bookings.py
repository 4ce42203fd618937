"""Answers to retries: what the key of a request has booked before."""

from __future__ import annotations

from typing import TypeVar

from uth.floor.cage.bookings import Booked
from uth.web.routes import RequestContext

B = TypeVar("B", bound=Booked)


def previous_booking(context: RequestContext, stream: str, booking: B) -> B | None:
    """The booking that this request's key has made; a key used for another one is refused."""
    previous = numbered_booking(context, stream, booking)
    return previous[1] if previous else None


def numbered_booking(context: RequestContext, stream: str, booking: B) -> tuple[int, B] | None:
    """The same with the booking's version in its stream."""
    books, key = context.runner.floor.books, context.body.key
    return books.previous_answer(stream, booking, context.actor.name, key)
