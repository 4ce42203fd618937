"""Bots, and the coach who judges a player's decisions."""
