"""`python -m handbook.figures` draws the plots of the handbook from exact figures, as SVG."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

import uth
from uth.core.texts import text

FOLDER = Path(__file__).parent.parent / "docs" / "figures"
SIZE = (8.0, 4.0)
FLUSH = (Fraction(1), Fraction(5, 4), Fraction(3, 2), Fraction(7, 4), Fraction(2))
SHOWN = 6
"""The net results that are drawn: from −SHOWN to SHOWN antes."""


def flush_edges() -> dict[Fraction, Fraction]:
    """The house edge by what the Blind pays on a flush."""
    return {odds: uth.solve(blind=[500, 50, 10, 3, odds, 1]).house_edge for odds in FLUSH}


def bonus_edges() -> dict[str, dict[str, Fraction]]:
    """House → bonus wager → its edge; the Progressive's depends on the meter and is left out."""
    return {
        house: {
            bet.name: bet.returns.edge for bet in uth.sidebets(house) if bet.name != "progressive"
        }
        for house in uth.HOUSES
    }


def net_chances() -> dict[int, Fraction]:
    """How often a round ends with a net result, rounded to antes."""
    net = uth.solve().net
    deals, chances = sum(net.values()), dict.fromkeys(range(-SHOWN, SHOWN + 1), Fraction(0))
    for result, count in net.items():
        rounded = max(-SHOWN, min(SHOWN, round(result)))
        chances[rounded] += Fraction(count, deals)
    return chances


def my_strategy(decision: uth.PendingDecision) -> str:
    """The strategy of the first page."""
    ranks = [card.rank for card in decision.cards + decision.board]
    good = 14 in ranks[:2] or len(set(ranks)) < len(ranks)
    bets = [action for action in decision.actions if action.endswith("x")]
    if good and bets:
        return max(bets)
    return "check" if "check" in decision.actions else "fold"


def draw_flush(axes: Axes) -> None:
    edges = flush_edges()
    axes.plot([float(odds) for odds in edges], [float(edge) * 100 for edge in edges.values()], "o-")
    axes.set(xlabel="a flush pays … to 1", ylabel="house edge, % of the Ante")


def draw_edges(axes: Axes) -> None:
    for number, (house, edges) in enumerate(bonus_edges().items()):
        heights = [float(edge) * 100 for edge in edges.values()]
        places = [position + 0.15 * number for position in range(len(heights))]
        axes.bar(places, heights, 0.14, label=uth.load_house(house).name)
    longest = max(bonus_edges().values(), key=len)
    axes.set_xticks([p + 0.3 for p in range(len(longest))], [text(f"wager.{n}") for n in longest])
    axes.set(ylabel="house edge, % of the wager")
    axes.legend(fontsize="small")


def draw_net(axes: Axes) -> None:
    chances = net_chances()
    names = [f"{net:+d}" if abs(net) < SHOWN else f"{net:+d} …" for net in chances]
    axes.bar(names, [float(chance) * 100 for chance in chances.values()])
    axes.set(xlabel="net result of a round, in antes", ylabel="% of all deals")


def draw_strategy(axes: Axes) -> None:
    for house in uth.HOUSES:
        table = uth.Table(house, seed=house)
        ante, total, course = table.rules.limits.minimum, 0.0, []
        for _ in range(1_000):
            wagers = {"ante": ante, "blind": ante}
            total += table.play_round(my_strategy, wagers=wagers).net / ante
            course.append(total)
        axes.plot(course, label=table.rules.name)
    axes.set(xlabel="rounds", ylabel="won or lost, in antes")
    axes.legend(fontsize="small")


DRAWN = {
    "edges": draw_edges,
    "flush": draw_flush,
    "net": draw_net,
    "strategy": draw_strategy,
}


def main() -> None:
    mpl.rcParams["svg.hashsalt"] = "uth"
    for name, draw in DRAWN.items():
        figure, axes = plt.subplots(figsize=SIZE, layout="constrained")
        draw(axes)
        axes.grid(alpha=0.3)
        figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None})
        plt.close(figure)


if __name__ == "__main__":
    main()
