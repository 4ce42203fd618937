"""The audit: chain, postings, balances, rounds and meters, checked against the rules."""
