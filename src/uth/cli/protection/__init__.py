"""Commands on how the game is attacked and varied."""
