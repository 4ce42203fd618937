"""Accounts, roles, sessions, passwords, lock-out, rate limits, and limits players set themselves."""
