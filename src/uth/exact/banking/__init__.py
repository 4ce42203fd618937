"""The bank's side: its mean and variance, simulated rounds, and the worst deal it can meet."""
