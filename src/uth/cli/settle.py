"""`uth settle [FILE]`: kept free of heavy imports, because people call it once a hand."""

from __future__ import annotations

import json
import sys

from uth.cli.finished_round import settle_text
from uth.core.refusal import Refusal

MOST_INPUT = 4 << 20
"""Bytes; no round and no rulebook comes near it."""


def read_input(path: str) -> str:
    """A file's text, or standard input's for `-`."""
    try:
        if path == "-":
            found = sys.stdin.buffer.read(MOST_INPUT + 1) if sys.stdin else b""
        else:
            with open(path, "rb") as file:
                found = file.read(MOST_INPUT + 1)
        if len(found) <= MOST_INPUT:
            return found.decode()
        raise Refusal("input/too_large", f"this is more than {MOST_INPUT:,} bytes", path)
    except UnicodeDecodeError:
        raise Refusal("input/not_utf8", "this is not UTF-8 text", path) from None
    except OSError as error:
        reason = (error.strerror or "it can't be read").lower()
        raise Refusal("input/unreadable", f"can't read the file: {reason}", path) from None
    except ValueError as error:
        raise Refusal("input/unreadable", f"can't read the file: {error}", path) from None


def unwritable(error: OSError) -> str:
    return f"output/unwritable: can't write the answer: {(error.strerror or 'closed').lower()}"


def run(path: str) -> int:
    try:
        answer = settle_text(read_input(path))
    except Refusal as refusal:
        if sys.stderr:
            print(refusal, file=sys.stderr)
        return 2
    print(json.dumps(answer))
    return 0
