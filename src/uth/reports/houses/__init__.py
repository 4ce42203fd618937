"""A house described for people: its card and its rules page, made from its rulebook."""
