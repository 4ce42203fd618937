"""The build hook: a wheel without the pages would serve nothing, so it is not built."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = "src/uth/web/pages/index.html"


class PagesHook(BuildHookInterface[Any]):
    """Ends the build with one sentence where the pages are missing."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable installation serves the pages that `make pages` writes later."""
        if version != "editable" and not Path(self.root, PAGES).is_file():
            sys.exit(f"The web pages are missing ({PAGES}): build them with `make pages` first.")
