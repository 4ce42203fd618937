"""The `uth` command."""

from __future__ import annotations

import sys


def main() -> int:
    """Settle at once; every other command is worth the time that loading click takes."""
    words = sys.argv[1:]
    if words[:1] == ["settle"] and len(words) <= 2 and all(map(_names_input, words)):
        return _settle_and_leave(words[1] if len(words) == 2 else "-")
    from uth.cli.commands import run

    return run(words)


def _names_input(word: str) -> bool:
    return word == "-" or not word.startswith("-")


def _settle_and_leave(path: str) -> int:
    """One answer and out: collecting garbage and taking modules apart is a fifth of the time."""
    import gc
    import os

    gc.disable()
    from uth.cli import settle

    try:
        code = settle.run(path)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        code = 1
    except OSError as error:
        code = 1
        if sys.stderr is not None:
            print(settle.unwritable(error), file=sys.stderr, flush=True)
    os._exit(code)
