"""Play rounds at each of the five houses with a strategy of one's own.

python examples/play_rounds.py [ROUNDS]
"""

import sys

import uth


def my_strategy(decision: uth.PendingDecision) -> str:
    """Raise with an ace or a pair, bet any pair later, else check, and fold at the river."""
    ranks = [card.rank for card in decision.cards + decision.board]
    paired = len({*ranks}) < len(ranks)
    bets = [action for action in decision.actions if action.endswith("x")]
    if bets and (paired or 14 in ranks[:2]):
        return bets[0]
    return "check" if "check" in decision.actions else "fold"


rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
for house in uth.HOUSES:
    table = uth.Table(house, seed=1)
    ante = table.rules.limits.minimum
    net = sum(table.play_round(my_strategy).net for _ in range(rounds))
    print(f"{house:22} {net / rounds / ante:+.3f} antes a round")
