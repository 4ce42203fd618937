"""Compiled loops of the simulator: dealing, playing by tables, settling."""
