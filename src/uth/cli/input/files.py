"""Input files and standard input, read with a size limit."""

from __future__ import annotations

import sys

from uth.core.refusal import Refusal

MAX_BYTES = 4 << 20
"""Far more than any round or rulebook needs."""


def read_text(path: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    try:
        if path == "-":
            content = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin else b""
        else:
            with open(path, "rb") as file:
                content = file.read(MAX_BYTES + 1)
        if len(content) <= MAX_BYTES:
            return content.decode()
        raise Refusal("input/too_large", f"the input has more than {MAX_BYTES:,} bytes", path)
    except UnicodeDecodeError:
        raise Refusal("input/not_utf8", "the input is not UTF-8 text", path) from None
    except OSError as error:
        reason = (error.strerror or "it can't be read").lower()
        raise Refusal("input/unreadable", f"can't read the file: {reason}", path) from None
    except ValueError as error:
        raise Refusal("input/unreadable", f"can't read the file: {error}", path) from None
