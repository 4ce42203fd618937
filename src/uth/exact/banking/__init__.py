"""The bank's side: its mean and variance, simulated rounds, and its worst deal."""
