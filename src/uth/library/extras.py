"""Parts of the library that need an extra say which."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from uth.core.refusal import Refusal


@contextmanager
def from_extra(extra: str) -> Iterator[None]:
    """Imports that fail without an extra; what is missing is refused by name."""
    try:
        yield
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module in ("", "uth"):
            raise
        raise Refusal("install/missing", module=module, extra=extra) from None
