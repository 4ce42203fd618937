"""How long a test waits for what must happen."""

PATIENCE = 300
"""Seconds; ends a wait that would never end, and is long enough for a machine that is only busy."""
