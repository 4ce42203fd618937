"""Long runs: what the tests do for seconds, done for as long as one likes, and counted."""
