"""Logs with a fixed set of fields, as JSON or as text: no token, body, card or seed."""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import msgspec

SOCKETS = "uvicorn.sockets"
"""The logger of sockets: it reports each with its whole URL, which may hold a secret."""
QUIET = ("alembic.runtime.plugins", "httpx2", "httpcore2", SOCKETS)
"""Loggers of libraries that report routine work; only their warnings are logged."""
FIELDS = (
    *("route", "method", "status", "ms", "fault", "table"),
    *("descriptors", "connections", "sockets"),
)
MAX_FRAMES = 8


def log_entry(record: logging.LogRecord) -> dict[str, object]:
    """What is logged of a record; of an exception only its type and its frames."""
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
    return entry


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(log_entry(record)).decode()


class TextFormatter(logging.Formatter):
    """One line per record: when, how grave, who, what, and the other fields."""

    def format(self, record: logging.LogRecord) -> str:
        entry = log_entry(record)
        level, logger, message = (entry.pop(name) for name in ("level", "logger", "message"))
        del entry["at"]
        fields = "".join(f" {name}={value}" for name, value in entry.items())
        return f"{self.formatTime(record)} {level} {logger}: {message}{fields}"


FORMATTERS: dict[str, type[logging.Formatter]] = {"json": JsonFormatter, "text": TextFormatter}


def set_up(
    stream: TextIO | None = None, level: int = logging.INFO, form: str = "json"
) -> logging.Handler:
    """Send all logs to standard error or to a stream."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(FORMATTERS[form]())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    return handler
