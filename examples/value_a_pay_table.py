"""The exact value of a Blind pay table, and what a change of one line costs."""

import uth

standard = uth.solve(blind=[500, 50, 10, 3, "3/2", 1])
shorter = uth.solve(blind=[500, 50, 10, 3, 1, 1])
print(f"a flush pays 3 to 2: house edge {float(standard.house_edge):.4%}")
print(f"a flush pays 1 to 1: house edge {float(shorter.house_edge):.4%}")
print(f"the difference is exactly {shorter.house_edge - standard.house_edge} antes")
