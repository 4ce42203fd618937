"""A house's card and rules page, generated from its rulebook."""
