"""A table in the terminal: one person, bots, and the engine that deals to them."""
