"""What the worker process is asked and answers: frames of MessagePack on a pipe."""

from __future__ import annotations

import hashlib
from typing import IO, ClassVar, TypeAlias

import msgspec

from uth.coach.decisions import PlayedRound

FRAME = 4
"""Bytes that say how long a frame is."""


class _Job(msgspec.Struct, frozen=True, tag=True):
    """Work on a rulebook, given by its canonical text."""

    turn: ClassVar[int] = 2
    """What somebody looks at the page for goes before what may take its time."""
    rulebook: str

    @property
    def kind(self) -> str:
        """Of each kind a visitor has one job waiting; a newer takes the place of an older."""
        return type(self).__name__

    @property
    def key(self) -> str:
        """Equal work has an equal key, and is done once."""
        return hashlib.sha256(msgspec.msgpack.encode(self)).hexdigest()


class _Solving(_Job, frozen=True):
    """A question about a design; the next change makes it idle."""

    turn: ClassVar[int] = 1

    @property
    def kind(self) -> str:
        return "solving"


class EdgeJob(_Solving, frozen=True):
    """The value of a rulebook's game alone: a third of the work of solving it."""


class SolveJob(_Solving, frozen=True):
    """The game of a rulebook, solved; a meter of 0 is the Progressive's seed."""

    meter: int = 0


class ParJob(_Job, frozen=True):
    """A PAR sheet; an Ante of 0 is the usual one."""

    form: str
    ante: int


class AdviceJob(_Job, frozen=True):
    """Each action's value in a spot, from the second street on or with dead cards."""

    turn: ClassVar[int] = 0
    cards: str
    board: str
    dead: str = ""
    bad_beat: str = ""
    """On a full board: how many antes are on the Bad Beat, whose worth is then told too."""


class JudgeJob(_Job, frozen=True):
    """Settled hands, judged."""

    hands: tuple[PlayedRound, ...]


Job: TypeAlias = EdgeJob | SolveJob | ParJob | AdviceJob | JudgeJob


class Values(msgspec.Struct, frozen=True):
    """The answer to an `AdviceJob`: each action's exact value in antes."""

    values: dict[str, str]
    bad_beat: str = ""
    """What the Bad Beat is worth to one who stays in, where it was asked for."""


class Reply(msgspec.Struct, frozen=True):
    """JSON, or a refusal."""

    content: bytes = b""
    refused: tuple[str, str, str, str] | None = None


def write_frame(pipe: IO[bytes], content: bytes) -> None:
    pipe.write(len(content).to_bytes(FRAME, "big") + content)
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> bytes:
    """The next frame; the end of the pipe is an EOFError."""
    size = int.from_bytes(_exactly(pipe, FRAME), "big")
    return _exactly(pipe, size)


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    found = b""
    while len(found) < size:
        more = pipe.read(size - len(found))
        if not more:
            raise EOFError
        found += more
    return found
