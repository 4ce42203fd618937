"""Coverage is traced only in the tests of the packages that it is measured for.

Tracing makes all code slower, also code that is not measured, so other tests run without it. The
gate is the stricter for it: a package has to be covered by its own tests.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator
from pathlib import Path

import pytest

MEASURED = ("core", "ledger", "rulebook", "table")
"""The packages of `tool.coverage.run` in pyproject.toml."""
FOLDERS = tuple(Path(__file__).with_name(name) for name in MEASURED)
PACKAGES = tuple(f"uth.{name}" for name in MEASURED)
UNTRACED_BEFORE = pytest.StashKey[bool]()


def traced(item: pytest.Item) -> bool:
    own = any(item.path.is_relative_to(folder) for folder in FOLDERS)
    return own and item.get_closest_marker("untraced") is None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run other tests untraced; `no_cover` of pytest-cov does nothing in the workers of xdist.

    Tracing stops and starts in one and the same frame: coverage counts frames in and out.
    """
    tracing, of_threads = sys.gettrace(), threading.gettrace()
    if tracing is None:
        return (yield)
    stash = item.config.stash
    if traced(item):
        if stash.get(UNTRACED_BEFORE, False):
            _clear_caches()
        stash[UNTRACED_BEFORE] = False
        return (yield)
    stash[UNTRACED_BEFORE] = True
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        threading.settrace(of_threads)
        sys.settrace(tracing)


def _clear_caches() -> None:
    """Forget what untraced tests made the measured packages compute: it has to run traced."""
    for name, module in list(sys.modules.items()):
        if name.startswith(PACKAGES):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
