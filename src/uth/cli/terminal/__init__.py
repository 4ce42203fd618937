"""A table in the terminal: one person, some bots, and the engine that deals to them."""
