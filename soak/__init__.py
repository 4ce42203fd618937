"""Long runs: what the tests do for seconds, for any length of time, with counts."""
