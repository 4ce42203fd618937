"""Entries of a rulebook: how each is read, what it may be, and the sections of them."""
