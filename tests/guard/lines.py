"""The scan of log lines: known fields, fixed words, and no card, seed, token or password."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from tests.guard.truth import CARD, Leak
from uth.web.logs import FIELDS

KNOWN = {"at", "level", "logger", "message", "places", *FIELDS}
_DIGIT = re.compile(r"\d")
_LONG = re.compile(rb"[0-9a-fA-F]{32,}|[A-Za-z0-9+/_-]{40,}|(\d{1,3}, ?){8}")
"""A seed, a key or a token has 256 bits: no line holds anything so long, whosever it is."""


def check_line(line: str, words: Iterable[str] = ()) -> None:
    """`words` are tokens and passwords; our own messages are constants without figures."""
    raw = line.encode()
    if CARD.search(raw):
        raise Leak("a card in a log line")
    if _LONG.search(raw):
        raise Leak("a seed in a log line")
    if any(word in line for word in words):
        raise Leak("a token or a password in a log line")
    try:
        found = msgspec.json.decode(line)
    except msgspec.DecodeError:
        raise Leak("a log line that is not of ours") from None
    if not isinstance(found, dict) or found.keys() - KNOWN:
        raise Leak("a log line with a field that nobody knows")
    own = str(found["logger"]).startswith("uth")
    if own and _DIGIT.search(str(found["message"])):
        raise Leak("a number in a message of ours")


class Lines:
    """A stream for the log that keeps its lines, and what is wrong with them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.wrong: list[Leak] = []

    def write(self, text: str) -> int:
        for line in text.splitlines():
            self.lines.append(line)
            try:
                check_line(line)
            except Leak as wrong:
                self.wrong.append(wrong)
        return len(text)

    def flush(self) -> None:
        """Nothing waits."""
