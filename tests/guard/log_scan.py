"""Scans log lines: known fields, constant messages, and no card, seed, token or password."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from tests.guard.live_secrets import CARD, Leak
from uth.web.logs import FIELDS

KNOWN = {"at", "level", "logger", "message", "places", *FIELDS}
_DIGIT = re.compile(r"\d")
_LONG = re.compile(rb"[0-9a-fA-F]{32,}|[A-Za-z0-9+/_-]{40,}|(\d{1,3}, ?){8}")
"""A seed, a key or a token has 256 bits: nothing that long belongs in a log line."""


def check_log_entry(text: str, words: Iterable[str] = ()) -> None:
    """`words` are tokens and passwords; our own messages are constants without numbers."""
    raw = text.encode()
    if CARD.search(raw):
        raise Leak("a card in a log line")
    if _LONG.search(raw):
        raise Leak("a seed in a log line")
    if any(word in text for word in words):
        raise Leak("a token or a password in a log line")
    try:
        entry = msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise Leak("a log line that is not of ours") from None
    if not isinstance(entry, dict) or entry.keys() - KNOWN:
        raise Leak("a log line with a field that nobody knows")
    own = str(entry["logger"]).startswith("uth")
    if own and _DIGIT.search(str(entry["message"])):
        raise Leak("a number in a message of ours")


class LogScan:
    """A stream for the log that keeps its lines and the leaks among them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.leaks: list[Leak] = []

    def write(self, text: str) -> int:
        for entry in text.splitlines():
            self.lines.append(entry)
            try:
                check_log_entry(entry)
            except Leak as wrong:
                self.leaks.append(wrong)
        return len(text)

    def flush(self) -> None:
        """Nothing is buffered."""
