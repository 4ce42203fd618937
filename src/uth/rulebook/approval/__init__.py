"""What the approved documents say, and the guard that holds houses to them (Q-29)."""
