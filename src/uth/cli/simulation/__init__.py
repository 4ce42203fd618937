"""simulate, bankroll, strategy: rounds by the million, and what they mean for a bankroll."""
