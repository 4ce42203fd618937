"""The solver: boards counted once, optimal play for any pay table, and the solved game."""
