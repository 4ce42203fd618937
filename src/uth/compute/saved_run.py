"""Checkpoints: what a run has combined so far, in a file that a later run goes on from."""

from __future__ import annotations

import base64
import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from uth.core.refusal import Refusal

FORMAT = "uth-checkpoint-1"
SECONDS = 2.0
"""A file is written at most so often; a kill loses no more than this and the chunks under way."""


@dataclass
class SavedRun:
    """A file for one computation, named by a key: another computation's file is refused."""

    path: Path
    key: str
    keep: bool = False
    """Whether the file of a finished run stays, so that the next one has the result at once."""
    _written: float = field(default=float("-inf"), repr=False)

    def load(self, chunks: int) -> tuple[int, Any] | None:
        """How many chunks are combined, and the value; None if there is no file."""
        try:
            text = self.path.read_text("utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise self._refusal("checkpoint/unreadable", error) from None
        try:
            saved = json.loads(text, object_hook=_decoded)
            if saved["format"] != FORMAT:
                raise ValueError
            done, value = int(saved["done"]), saved["value"]
            own = saved["key"] == self.key and saved["chunks"] == chunks
        except (ValueError, KeyError, TypeError):
            if self.keep:  # a known result that can't be read is computed again
                return None
            raise Refusal("checkpoint/damaged", where=str(self.path)) from None
        if not own or not 0 <= done <= chunks:
            raise Refusal("checkpoint/other", where=str(self.path))
        return done, value

    def save(self, done: int, chunks: int, value: Any, *, last: bool = False) -> None:
        """Replace the file, at most every few seconds unless it is the last time."""
        if last and done == chunks and not self.keep:
            self.path.unlink(missing_ok=True)
            return
        if not last and time.monotonic() - self._written < SECONDS:
            return
        record = {
            "format": FORMAT, "key": self.key, "chunks": chunks, "done": done,
            "value": _encoded(value),
        }  # fmt: skip
        part = self.path.with_name(f"{self.path.name}.part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("w", encoding="utf-8") as file:
                json.dump(record, file)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            raise self._refusal("checkpoint/unwritable", error) from None
        self._written = time.monotonic()

    def _refusal(self, code: str, error: Exception) -> Refusal:
        reason = str(getattr(error, "strerror", None) or error).lower()
        return Refusal(code, reason=reason, where=str(self.path))


def _encoded(value: Any) -> Any:
    """A value as JSON has it; what it lacks is an object with a name of ours."""
    match value:
        case np.ndarray():
            content = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()
            return {"uth.array": [value.dtype.str, list(value.shape), content]}
        case np.generic():
            return _encoded(value.item())
        case Fraction():
            return {"uth.fraction": [value.numerator, value.denominator]}
        case tuple():
            return {"uth.tuple": [_encoded(part) for part in value]}
        case list():
            return [_encoded(part) for part in value]
        case dict():
            return {str(name): _encoded(part) for name, part in value.items()}
        case None | bool() | int() | float() | str():
            return value
        case _:
            raise TypeError(f"a checkpoint cannot have a {type(value).__name__}")


def _decoded(fields: dict[str, Any]) -> Any:
    if len(fields) == 1:
        ((name, content),) = fields.items()
        if name == "uth.array":
            kind, shape, text = content
            array = np.frombuffer(base64.b64decode(text), np.dtype(kind))
            return array.reshape(shape).copy()
        if name == "uth.fraction":
            return Fraction(*content)
        if name == "uth.tuple":
            return tuple(content)
    return fields
