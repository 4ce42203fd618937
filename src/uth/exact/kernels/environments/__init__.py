"""Compiled loops that play rounds for programs that learn."""
