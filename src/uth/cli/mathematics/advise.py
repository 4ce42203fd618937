"""`uth advise`: what each action is worth in a spot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from uth.cli.input.ante import ante_option, parse_ante
from uth.cli.input.base_game import base_game
from uth.cli.input.options import (
    chosen_house,
    house_option,
    json_option,
    refused_at,
    rules_option,
)
from uth.cli.input.played_strategy import print_strategy, strategy_action, strategy_json
from uth.cli.input.seat_wagers import WAGERS_METAVAR, parse_amount, parse_seat_wagers
from uth.cli.language import text, wager_text
from uth.cli.render.approval import approval_json, print_approval
from uth.cli.render.bindings import bindings_json, print_binding_lines, print_bindings
from uth.cli.render.numbers import exact, print_json
from uth.core.cards import Card, parse_cards
from uth.core.money import print_dollars
from uth.core.refusal import Refusal
from uth.table.wagers import PROGRESSIVE

if TYPE_CHECKING:
    from uth.exact.bets.spot_wagers import SpotWagers
    from uth.exact.solver.game_rules import GameRules
    from uth.exact.solver.outcomes import Net
    from uth.exact.solver.spot import Advice, Spot
    from uth.rulebook.model import Rulebook


@click.command()
@house_option
@rules_option
@ante_option
@click.option("--cards", required=True, metavar="CARDS", help='Your two cards: "Kh 4d".')
@click.option("--board", default="", metavar="CARDS", help="No, three or five board cards.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that you have seen elsewhere.")
@click.option("--dealer", default="", metavar="CARDS", help="Dealer cards that you have seen.")
@click.option(
    "--wagers",
    metavar=WAGERS_METAVAR,
    help='Your wagers, in dollars: "25,trips=5,bad_beat=5". They count in every value.',
)
@click.option("--meter", metavar="DOLLARS", help="The amount on the Progressive meter.")
@click.option(
    "--strategy",
    "strategy_path",
    type=click.Path(),
    metavar="FILE",
    help="Also show what a strategy file of `uth strategy` plays.",
)
@json_option
def advise(
    house: str | None,
    file: str | None,
    ante: str | None,
    cards: str,
    board: str,
    dead: str,
    dealer: str,
    wagers: str | None,
    meter: str | None,
    strategy_path: str | None,
    as_json: bool,
) -> None:
    """Show the exact value of every action in a spot.

    Values are in antes, over Ante, Blind and Play together, and over the bonus wagers that you
    name. Seen cards stay known at every later decision. Without a house, the standard game is
    used; in a house, the game at the Ante.

    \b
    Examples:
      uth advise --cards "Kh 4d"
      uth advise --cards "Kh 4d" --board "2c 7h Qs" --house california --wagers 10,trips=5
    """
    spot = _spot(
        _parse("--cards", cards),
        _parse("--board", board),
        _parse("--dead", dead),
        _parse("--dealer", dealer),
    )
    rules = chosen_house(house, file)
    staked = _seat_wagers(rules, spot, ante, wagers, meter)
    played = None if strategy_path is None else strategy_action(strategy_path, spot)
    if staked:
        _print_counted(rules, staked, as_json, played)
        return
    amount = parse_ante(rules, ante)
    advice = _advice(base_game(rules, ante=amount), spot)
    if as_json:
        facts = {**bindings_json(rules, amount), **approval_json(rules), **strategy_json(played)}
        print_json({**advice_json(advice), **facts})
        return
    print_approval(rules)
    _print_table(advice)
    print_strategy(played)
    print_bindings(rules, amount)


def _print_counted(
    rules: Rulebook | None, staked: SpotWagers, as_json: bool, played: str | None
) -> None:
    """The values with bonus wagers, and what binds these wagers."""
    with refused_at("--wagers"):
        net, fold_varies, binds = staked.net, staked.fold_varies, staked.binds
    ante = staked.seat.ante
    advice = staked.counted(_advice(staked.rules, staked.spot, net, fold_varies=fold_varies))
    if as_json:
        facts = {"ante": ante, "binds": [one.figures for one in binds], **approval_json(rules)}
        facts |= strategy_json(played)
        print_json({**advice_json(advice), **facts, **wagers_json(staked)})
        return
    print_approval(rules)
    _print_table(advice)
    print_strategy(played)
    print_wagers(staked)
    print_binding_lines(binds, ante)


def _print_table(advice: Advice) -> None:
    from uth.cli.render.plain_table import print_plain_table

    best = [*advice.values].index(advice.best)
    print_plain_table(text("advise.columns"), advice_rows(advice), best)


def advice_json(advice: Advice) -> dict[str, Any]:
    return {
        "actions": {
            action.value: {**exact(value), "ev": float(value)}
            for action, value in advice.values.items()
        },
        "best": advice.best.value,
        "cost": {action.value: float(cost) for action, cost in advice.costs.items()},
    }


def advice_rows(advice: Advice) -> list[tuple[str, ...]]:
    """Each action with its value and what it costs; the best one has an arrow."""
    rows: list[tuple[str, ...]] = []
    for action, value in advice.values.items():
        best = action is advice.best
        cost = "" if best else f"{float(advice.costs[action]):.6f}"
        name = f"{action.value}{' ←' if best else ''}"
        rows.append((name, f"{float(value):+.6f}", f"{value}", cost))
    return rows


def wagers_json(staked: SpotWagers) -> dict[str, Any]:
    """The wagers that the values count; one that changes play has no single value."""
    values = staked.surviving
    return {
        "bonus_wagers": {
            name: {
                "stake_cents": stake,
                "changes_play": name in staked.changing,
                **({**exact(values[name]), "ev": float(values[name])} if name in values else {}),
            }
            for name, stake in staked.seat.bonuses.items()
        },
    }


def print_wagers(staked: SpotWagers) -> None:
    """Say what the values count."""
    values = staked.surviving
    click.echo(text("advise.ante", ante=staked.seat.ante))
    for name, stake in staked.seat.bonuses.items():
        facts = {"wager": wager_text(name), "stake": stake}
        if name in values:
            click.echo(text("advise.survives", **facts, value=f"{float(values[name]):+.6f}"))
        else:
            reason = staked.changing.get(name, "dealer")
            click.echo(text(f"advise.counted.{reason}", **facts))


def _parse(option: str, cards: str) -> tuple[Card, ...]:
    with refused_at(option):
        return parse_cards(cards)


def _spot(*cards: tuple[Card, ...]) -> Spot:
    from uth.exact.solver.spot import Spot

    with refused_at():
        return Spot(*cards)


def _seat_wagers(
    rules: Rulebook | None, spot: Spot, ante: str | None, wagers: str | None, meter: str | None
) -> SpotWagers | None:
    """The wagers to count; an Ante that they do not name is that of --ante, or the minimum."""
    if wagers is None:
        if meter is not None:
            raise Refusal("advise/meter", where="--meter")
        return None
    if rules is None:
        raise Refusal("advise/no_house", where="--wagers")
    from uth.exact.bets.spot_wagers import SeatStakes, SpotWagers

    if "=" in wagers.partition(",")[0]:
        amount = parse_ante(rules, ante) or rules.limits.minimum
        wagers = f"{print_dollars(amount)},{wagers}"
    stakes = parse_seat_wagers(rules, wagers, "--wagers")
    if ante is not None and parse_ante(rules, ante) != stakes["ante"]:
        raise Refusal("advise/two_antes", ante=stakes["ante"], where="--ante")
    if meter is not None and PROGRESSIVE.name not in stakes:
        raise Refusal("advise/meter", where="--meter")
    at = rules.progressive.seed if meter is None else parse_amount(meter, "--meter")
    return SpotWagers(SeatStakes(rules, stakes, at), spot)


def _advice(
    rules: GameRules, spot: Spot, net: Net | None = None, *, fold_varies: bool = False
) -> Advice:
    """On a board without compiled code, which takes longer to load than to count in Python."""
    if spot.board:
        from uth.exact.plain_advice import plain_advise

        return plain_advise(rules, spot=spot, net=net)
    from uth.cli.render.progress import solver_progress

    if spot.dead or spot.dealer or fold_varies:
        if net:
            from uth.exact.spot_endings import advise_preflop

            with solver_progress("flops", "wagers_advice") as report:
                return advise_preflop(rules, spot, net, report)
        from uth.exact.advice import advise as solve_spot

        with solver_progress("flops", "preflop_advice") as report:
            return solve_spot(rules, spot=spot, progress=report)
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.solve import best_hands, solve
    from uth.exact.solver.starting_hands import starting_hand_index

    with solver_progress("boards", "strategy") as report:
        boards = count_boards(report, passes=2)
        if net:
            hands = best_hands(boards, rules, net)
        else:
            hands = solve(rules, endings=False, boards=boards).hands
    return hands[starting_hand_index(*spot.hole)]
