"""What runs: open tables, their dealers and meters, people and money.

Clocks and randomness enter the program here and nowhere below.
"""
