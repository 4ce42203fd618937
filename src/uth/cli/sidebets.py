"""`uth sidebets`: every bonus wager of a house, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from uth.cli.extras import need
from uth.cli.house_option import named_house
from uth.cli.mathematics import json_option, parse_amount, parse_seat
from uth.cli.progress import working
from uth.cli.render.numbers import exact, percent, print_json
from uth.core.refusal import Refusal
from uth.table.wagers import check_wagers

if TYPE_CHECKING:
    from uth.cli.mathematics import Json
    from uth.core.money import Cents
    from uth.exact.bets.house_bets import HouseBet
    from uth.exact.bets.position import Position
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook

BASE = ("ante", "blind")


@click.command()
@click.argument("house")
@click.option(
    "--position",
    metavar="ANTE[,BONUS=STAKE…]",
    help='A whole position, "25,trips=5,bad_beat=5" in dollars: means and covariances.',
)
@click.option("--meter", metavar="DOLLARS", help="What stands on the Progressive's meter.")
@json_option
def sidebets(house: str, position: str | None, meter: str | None, as_json: bool) -> None:
    """Tell edge, hit rate and variance of every bonus wager of HOUSE.

    HOUSE is one of the five, or the path of a house of one's own (.toml).
    """
    rules = named_house(house)
    need("numpy", "numba", extra="exact")
    wagers = _wagers(rules, position)
    stands = _meter(rules, meter)
    from uth.exact.bets.house_bets import house_bets
    from uth.exact.bets.position import PositionFinder, position_passes
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.house_game import game_rules
    from uth.exact.solver.solve import BOARDS_PER_PASS, Progress, solve

    kernels = ("tally_flush_boards", "wager_flush_boards") if wagers else ("tally_flush_boards",)
    with working("Boards", *kernels) as tell:
        passes = 3 + position_passes(wagers)
        boards = count_boards(progress=Progress(tell, passes * BOARDS_PER_PASS))
        solution = solve(game_rules(rules), boards=boards)
        bets = house_bets(rules, solution, stands)
        found = None
        if wagers:
            bonuses = {name: stake for name, stake in wagers.items() if name not in BASE}
            finder = PositionFinder(rules, boards, solution)
            at = rules.progressive.seed if stands is None else stands
            found = finder.find(wagers["ante"], bonuses, at)
    answer: Json = {bet.name: bet_json(bet) for bet in bets}
    more = more_json(rules, solution)
    if found:
        more["position"] = position_json(found)
    if as_json:
        print_json({**answer, **more})
        return
    for bet in bets:
        show(bet)
    show_more(more)


def _wagers(rules: Rulebook, position: str | None) -> dict[str, Cents]:
    """A position's wagers, if one is asked for and the house takes it."""
    if position is None:
        return {}
    wagers = parse_seat(position, "--position")
    try:
        check_wagers(rules, wagers, rules.limits.minimum, rules.limits.maximum)
    except Refusal as no:
        raise no.at("--position") from None
    return wagers


def _meter(rules: Rulebook, text: str | None) -> Cents | None:
    if text is None:
        return None
    if not rules.progressive.offered:
        raise Refusal(
            "sidebets/meter", f"{rules.id} has no Progressive whose meter could stand", "--meter"
        )
    return parse_amount(text, "--meter")


def position_json(position: Position) -> Json:
    """In cents a round, under base-game play."""
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


def bet_json(bet: HouseBet) -> Json:
    returns = bet.returns
    found: Json = {
        "table": bet.table,
        "edge": float(returns.edge),
        "edge_exact": exact(returns.edge),
        "hit_rate": float(returns.hit_rate),
        "variance": float(returns.variance),
        "lines": [
            {"hand": line.label, "net": exact(line.net), "count": line.count}
            for line in returns.lines
        ],
        "deals": returns.deals,
    }
    return {**found, "assumption": bet.assumption} if bet.assumption else found


def more_json(house: Rulebook, solution: Solution) -> Json:
    """What one edge cannot say: folds and Bad Beat; meters, Envy and the mystery."""
    from uth.exact.bets.envy import envy
    from uth.exact.bets.mystery import Mystery
    from uth.exact.bets.progressive import ProgressiveBet, total_edge
    from uth.exact.bets.side_bets import bad_beat_returns as lottery_of
    from uth.exact.solver.house_game import bad_beat

    more: Json = {}
    if house.wagers.bad_beat:
        free = lottery_of(bad_beat(house), solution.outcomes, fold_loses=False)
        more["bad_beat_if_a_fold_did_not_lose"] = {
            "edge": float(free.edge),
            "hit_rate": float(free.hit_rate),
            "variance": float(free.variance),
        }
    if house.progressive.offered:
        bet, mystery = ProgressiveBet(house.progressive), Mystery(house.progressive)
        meter = bet.break_even
        more["progressive_meter"] = {
            "assumption": "Q-8",
            "break_even_cents": None if meter is None else exact(meter),
            "edge_at": {
                str(dollars): float(bet.at(Fraction(dollars * 100)).edge)
                for dollars in (10_000, 50_000, 100_000, 250_000, 500_000, 1_000_000)
            },
            "long_run_edge": float(bet.long_run_edge),
        }
        more["envy"] = {
            str(others + 1): {
                "mean_cents": float(found.mean),
                "hit_rate": float(found.hit_rate),
                "variance": float(found.variance),
                "edge_contribution": float(-found.mean / house.progressive.wager),
            }
            for others in range(6)
            for found in [envy(house.progressive, others)]
        }
        more["must_hit_by"] = {
            "assumption": "Q-8",
            "average_award_cents": float(mystery.average_award),
            "average_wagers": float(mystery.average_wagers),
            "long_run_cents_a_wager": float(mystery.long_run_value),
            "edge_contribution": float(mystery.edge_contribution),
            "hit_rate": float(mystery.hit_rate),
            "variance": float(mystery.variance),
        }
        more["progressive_envy_and_must_hit_by"] = {
            "assumption": "Q-8",
            "long_run_edge": {
                str(others + 1): float(total_edge(house.progressive, others)) for others in range(6)
            },
        }
    return more


