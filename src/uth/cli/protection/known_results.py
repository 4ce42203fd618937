"""Results that are known already: each computation has a file in the user's cache."""

from __future__ import annotations

import hashlib
from pathlib import Path

from uth.compute.saved_run import SavedRun
from uth.core.user_folders import user_folders
from uth.exact.kernels import cache


def saved_run(computation: str, checkpoint: Path | None = None) -> SavedRun | None:
    """The file that a run goes on from and is found in again; None if no file can be written.

    Its key has a hash of all kernels, so that a change of the mathematics begins anew.
    """
    key = f"{cache.DIRECTORY.name} {computation}"
    if checkpoint is not None:
        return SavedRun(checkpoint, key)
    try:
        folder = user_folders().user_cache_path / "results"
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".writable"
        probe.touch()
    except (OSError, RuntimeError):
        return None
    name = hashlib.sha256(key.encode()).hexdigest()[:32]
    return SavedRun(folder / f"{name}.json", key, keep=True)
