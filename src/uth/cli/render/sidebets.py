"""What `uth sidebets` prints."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from uth.cli.language import text, wager_text
from uth.cli.render.console import print_table
from uth.cli.render.numbers import Json, dollars, exact, percent, signed_dollars
from uth.rulebook.assumptions import wager_readings
from uth.rulebook.model import Rulebook
from uth.table.wagers import PROGRESSIVE, WAGERS

if TYPE_CHECKING:
    from uth.exact.bets.combined_play import CombinedPlay
    from uth.exact.bets.house_bets import HouseBet
    from uth.exact.bets.position import Position
    from uth.exact.bets.return_table import ReturnTable


def bet_json(house: Rulebook, bet: HouseBet) -> Json:
    """One bonus wager."""
    from uth.exact.bets.late_wagers import fold_loses

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
        "holds_for": "base_play" if fold_loses(house, bet.name) else "any_play",
    }
    return {**answer, "assumptions": list(bet.assumptions)} if bet.assumptions else answer


def house_json(house: Rulebook, play: CombinedPlay | None) -> Json:
    """What a single edge does not show: wagers without folds, meters, Envy and the mystery."""
    answer: Json = {}
    if play:
        returns = play.returns_without_folds
        answer[f"{play.wager}_if_a_fold_did_not_lose"] = _returns_json(returns)
        answer["combined_play"] = play.figures
    if house.progressive.offered:
        answer |= _linked_json(house)
    return answer


def _returns_json(returns: ReturnTable) -> Json:
    return {
        "edge": float(returns.edge),
        "hit_rate": float(returns.hit_rate),
        "variance": float(returns.variance),
    }


def _linked_json(house: Rulebook) -> Json:
    """The Progressive, Envy and the Must-Hit-By mystery."""
    from uth.exact.bets.jackpots.envy import envy
    from uth.exact.bets.jackpots.mystery import Mystery
    from uth.exact.bets.jackpots.progressive import ProgressiveBet, total_edge

    bet, mystery = ProgressiveBet(house.progressive), Mystery(house.progressive)
    readings = list(wager_readings(house, PROGRESSIVE.name))
    meter = bet.break_even
    players = range(1, 7)
    return {
        "progressive_meter": {
            "assumptions": readings,
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
            "assumptions": readings,
            "average_award_cents": float(mystery.average_award),
            "average_wagers": float(mystery.average_wagers),
            "long_run_cents_a_wager": float(mystery.long_run_value),
            "edge_contribution": float(mystery.edge_contribution),
            "hit_rate": float(mystery.hit_rate),
            "variance": float(mystery.variance),
        },
        "progressive_envy_and_must_hit_by": {
            "assumptions": readings,
            "long_run_edge": {
                str(count): float(total_edge(house.progressive, count - 1)) for count in players
            },
        },
    }


def position_json(position: Position) -> Json:
    """All wagers of one seat together, in cents a round, with the caps that bind.

    Play is the best for the base game without caps; `mean_best_play` is for the best play of all.
    """
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
        "mean_best_play": float(position.mean + position.gain),
        "ante": position.stakes["base"],
        "binds": [binding.figures for binding in position.binds],
    }


def print_bet(house: Rulebook, bet: HouseBet) -> None:
    facts = {"wager": wager_text(bet.name), "table": bet.table, "readings": bet.assumptions}
    rows = (
        (prize.label, str(prize.net), f"{prize.count:,}", percent(bet.returns.chance(prize), 6))
        for prize in bet.returns.lines
    )
    title = text("sidebets.assumed" if bet.assumptions else "sidebets.title", **facts)
    print_table(text("sidebets.columns"), rows, title)
    figures = bet_json(house, bet)
    click.echo(text("sidebets.figures", **_shown(figures)))
    click.echo(text(f"return.{figures['holds_for']}") + "\n")


def _shown(figures: Json) -> dict[str, str]:
    """Figures as they are printed: percentages, variances, dollars."""
    shown = {}
    for name, value in figures.items():
        if name in ("edge", "edge_contribution"):
            shown[name] = percent(value)
        elif name == "hit_rate":
            shown[name] = percent(value, 6)
        elif name == "variance":
            shown[name] = f"{value:,.4f}"
        elif isinstance(value, float):
            shown[name] = f"{value / 100:,.4f}"
    return shown


def print_house(figures: Json) -> None:
    """Print what `house_json` and `position_json` returned."""
    for name in WAGERS:
        free = figures.get(f"{name}_if_a_fold_did_not_lose")
        if free:
            click.echo(text("sidebets.no_fold", wager=wager_text(name), **_shown(free)))
    if "combined_play" in figures:
        _print_combined(figures["combined_play"])
    if "progressive_meter" in figures:
        _print_progressive(figures["progressive_meter"])
        _print_envy(figures["envy"], figures["progressive_envy_and_must_hit_by"])
        _print_mystery(figures["must_hit_by"])
    if "position" in figures:
        _print_position(figures["position"])


def _print_combined(play: Json) -> None:
    """For which play the edge of a wager holds, and what best play for everything costs."""
    names = ("edge_base_play", "edge_best_play", "base_cost", "gain")
    shown = {name: percent(play[name]) for name in names}
    click.echo(text("sidebets.combined", wager=wager_text(play["wager"]), **shown))


def _print_progressive(progressive: Json) -> None:
    title = text("sidebets.by_meter", readings=progressive["assumptions"])
    edges = progressive["edge_at"].items()
    rows = ((f"${int(amount):,}", percent(edge)) for amount, edge in edges)
    print_table(text("sidebets.meter_columns"), rows, title)
    even, edge = progressive["break_even_cents"], percent(progressive["long_run_edge"])
    if even is None:
        click.echo(text("sidebets.long_run", edge=edge))
    else:
        meter = dollars(even["numerator"] / even["denominator"])
        click.echo(text("sidebets.breaks_even", meter=meter, edge=edge))


def _print_envy(envy: Json, whole: Json) -> None:
    rows = (
        (
            players,
            f"${figures['mean_cents'] / 100:.4f}",
            percent(figures["hit_rate"], 6),
            f"{figures['variance'] / 10_000:,.4f}",
            percent(figures["edge_contribution"]),
            percent(whole["long_run_edge"][players]),
        )
        for players, figures in envy.items()
    )
    title = text("sidebets.envy", readings=whole["assumptions"])
    print_table(text("sidebets.envy_columns"), rows, title)


def _print_mystery(mystery: Json) -> None:
    facts = _shown({**mystery, "variance": mystery["variance"] / 10_000}) | {
        "readings": mystery["assumptions"],
        "award": dollars(mystery["average_award_cents"]),
        "wagers": f"{mystery['average_wagers']:,.0f}",
    }
    click.echo(text("sidebets.must_hit_by", **facts))


def _print_position(position: Json) -> None:
    names = {name: wager_text(name) for name in WAGERS} | {"base": text("sidebets.base")}
    stakes = position["staked_before_the_deal"]
    rows = (
        (names[name], f"${dollars(stakes[name])}" if name in stakes else "", signed_dollars(mean))
        for name, mean in position["means"].items()
    )
    print_table(text("sidebets.position_columns"), rows, text("sidebets.position"))
    facts = {
        "mean": signed_dollars(position["mean"]),
        "deviation": dollars(position["standard_deviation"]),
        "gain": signed_dollars(position["gain_from_play_that_counts_bonuses"], 6),
        "best": signed_dollars(position["mean_best_play"]),
    }
    click.echo(text("sidebets.together", **facts))
    pairs = ((pair.split(","), value) for pair, value in position["correlations"].items())
    correlations = (
        (text("par.position.pair", one=names[one], other=names[other]), f"{value:+.4f}")
        for (one, other), value in pairs
    )
    if position["correlations"]:
        print_table(text("sidebets.pair_columns"), correlations, text("sidebets.pairs"))
