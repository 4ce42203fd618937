"""Optional parts of the installation, asked for before they are needed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from typing import Any

    Json = dict[str, Any]


def need(*modules: str, extra: str) -> None:
    """Refuse what an optional part would be needed for, where it is not installed."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise Refusal(
            "install/missing", f"this needs {' and '.join(missing)}: install uth[{extra}]"
        )
