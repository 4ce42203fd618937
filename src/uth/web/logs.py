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
            "message": record.msg,
        }
        if not record.name.startswith("uth."):  # a library's further lines may show whole objects
            entry["message"] = record.getMessage().partition("\n")[0]
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
