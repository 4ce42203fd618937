"""The house designer: the entries that can be changed, and the rulebook of a design."""
