"""Logs as lines of JSON with known fields only: no token, no body, no card, no seed."""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import msgspec

QUIET = ("alembic.runtime.plugins",)
"""What says at every start that it is there."""
FIELDS = ("route", "method", "status", "ms", "fault", "table")


class JsonFormatter(logging.Formatter):
    """One object a line; an exception is told by its kind and place, not by its message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.msg if record.name.startswith("uth.") else _first(record),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["fault"] = record.exc_info[0].__name__
            frame = record.exc_info[2]
            places = []
            while frame is not None:
                places.append(f"{frame.tb_frame.f_code.co_name}:{frame.tb_lineno}")
                frame = frame.tb_next
            line["places"] = places[-8:]
        return msgspec.json.encode(line).decode()


def _first(record: logging.LogRecord) -> str:
    """What a library says, without the objects that it may show on further lines."""
    return record.getMessage().partition("\n")[0]


def set_up(stream: TextIO | None = None, level: int = logging.INFO) -> logging.Handler:
    """Send the log to standard error, or to a stream."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    return handler
