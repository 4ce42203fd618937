"""What `uth sidebets` prints."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from uth.cli.render.numbers import dollars, exact, percent

if TYPE_CHECKING:
    from typing import Any

    from uth.exact.bets.house_bets import HouseBet
    from uth.exact.bets.position import Position
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]


def bet_json(bet: HouseBet) -> Json:
    """One bonus wager."""
    returns = bet.returns
    answer: Json = {
        "table": bet.table,
        "edge": float(returns.edge),
        "edge_exact": exact(returns.edge),
        "hit_rate": float(returns.hit_rate),
        "variance": float(returns.variance),
        "lines": [
            {"hand": prize.label, "net": exact(prize.net), "count": prize.count}
            for prize in returns.lines
        ],
        "deals": returns.deals,
    }
    return {**answer, "assumption": bet.assumption} if bet.assumption else answer


def house_json(house: Rulebook, solution: Solution) -> Json:
    """What a single edge does not show: Bad Beat after a fold, meters, Envy and the mystery."""
    answer: Json = {}
    if house.wagers.bad_beat:
        answer["bad_beat_if_a_fold_did_not_lose"] = _bad_beat_json(house, solution)
    if house.progressive.offered:
        answer |= _linked_json(house)
    return answer


def _bad_beat_json(house: Rulebook, solution: Solution) -> Json:
    from uth.exact.bets.side_bets import bad_beat_returns as returns_of
    from uth.exact.solver.house_game import bad_beat

    returns = returns_of(bad_beat(house), solution.outcomes, fold_loses=False)
    return {
        "edge": float(returns.edge),
        "hit_rate": float(returns.hit_rate),
        "variance": float(returns.variance),
    }


def _linked_json(house: Rulebook) -> Json:
    """The Progressive, Envy and the Must-Hit-By mystery."""
    from uth.exact.bets.envy import envy
    from uth.exact.bets.mystery import Mystery
    from uth.exact.bets.progressive import ProgressiveBet, total_edge

    bet, mystery = ProgressiveBet(house.progressive), Mystery(house.progressive)
    meter = bet.break_even
    players = range(1, 7)
    return {
        "progressive_meter": {
            "assumption": "Q-8",
            "break_even_cents": None if meter is None else exact(meter),
            "edge_at": {
                str(whole): float(bet.at(Fraction(whole * 100)).edge)
                for whole in (10_000, 50_000, 100_000, 250_000, 500_000, 1_000_000)
            },
            "long_run_edge": float(bet.long_run_edge),
        },
        "envy": {
            str(count): {
                "mean_cents": float(bonus.mean),
                "hit_rate": float(bonus.hit_rate),
                "variance": float(bonus.variance),
                "edge_contribution": float(-bonus.mean / house.progressive.wager),
            }
            for count in players
            for bonus in [envy(house.progressive, count - 1)]
        },
        "must_hit_by": {
            "assumption": "Q-8",
            "average_award_cents": float(mystery.average_award),
            "average_wagers": float(mystery.average_wagers),
            "long_run_cents_a_wager": float(mystery.long_run_value),
            "edge_contribution": float(mystery.edge_contribution),
            "hit_rate": float(mystery.hit_rate),
            "variance": float(mystery.variance),
        },
        "progressive_envy_and_must_hit_by": {
            "assumption": "Q-8",
            "long_run_edge": {
                str(count): float(total_edge(house.progressive, count - 1)) for count in players
            },
        },
    }


def position_json(position: Position) -> Json:
    """All wagers of one seat together, in cents a round, under base-game play."""
    return {
        "stakes": dict(position.stakes),
        "staked_before_the_deal": {
            name: 2 * stake if name == "base" else stake for name, stake in position.stakes.items()
        },
        "mean": float(position.mean),
        "mean_exact": exact(position.mean),
        "standard_deviation": position.deviation,
        "means": {name: float(mean) for name, mean in position.means.items()},
        "covariances": {
            f"{one},{other}": float(value)
            for (one, other), value in sorted(position.covariances.items())
        },
        "correlations": {
            f"{one},{other}": position.correlation(one, other)
            for one, other in sorted(position.covariances)
            if one != other
        },
        "gain_from_play_that_counts_bonuses": float(position.gain),
    }


def print_bet(bet: HouseBet) -> None:
    assumed = f" (assumed, {bet.assumption})" if bet.assumption else ""
    title = f"{bet.name.replace('_', ' ')}, {bet.table}{assumed}"
    table = Table("Hand", "Net", "Count", "Chance", title=title)
    for prize in bet.returns.lines:
        chance = percent(bet.returns.chance(prize), 6)
        table.add_row(prize.label, str(prize.net), f"{prize.count:,}", chance)
    console = Console(highlight=False)
    console.print(table)
    console.print(
        f"edge {percent(bet.returns.edge)}, hit rate {percent(bet.returns.hit_rate)}, "
        f"variance {float(bet.returns.variance):.4f}\n"
    )


def print_house(figures: Json) -> None:
    """Print what `house_json` and `position_json` returned."""
    console = Console(highlight=False)
    bad_beat = figures.get("bad_beat_if_a_fold_did_not_lose")
    if bad_beat:
        console.print(
            "If a fold did not lose it, Bad Beat would have an edge of "
            f"{percent(bad_beat['edge'])}, a hit rate of {percent(bad_beat['hit_rate'])} "
            f"and a variance of {bad_beat['variance']:.4f}."
        )
    if "progressive_meter" in figures:
        _print_progressive(console, figures["progressive_meter"])
        _print_envy(console, figures["envy"], figures["progressive_envy_and_must_hit_by"])
        _print_mystery(console, figures["must_hit_by"])
    if "position" in figures:
        _print_position(console, figures["position"])


def _print_progressive(console: Console, progressive: Json) -> None:
    title = f"Progressive by its meter ({progressive['assumption']})"
    table = Table("Meter", "House edge", title=title)
    for amount, edge in progressive["edge_at"].items():
        table.add_row(f"${int(amount):,}", percent(edge))
    console.print(table)
    even = progressive["break_even_cents"]
    if even is not None:
        amount = Fraction(even["numerator"], even["denominator"])
        console.print(f"It breaks even at a meter of ${dollars(float(amount))};", end=" ")
    console.print(f"in the long run its edge is {percent(progressive['long_run_edge'])}.")


def _print_envy(console: Console, envy: Json, whole: Json) -> None:
    table = Table(
        "Players",
        "Worth a round",
        "Hit rate",
        "Variance ($²)",
        "Adds to the edge",
        "Progressive, Envy and Must-Hit-By together",
        title=f"Envy by players at the table, and the long run of all ({whole['assumption']})",
    )
    for players, figures in envy.items():
        table.add_row(
            players,
            f"${figures['mean_cents'] / 100:.4f}",
            percent(figures["hit_rate"], 6),
            f"{figures['variance'] / 10_000:,.4f}",
            percent(figures["edge_contribution"]),
            percent(whole["long_run_edge"][players]),
        )
    console.print(table)


def _print_mystery(console: Console, mystery: Json) -> None:
    console.print(
        f"Must-Hit-By ({mystery['assumption']}): ${dollars(mystery['average_award_cents'])} on "
        f"average, every {mystery['average_wagers']:,.0f} wagers; worth "
        f"${mystery['long_run_cents_a_wager'] / 100:.4f} a wager in the long run: hit rate "
        f"{percent(mystery['hit_rate'], 6)}, variance {mystery['variance'] / 10_000:,.4f} $², "
        f"{percent(mystery['edge_contribution'])} added to the edge."
    )


def _print_position(console: Console, position: Json) -> None:
    table = Table("Wager", "Staked before the deal", "Mean a round", title="The whole position")
    for name, mean in position["means"].items():
        stake = position["staked_before_the_deal"].get(name)
        staked = "" if stake is None else f"${dollars(stake)}"
        label = "Ante and Blind, then Play" if name == "base" else name.replace("_", " ")
        table.add_row(label, staked, f"${mean / 100:,.4f}")
    console.print(table)
    console.print(
        f"Together ${position['mean'] / 100:,.4f} a round, standard deviation "
        f"${dollars(position['standard_deviation'])}; play that also counts the bonuses would "
        f"gain ${position['gain_from_play_that_counts_bonuses'] / 100:,.6f}."
    )
    table = Table("Two wagers", "Correlation", title="The wagers are not independent")
    for pair, correlation in position["correlations"].items():
        table.add_row(pair.replace("_", " ").replace(",", " and "), f"{correlation:+.4f}")
    console.print(table)
