"""Money outside of rounds: buy-ins, counts, corrections, statements and the shift report."""
