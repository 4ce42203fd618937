"""Whole tables simulated by compiled kernels, strategies as decision tables, and their value."""
