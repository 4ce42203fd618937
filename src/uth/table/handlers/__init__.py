"""What each command does: one file for each part of the game."""
