"""Compare strategies on the same shuffles: a seed repeats them.

python examples/compare_strategies.py [ROUNDS]
"""

import sys

import uth


def never_raise(decision: uth.PendingDecision) -> str:
    """Check to the river, and bet there whatever comes."""
    return "check" if "check" in decision.actions else "1x"


def always_raise(decision: uth.PendingDecision) -> str:
    """Bet as much as possible, as early as possible."""
    return decision.actions[0]


rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
for strategy in (uth.rules_of_thumb, never_raise, always_raise):
    table = uth.Table("light-and-wonder", seed="the same shuffles")
    net = sum(table.play_round(strategy).net for _ in range(rounds))
    print(f"{strategy.__name__:15} {net / 100:+12,.2f} dollars")
