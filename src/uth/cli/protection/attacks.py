"""`uth protection`: what a weakness of the game's procedure is worth, and how soon it shows."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import click

from uth.cli.input.options import json_option, refused_at
from uth.cli.input.workers import exit_code, print_partial, worker_options
from uth.cli.language import text
from uth.cli.protection.game_options import game_options
from uth.cli.render.console import print_table
from uth.cli.render.numbers import Json, exact, percent, print_json
from uth.cli.render.progress import solver_progress
from uth.core.money import parse_dollars
from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from uth.compute.workers import Workers
    from uth.exact.solver.game_rules import GameRules
    from uth.exact.solver.solution import Solution

ATTACKS = (
    "bottom-card",
    "marked-ace",
    "late-flop",
    "late-river",
    "late-showdown",
    "capping",
    "clumps",
    "edge",
)
MOST_ROUNDS = 1_000_000_000


@click.command()
@click.argument("attack", type=click.Choice(ATTACKS))
@click.option("--ante", default="25", show_default=True, help="The Ante in dollars.")
@click.option(
    "--hands", type=click.IntRange(1, 1000), default=40, show_default=True, help="Hands an hour."
)
@click.option(
    "--confidence",
    type=click.FloatRange(0.5, 0.9999),
    default=0.95,
    show_default=True,
    help="With which confidence results should show it.",
)
@click.option(
    "--edge",
    "percents",
    type=click.FloatRange(-100, 1000),
    help="For edge: the player's edge, in percent of the Ante.",
)
@click.option(
    "--riffles", type=click.IntRange(1, 20), default=3, show_default=True, help="For clumps."
)
@click.option("--rounds", type=int, default=1_000_000, show_default=True, help="For clumps.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@game_options
@worker_options
@json_option
def protection(
    rules: GameRules,
    attack: str,
    ante: str,
    hands: int,
    confidence: float,
    percents: float | None,
    riffles: int,
    rounds: int,
    seed: int,
    workers: Workers,
    as_json: bool,
) -> int:
    """What a weakness is worth per hour, and how many hands show it.

    bottom-card: the bottom card of the deck is seen. marked-ace: one ace is marked on its back.
    late-flop, late-river, late-showdown: the largest raise is still taken after the flop, the board
    or the dealer's cards are turned. capping: an ante is added to every winning Play bet. clumps: a
    deck is riffled a few times only (simulated; the player knows nothing of it). edge: an edge that
    is known, from `uth exposure` or `uth collusion`. All others are exact.

    \b
    Examples:
      uth protection late-flop --ante 100
      uth protection edge --edge 13.5922 --confidence 0.99
      uth protection clumps --riffles 2 --rounds 2000000 --json
    """
    with refused_at("--ante"):
        amount = parse_dollars(ante)
    if not amount:
        raise Refusal("money/zero", where="--ante")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refusal("protection/rounds", most=MOST_ROUNDS, where="--rounds")
    if (attack == "edge") != (percents is not None):
        raise Refusal("protection/edge", where="--edge")
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.solve import solve

    started = time.perf_counter()
    with solver_progress("chunks", "solve", "exposure") as report:
        boards = count_boards()
        plain = solve(rules, boards=boards)
        if attack == "clumps":
            run, answer = clumps(rules, riffles, rounds, seed, workers, report)
        elif percents is not None:
            run, answer = None, {"player_edge": percents / 100, "stderr": 0.0}
        else:
            run, ev = None, exact_values(rules, boards, plain)[attack]()
            answer = {"ev": exact(ev), "player_edge": float(ev), "stderr": 0.0}
    answer = {
        "attack": attack,
        **answer,
        **worth(plain, answer, amount, hands, confidence),
        "seconds": round(time.perf_counter() - started, 6),
    }
    print_attack(answer, as_json=as_json)
    if run is None:
        return 0
    if not as_json:
        print_partial(run)
    return exit_code(run)


def exact_values(
    rules: GameRules, boards: Any, plain: Solution
) -> dict[str, Callable[[], Fraction]]:
    """How each attack that is exact is valued."""
    from uth.exact.attacks import late_bets
    from uth.exact.attacks.marked_card import marked_card
    from uth.exact.exposure.exposure import expose
    from uth.exact.exposure.seen_cards import Seen

    return {
        "bottom-card": lambda: expose(rules, seen=Seen(bottom=1)).ev,
        "marked-ace": lambda: marked_card(rules),
        "late-flop": lambda: late_bets.late_on_flop(rules, boards),
        "late-river": lambda: late_bets.late_on_river(rules, boards),
        "late-showdown": lambda: late_bets.late_on_showdown(rules),
        "capping": lambda: late_bets.capped_wins(plain),
    }


def clumps(
    rules: GameRules, riffles: int, rounds: int, seed: int, workers: Workers, report: Any
) -> tuple[Any, Json]:
    """The simulated value of plain play where a deck is riffled a few times only."""
    from uth.compute.chunks import run_chunks
    from uth.compute.interrupts import stop_on_interrupt
    from uth.exact.attacks import clumped_shuffle

    chunks = -(-rounds // (clumped_shuffle.TABLES * clumped_shuffle.ROUNDS))
    with stop_on_interrupt() as stop:
        run = run_chunks(
            partial(clumped_shuffle.clumped_chunk, rules, riffles, seed),
            chunks=chunks,
            start=(0, 0.0, 0.0),
            combine=lambda sums, more: tuple(a + b for a, b in zip(sums, more, strict=True)),
            workers=workers,
            stop=stop,
            report=lambda run: report(run.done, run.chunks),
        )
    if not run.done:
        raise KeyboardInterrupt
    mean, error = clumped_shuffle.mean_and_error(*run.value)
    answer: Json = {"player_edge": mean, "stderr": error, "rounds": run.value[0]}
    return run, {**answer, "partial": True} if run.partial else answer


def worth(plain: Solution, answer: Json, ante: int, hands: int, confidence: float) -> Json:
    """The gain over the plain game by hour, and the hands until it exceeds chance.

    After n hands the gain n g exceeds what luck does with this confidence, z s √n, where s is the
    standard deviation of the plain game.
    """
    gain = answer["player_edge"] - float(plain.ev)
    deviation, sigmas = plain.moments.deviation, NormalDist().inv_cdf(confidence)
    shows = (sigmas * deviation / gain) ** 2 if gain > 0 else None
    return {
        "gain": gain,
        "per_hour": {"ante": ante / 100, "hands": hands, "dollars": gain * hands * ante / 100},
        "shows_after": {
            "confidence": confidence,
            "hands": None if shows is None else round(shows),
        },
    }


def print_attack(answer: Json, *, as_json: bool) -> None:
    if as_json:
        print_json(answer)
        return
    hour, shows = answer["per_hour"], answer["shows_after"]
    hands = f"{shows['hands']:,}" if shows["hands"] is not None else "–"
    values = (
        percent(answer["player_edge"]),
        f"± {percent(1.96 * answer['stderr'])}",
        percent(answer["gain"]),
        f"${hour['dollars']:,.2f}",
        hands,
    )
    names = text(
        "protection.figures",
        hands=hour["hands"],
        ante=f"{hour['ante']:g}",
        confidence=f"{shows['confidence']:.0%}",
    ).split("|")
    print_table("", zip(names, values, strict=True), text(f"protection.{answer['attack']}"))
