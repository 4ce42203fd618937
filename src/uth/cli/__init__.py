"""The `uth` command."""

from __future__ import annotations

import sys


def main() -> int:
    """Run one command; `uth settle [FILE]` skips click, which takes long to import."""
    words = sys.argv[1:]
    if words[:1] == ["settle"] and len(words) <= 2 and not any(map(_is_option, words)):
        return _settle_and_exit(words[1] if len(words) == 2 else "-")
    if words[:1] == ["advise"] and "--board" in words:
        return _run_and_exit(words)
    try:
        from uth.cli.commands import run
    except KeyboardInterrupt:  # before there is anything that could say so
        return 130
    return run(words)


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-"


def _run_and_exit(words: list[str]) -> int:
    """Run a quick command and exit at once, without garbage collection and module teardown."""
    import gc
    import os

    gc.disable()
    from uth.cli.commands import run

    code = run(words)
    if sys.stderr is not None:
        sys.stderr.flush()
    os._exit(code)


def _settle_and_exit(path: str) -> int:
    """Settle and exit at once: garbage collection and module teardown take a fifth of the time."""
    import gc
    import os

    gc.disable()
    from uth.cli import fast_settle

    try:
        code = fast_settle.run(path)
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
            print(fast_settle.write_failure(error), file=sys.stderr, flush=True)
    os._exit(code)
