"""Commands for single rounds: settled, dealt, replayed, verified."""
