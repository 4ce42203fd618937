"""Compiled kernels. Cards, holdings and boards are small integers; all counts are integers."""
