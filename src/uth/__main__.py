"""`python -m uth` is `uth`."""

from __future__ import annotations

import sys

from uth.cli import main

sys.exit(main())
