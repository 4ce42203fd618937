"""What a house decides: its model, how a file becomes one, and the five houses as data."""
