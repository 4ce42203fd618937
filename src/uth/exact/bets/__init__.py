"""Each wager on its own, and whole positions, under decided play."""
