"""Compiled loops for players who know cards that they should not."""
