"""What each action is worth in a spot, exactly, and what a mistake costs."""

import uth

advice = uth.advise("Kh 4d", "2c 7h Qs", house="california", ante=1_000)
for action, value in advice.values.items():
    cost = advice.costs[action]
    verdict = "best" if action is advice.best else f"costs {float(cost):.4f} antes"
    print(f"{action.value:6} {float(value):+.4f}  {verdict}")
