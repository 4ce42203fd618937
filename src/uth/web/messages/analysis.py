"""Requests to the designer and answers about starting hands."""

from __future__ import annotations

from typing import Literal

import msgspec

from uth.core.messages import Amount, RequestBody
from uth.floor.jobs.answers import StartingHandLine
from uth.reports.designer.model import Design


class StartingHands(msgspec.Struct, frozen=True):
    """The 169 starting hands under a table's rules."""

    hands: tuple[StartingHandLine, ...]


class ParRequest(RequestBody, frozen=True):
    """A PAR sheet of a design; its amounts are for this Ante, or for the usual one if 0."""

    design: Design
    form: Literal["html", "markdown", "json"] = "html"
    ante: Amount = 0
