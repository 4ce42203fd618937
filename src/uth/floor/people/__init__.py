"""Accounts, roles, sessions, passwords, lock-out, rate limits, and players' own limits."""
