"""Logs as lines of JSON with a fixed set of fields: no token, body, card or seed."""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import msgspec

QUIET = ("alembic.runtime.plugins", "httpx2", "httpcore2")
"""Loggers of libraries that report routine work; only their warnings are logged."""
FIELDS = ("route", "method", "status", "ms", "fault", "table")
MAX_FRAMES = 8


class JsonFormatter(logging.Formatter):
    """One JSON object per line; of an exception only its type and its frames are logged."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.msg if record.name.startswith("uth.") else _first_line(record),
        }
        entry |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            entry["fault"] = record.exc_info[0].__name__
            traceback = record.exc_info[2]
            frames = []
            while traceback is not None:
                frames.append(f"{traceback.tb_frame.f_code.co_name}:{traceback.tb_lineno}")
                traceback = traceback.tb_next
            entry["places"] = frames[-MAX_FRAMES:]
        return msgspec.json.encode(entry).decode()


def _first_line(record: logging.LogRecord) -> str:
    """A library's message without further lines, which may show whole objects."""
    return record.getMessage().partition("\n")[0]


def set_up(stream: TextIO | None = None, level: int = logging.INFO) -> logging.Handler:
    """Send all logs to standard error or to a stream."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    return handler
