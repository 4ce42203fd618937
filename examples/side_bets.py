"""Edge and hit rate of every bonus wager of a house."""

import uth

for bet in uth.sidebets("hollywood-pa"):
    returns = bet.returns
    print(f"{bet.name:16} edge {float(returns.edge):8.4%}  hits {float(returns.hit_rate):8.4%}")
