"""Many Blind pay tables at once, from one solved game for each change that matters to play."""
