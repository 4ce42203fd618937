"""How often a bankroll lasts an evening, with a simple strategy.

python examples/bankroll.py [EVENINGS]
"""

import sys

import uth

ANTES, ROUNDS = 50, 100
evenings = int(sys.argv[1]) if len(sys.argv) > 1 else 100
table = uth.Table("light-and-wonder", seed=1)
ante = table.rules.limits.minimum
lasted = 0
for _ in range(evenings):
    left = ANTES * ante
    for _ in range(ROUNDS):
        if left < 6 * ante:  # an Ante, a Blind, and a raise to four Antes
            break
        left += table.play_round().net
    else:
        lasted += 1
print(f"{ANTES} antes last {ROUNDS} rounds on {lasted / evenings:.0%} of evenings")
