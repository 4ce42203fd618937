"""What the worker process is asked and answers: frames of MessagePack on a pipe."""

from __future__ import annotations

import hashlib
from typing import IO, ClassVar, TypeAlias

import msgspec

from uth.coach.decisions import PlayedHand

FRAME = 4
"""Bytes that say how long a frame is."""


class _Job(msgspec.Struct, frozen=True, tag=True):
    """Work on a rulebook, given by its canonical text."""

    quick: ClassVar[bool] = False
    """Quick work goes before all other that waits."""
    rulebook: str

    @property
    def key(self) -> str:
        """Equal work has an equal key, and is done once."""
        return hashlib.sha256(msgspec.msgpack.encode(self)).hexdigest()


class SolveJob(_Job, frozen=True):
    """The game of a rulebook, solved."""


class ParJob(_Job, frozen=True):
    """A PAR sheet; an Ante of 0 is the usual one."""

    form: str
    ante: int


class AdviceJob(_Job, frozen=True):
    """Each action's value in a spot, from the second street on or with dead cards."""

    quick: ClassVar[bool] = True
    cards: str
    board: str
    dead: str = ""
    bad_beat: str = ""
    """On a full board: how many antes are on the Bad Beat, whose worth is then told too."""


class JudgeJob(_Job, frozen=True):
    """Settled hands, judged."""

    hands: tuple[PlayedHand, ...]


Job: TypeAlias = SolveJob | ParJob | AdviceJob | JudgeJob


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
