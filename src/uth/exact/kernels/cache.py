"""The cache of compiled kernels on disk. No other module of `uth.exact` touches the disk.

Numba's own cache misses changes in modules that a kernel calls, and fails if it cannot write.
So the directory is named after a hash of all kernel sources, and a temporary directory is used
if the default one is not writable.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba
from numba.extending import register_jitable

from uth.core.user_folders import user_folders

Kernel = TypeVar("Kernel", bound="Callable[..., object]")

VARIABLE = "UTH_KERNEL_CACHE"
"""The environment variable that sets the cache directory."""


def _sources_hash() -> str:
    """A hash of all kernel sources and the compiler version: any change gives a new directory."""
    digest = hashlib.sha256(f"{sys.version_info} {numba.__version__}".encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def default_directory() -> Path:
    """The directory from the environment, or the user's cache directory."""
    from_environment = os.environ.get(VARIABLE)
    if from_environment:
        return Path(from_environment)
    return user_folders().user_cache_path / "kernels"


def _writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return True
    except OSError:
        return False


def choose_directory() -> Path:
    """The cache directory for the current sources; a temporary one if it is not writable."""
    name = _sources_hash()
    try:
        directory = default_directory() / name
    except RuntimeError:  # no home directory
        directory = None
    if directory is not None and _writable(directory):
        return directory
    return Path(tempfile.mkdtemp(prefix=f"uth-kernels-{name}-"))


DIRECTORY = choose_directory()
KERNELS: dict[str, str] = {}
"""Loaded kernels: name → module."""


def is_compiled(*names: str) -> bool:
    """Whether all these kernels are in the cache, compiled from the current sources."""
    return all(any(DIRECTORY.rglob(f"*.{name}-*.nbi")) for name in names)


def kernel(function: Kernel) -> Kernel:
    """Compile a function with Numba, releasing the GIL, and cache the machine code on disk."""
    KERNELS[function.__name__] = function.__module__
    config = vars(numba.config)
    before = config["CACHE_DIR"]
    config["CACHE_DIR"] = str(DIRECTORY)
    try:
        return cast("Kernel", numba.njit(cache=True, nogil=True)(function))
    finally:
        config["CACHE_DIR"] = before


def inlined(function: Kernel) -> Kernel:
    """Mark a helper that is compiled into its callers; called from Python, it stays Python."""
    helper: Kernel = register_jitable(function)
    return helper
