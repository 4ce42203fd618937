"""A running house: here alone clocks, sockets and randomness come in."""
