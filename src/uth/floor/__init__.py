"""The running floor: open tables, their dealers and meters, people and money.

Time and randomness enter the program here; the packages below are given them.
"""
