"""A second, slow settlement written from the rules alone, and random rounds to compare with."""
