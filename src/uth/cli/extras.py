"""Optional dependencies, checked before a command needs them."""

from __future__ import annotations

from importlib.util import find_spec

from uth.core.refusal import Refusal


def require(*modules: str, extra: str) -> None:
    """Refuse to go on if a module of an optional extra is not installed."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise Refusal(
            "install/missing", f"this needs {' and '.join(missing)}: install uth[{extra}]"
        )