def show(bet: HouseBet) -> None:
    marked = f" (assumed, {bet.assumption})" if bet.assumption else ""
    table = Table(
        "Hand",
        "Nets",
        "Count",
        "Chance",
        title=f"{bet.name.replace('_', ' ')}, {bet.table}{marked}",
    )
    for line in bet.returns.lines:
        chance = percent(bet.returns.chance(line), 6)
        table.add_row(line.label, str(line.net), f"{line.count:,}", chance)
    console = Console(highlight=False)
    console.print(table)
    console.print(
        f"edge {percent(bet.returns.edge)}, hit rate {percent(bet.returns.hit_rate)}, "
        f"variance {float(bet.returns.variance):.4f}\n"
    )


def show_more(more: Json) -> None:
    """The rest in words: cents as dollars, chances and edges as percentages."""
    console = Console(highlight=False)
    free = more.get("bad_beat_if_a_fold_did_not_lose")
    if free:
        console.print(
            f"If a fold did not lose it, Bad Beat would have an edge of {percent(free['edge'])}, "
            f"a hit rate of {percent(free['hit_rate'])} and a variance of {free['variance']:.4f}."
        )
    if "progressive_meter" in more:
        _show_linked(console, more)
    if "position" in more:
        _show_position(console, more["position"])


def _show_linked(console: Console, more: Json) -> None:
    meter, mystery = more["progressive_meter"], more["must_hit_by"]
    table = Table("Meter", "House edge", title=f"Progressive by its meter ({meter['assumption']})")
    for dollars, edge in meter["edge_at"].items():
        table.add_row(f"${int(dollars):,}", percent(edge))
    console.print(table)
    even = meter["break_even_cents"]
    if even is not None:
        amount = Fraction(even["numerator"], even["denominator"])
        console.print(f"It breaks even at a meter of ${float(amount / 100):,.2f};", end=" ")
    console.print(f"in the long run its edge is {percent(meter['long_run_edge'])}.")
    whole = more["progressive_envy_and_must_hit_by"]
    table = Table(
        "Players",
        "Worth a round",
        "Hit rate",
        "Variance ($²)",
        "Adds to the edge",
        "Progressive, Envy and Must-Hit-By together",
        title=f"Envy, by players at the table, and the long run of all ({whole['assumption']})",
    )
    for players, envy in more["envy"].items():
        table.add_row(
            players,
            f"${envy['mean_cents'] / 100:.4f}",
            percent(envy["hit_rate"], 6),
            f"{envy['variance'] / 10_000:,.4f}",
            percent(envy["edge_contribution"]),
            percent(whole["long_run_edge"][players]),
        )
    console.print(table)
    console.print(
        f"Must-Hit-By ({mystery['assumption']}): ${mystery['average_award_cents'] / 100:,.2f} on "
        f"average, every {mystery['average_wagers']:,.0f} wagers; worth "
        f"${mystery['long_run_cents_a_wager'] / 100:.4f} a wager in the long run: hit rate "
        f"{percent(mystery['hit_rate'], 6)}, variance {mystery['variance'] / 10_000:,.4f} $², "
        f"{percent(mystery['edge_contribution'])} to the edge."
    )


def _show_position(console: Console, position: Json) -> None:
    table = Table("Wager", "Staked before the deal", "Mean a round", title="The whole position")
    for name, mean in position["means"].items():
        stake = position["staked_before_the_deal"].get(name)
        shown = "" if stake is None else f"${stake / 100:,.2f}"
        label = "Ante and Blind, then Play" if name == "base" else name.replace("_", " ")
        table.add_row(label, shown, f"${mean / 100:,.4f}")
    console.print(table)
    console.print(
        f"Together ${position['mean'] / 100:,.4f} a round, standard deviation "
        f"${position['standard_deviation'] / 100:,.2f}; play that also counts the bonuses would "
        f"gain ${position['gain_from_play_that_counts_bonuses'] / 100:,.6f}."
    )
    table = Table("Two wagers", "Correlation", title="They are not independent")
    for pair, correlation in position["correlations"].items():
        table.add_row(pair.replace("_", " ").replace(",", " and "), f"{correlation:+.4f}")
    console.print(table)
