"""The jobs of the worker process."""

from __future__ import annotations

import hashlib
from typing import ClassVar, TypeAlias

import msgspec

from uth.coach.decisions import PlayedRound
from uth.core.money import Cents


class _Job(msgspec.Struct, frozen=True, tag=True):
    """Work on a rulebook, given by its canonical text."""

    priority: ClassVar[int] = 2
    """Lower goes first: somebody waits for the answer on a page."""
    rulebook: str

    @property
    def kind(self) -> str:
        """A visitor has one waiting job of each kind; a newer one replaces it."""
        return type(self).__name__

    @property
    def key(self) -> str:
        """Equal jobs have equal keys, and are done once."""
        return hashlib.sha256(msgspec.msgpack.encode(self)).hexdigest()


class _Solving(_Job, frozen=True):
    """A job for a design; the next change makes it obsolete."""

    priority: ClassVar[int] = 1

    @property
    def kind(self) -> str:
        return "solving"


class EdgeJob(_Solving, frozen=True):
    """Only the value of a rulebook's game: a third of the work of a solve.

    An Ante of 0 means the minimum, here and in the other jobs.
    """

    ante: Cents = 0


class SolveJob(_Solving, frozen=True):
    """A solve of a rulebook's game; a meter of 0 means the Progressive's seed."""

    meter: int = 0
    ante: Cents = 0


class ParJob(_Job, frozen=True):
    """A PAR sheet; an Ante of 0 means the usual one."""

    form: str
    ante: int
    date: str = ""
    """When it is made, as `2026-11-17`."""


class AdviceJob(_Job, frozen=True):
    """The value of each action in a spot, from the flop on or with dead cards."""

    priority: ClassVar[int] = 0
    cards: str
    board: str
    dead: str = ""
    beaten_hand_stake: str = ""
    """On a full board: the wager on the beaten hand in antes, to value it too."""
    ante: Cents = 0


class JudgeJob(_Job, frozen=True):
    """Judgements of settled hands."""

    hands: tuple[PlayedRound, ...]


Job: TypeAlias = EdgeJob | SolveJob | ParJob | AdviceJob | JudgeJob


class Values(msgspec.Struct, frozen=True):
    """The answer to an `AdviceJob`: the exact value of each action in antes."""

    values: dict[str, str]
    beaten_hand: str = ""
    """The value of a wager on the beaten hand to a player who stays in, if requested."""
