"""The jobs of the worker processes: mathematics, and reading what visitors wrote."""

from __future__ import annotations

import hashlib
from typing import ClassVar, TypeAlias

import msgspec

from uth.coach.decisions import PlayedRound
from uth.core.money import Cents

MOST_SIMULATED = 50_000_000
"""The most seat-hands of a simulation on a page; longer ones are for the command line."""
MOST_SIMULATED_SEATS = 6


class _ProcessJob(msgspec.Struct, frozen=True, tag=True):
    """Work for another process."""

    priority: ClassVar[int] = 2
    """Lower goes first: somebody waits for the answer on a page."""

    @property
    def kind(self) -> str:
        """A visitor has one waiting job of each kind; a newer one replaces it."""
        return type(self).__name__

    @property
    def key(self) -> str:
        """Equal jobs have equal keys, and are done once."""
        return hashlib.sha256(msgspec.msgpack.encode(self)).hexdigest()


class _Job(_ProcessJob, frozen=True):
    """Work on a rulebook, given by its canonical text."""

    rulebook: str


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


class SimulateJob(_Job, frozen=True):
    """The next step of a simulated table, after so many seat-hands.

    Without `wagers`, every bonus wager of the house is staked.
    """

    priority: ClassVar[int] = 3
    seats: int = 1
    wagers: tuple[str, ...] | None = None
    strategy: str = "optimal"
    seed: int = 1
    ante: Cents = 0
    hands: int = 0


class AdviceJob(_Job, frozen=True):
    """The value of each action in a spot, from the flop on or with dead cards."""

    priority: ClassVar[int] = 0
    cards: str
    board: str
    dead: str = ""
    bonuses: dict[str, Cents] = {}
    """The bonus wagers that change play, in cents; with them, the Ante is never 0."""
    ante: Cents = 0


class DrillJob(_Job, frozen=True):
    """Spots to practice on, dealt from a seed."""

    priority: ClassVar[int] = 0
    streets: tuple[str, ...] = ()
    seed: int = 0
    count: int = 1


class JudgeJob(_Job, frozen=True):
    """Judgements of settled hands."""

    hands: tuple[PlayedRound, ...]


class PrepareJob(_Job, frozen=True):
    """Compile a part of the kernels, when nothing else waits."""

    priority: ClassVar[int] = 9
    rulebook: str = ""
    part: str = ""

    @property
    def kind(self) -> str:
        return f"prepare {self.part}"


class _Reading(_ProcessJob, frozen=True):
    """A visitor's design as JSON: nothing of it is looked at before."""

    design: bytes


class DesignJob(_Reading, frozen=True):
    """The canonical text of a design's rulebook."""


class CheckJob(_Reading, frozen=True):
    """The check of a design, in the words of a language."""

    language: str


class FormJob(_Reading, frozen=True):
    """The form of a design."""


class SettingsJob(_ProcessJob, frozen=True):
    """The canonical text of a house with settings, as JSON, that a visitor chose."""

    house: str
    settings: bytes


Mathematics: TypeAlias = (
    EdgeJob | SolveJob | SimulateJob | ParJob | AdviceJob | DrillJob | JudgeJob | PrepareJob
)
Job: TypeAlias = Mathematics | DesignJob | CheckJob | FormJob | SettingsJob


class Values(msgspec.Struct, frozen=True):
    """The answer to an `AdviceJob`: the exact value of each action in antes."""

    values: dict[str, str]
