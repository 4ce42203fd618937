"""Hostile loads against a house with a crowd at its tables; `make attack` prints the figures."""
