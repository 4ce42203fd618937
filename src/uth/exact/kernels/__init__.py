"""Compiled code. Cards, hands and boards are small integers here, and counts whole numbers."""
