"""Where compiled kernels are kept: the only module of this layer that knows of a disk.

Numba's own cache does not notice a change in a module that a kernel calls, and fails where it
cannot write. So the directory is named after a hash of every kernel source, and a
temporary one stands in where the usual place cannot be written.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import numba
from numba.extending import register_jitable

if TYPE_CHECKING:
    from collections.abc import Callable

Kernel = TypeVar("Kernel", bound="Callable[..., object]")

VARIABLE = "UTH_KERNEL_CACHE"


def _sources_hash() -> str:
    """Every kernel source, and what compiles it: a change anywhere gives a new place."""
    digest = hashlib.sha256(f"{sys.version_info} {numba.__version__}".encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _usual_place() -> Path:
    given = os.environ.get(VARIABLE)
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "uth" / "kernels"


def _writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return True
    except OSError:
        return False


def _choose() -> Path:
    name = _sources_hash()
    try:
        place = _usual_place() / name
    except RuntimeError:  # no home directory
        place = None
    if place is not None and _writable(place):
        return place
    return Path(tempfile.mkdtemp(prefix=f"uth-kernels-{name}-"))


DIRECTORY = _choose()
KERNELS: dict[str, str] = {}
"""Every kernel that is loaded, and its module."""


def compiled(*names: str) -> bool:
    """Whether kernels of these names, compiled from these very sources, are there already."""
    return all(any(DIRECTORY.rglob(f"*.{name}-*.nbi")) for name in names)


def kernel(function: Kernel) -> Kernel:
    """Compile for speed, without the interpreter's lock, and keep the result for the next run."""
    KERNELS[function.__name__] = function.__module__
    config = vars(numba.config)
    before = config["CACHE_DIR"]
    config["CACHE_DIR"] = str(DIRECTORY)
    try:
        return cast("Kernel", numba.njit(cache=True, nogil=True)(function))
    finally:
        config["CACHE_DIR"] = before


def inlined(function: Kernel) -> Kernel:
    """A helper that kernels compile into themselves; called from outside, it is plain Python."""
    made: Kernel = register_jitable(function)
    return made
