"""What is asked of the solver, the designer and the coach, and what they answer."""

from __future__ import annotations

from typing import Literal

import msgspec

from uth.core.cards import Card
from uth.core.messages import Amount, RequestBody
from uth.floor.jobs.answers import StartingHandLine
from uth.reports.designer.model import Design


class StartingHands(msgspec.Struct, frozen=True):
    """The 169 in a table's own game."""

    hands: tuple[StartingHandLine, ...]


class ParRequest(RequestBody, frozen=True):
    """Which PAR sheet: of which design, in which form, amounts shown for which Ante (0: usual)."""

    design: Design
    form: Literal["html", "markdown", "json"] = "html"
    ante: Amount = 0


class AdviceLine(msgspec.Struct, frozen=True):
    """An action: its value in antes over Ante, Blind and Play, and what it gives away."""

    action: str
    ev: float
    ev_exact: str
    cost: float
    open: bool
    """Whether one's chips reach for it."""


class BadBeatAdvice(msgspec.Struct, frozen=True):
    """A Bad Beat that is staked, in antes: it is in no other figure, and a fold loses it (Q-4)."""

    stake: str
    stays: str | None = None
    """What it is worth to one who stays in: known on the river, where a fold is near."""
    best: str = ""
    """The best action on the river with it counted."""


class TableAdvice(msgspec.Struct, frozen=True):
    """The coach on one's own spot, at this version of the table."""

    table: str
    version: int
    round: int
    street: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    best: str
    actions: tuple[AdviceLine, ...]
    bad_beat: BadBeatAdvice | None = None
