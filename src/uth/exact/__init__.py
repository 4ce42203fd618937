"""The exact mathematics of the game: every figure an integer count over every deal."""
