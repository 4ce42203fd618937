"""Where a user's files are on this machine."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from platformdirs import PlatformDirs


def user_folders() -> PlatformDirs:
    """The folders for data, state and caches; on Linux the XDG variables say where they are."""
    from platformdirs import PlatformDirs

    return PlatformDirs("uth", appauthor=False)
