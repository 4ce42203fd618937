"""The exact mathematics of the game: every figure is an integer count over all deals."""
