"""The house designer: which entries can be changed, and the rulebook file that a design makes."""
