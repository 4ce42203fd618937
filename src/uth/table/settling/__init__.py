"""Settling a round: who won, what each wager owes, and how far the bank covers it."""
