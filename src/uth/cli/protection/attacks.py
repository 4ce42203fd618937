"""`uth protection`: what a weakness of the game's procedure is worth, and how soon it shows."""

from __future__ import annotations

import time
from fractions import Fraction
from functools import cached_property, partial
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
    from threading import Event

    from uth.compute.chunks import ChunkRun
    from uth.compute.workers import Workers
    from uth.exact.compilation import Task
    from uth.exact.exposure.seen_cards import Seen
    from uth.exact.progress import Report
    from uth.exact.solver.boards import Boards
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
@click.option("--rounds", type=int, default=20_000_000, show_default=True, help="For clumps.")
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
    or the dealer's cards are turned. capping: an ante is added to every winning Play bet. clumps:
    the deck is riffled a few times only, and the player remembers the last round (simulated).
    edge: an edge that is known, from `uth exposure` or `uth collusion`. All others are exact.

    \b
    Examples:
      uth protection late-flop --ante 100
      uth protection edge --edge 13.5922 --confidence 0.99
      uth protection clumps --riffles 2 --rounds 50000000 --json
    """
    with refused_at("--ante"):
        amount = parse_dollars(ante)
    if not amount:
        raise Refusal("money/zero", where="--ante")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refusal("protection/rounds", most=MOST_ROUNDS, where="--rounds")
    if (attack == "edge") != (percents is not None):
        raise Refusal("protection/edge", where="--edge")
    from uth.compute.interrupts import stop_on_interrupt

    started = time.perf_counter()
    tasks: tuple[Task, ...] = ("solve", "exposure", "clumps")
    with solver_progress("chunks", *tasks) as report, stop_on_interrupt() as stop:
        counted = AttackValue(rules, workers, stop, report)
        if percents is not None:
            answer: Json | None = {"player_edge": percents / 100, "stderr": 0.0}
        elif attack == "clumps":
            answer = counted.clumps(riffles, rounds, seed)
        else:
            answer = counted.exact_answer(attack)
    if answer is not None:
        answer = {
            "attack": attack,
            **answer,
            **worth(counted.plain, answer, amount, hands, confidence),
            "seconds": round(time.perf_counter() - started, 6),
        }
        print_attack(answer, as_json=as_json)
    if counted.run is None:
        return 0
    if answer is not None and not as_json:
        print_partial(counted.run)
    return exit_code(counted.run)


class AttackValue:
    """The value of an attack on a game; what takes long runs in chunks that are remembered."""

    def __init__(self, rules: GameRules, workers: Workers, stop: Event, report: Report) -> None:
        self.rules = rules
        self.how: dict[str, Any] = {"workers": workers, "stop": stop, "report": report}
        self.run: ChunkRun[Any] | None = None

    @cached_property
    def boards(self) -> Boards:
        from uth.exact.solver.boards import count_boards

        return count_boards()

    @cached_property
    def plain(self) -> Solution:
        from uth.exact.solver.solve import solve

        return solve(self.rules, boards=self.boards)

    def exact_answer(self, attack: str) -> Json | None:
        """The exact value; None if it was interrupted, and only what is known so far was kept."""
        ev = self.exact_value(attack)
        return None if ev is None else {"ev": exact(ev), "player_edge": float(ev), "stderr": 0.0}

    def exact_value(self, attack: str) -> Fraction | None:
        from uth.exact.attacks import late_bets
        from uth.exact.exposure.seen_cards import Seen

        match attack:
            case "bottom-card":
                return self.exposed(self.rules, Seen(bottom=1))
            case "marked-ace":
                return self.marked_ace()
            case "late-flop":
                return late_bets.late_on_flop(self.rules, self.boards)
            case "late-river":
                return late_bets.late_on_river(self.rules, self.boards)
            case "late-showdown":
                return self.exposed(late_bets.showdown_rules(self.rules), late_bets.SHOWDOWN)
            case _:
                return late_bets.capped_wins(self.plain)

    def exposed(self, rules: GameRules, seen: Seen) -> Fraction | None:
        from uth.cli.protection.known_results import exposure_run
        from uth.exact.exposure.exposure import finished

        self.run = exposure_run(rules, seen, **self.how)
        return None if self.run.partial else finished(rules, seen, self.run.value).ev

    def marked_ace(self) -> Fraction | None:
        from uth.cli.protection.known_results import saved_run
        from uth.compute.chunks import run_chunks
        from uth.exact.attacks import marked_card

        no_parts: tuple[Fraction, ...] = ()
        self.run = run_chunks(
            partial(marked_card.marked_card_part, self.rules, marked_card.ACE),
            chunks=marked_card.PARTS,
            start=no_parts,
            combine=lambda parts, part: (*parts, part),
            workers=self.how["workers"],
            checkpoint=saved_run(f"marked ace {self.rules}"),
            stop=self.how["stop"],
            report=lambda run: self.how["report"](run.done, run.chunks),
        )
        return None if self.run.partial else marked_card.marked_card(self.run.value)

    def clumps(self, riffles: int, rounds: int, seed: int) -> Json | None:
        """The simulated value for who remembers the last round; None if nothing was simulated."""
        from uth.cli.protection.known_results import card_effects_run
        from uth.compute.chunks import run_chunks
        from uth.exact.attacks import clumped_shuffle

        effects = self.run = card_effects_run(self.rules, **self.how)
        if effects.partial:
            return None
        self.run = run = run_chunks(
            partial(clumped_shuffle.clumped_chunk, self.rules, effects.value, riffles, seed),
            chunks=-(-rounds // (clumped_shuffle.TABLES * clumped_shuffle.ROUNDS)),
            start=clumped_shuffle.NO_SUMS,
            combine=clumped_shuffle.added,
            workers=self.how["workers"],
            stop=self.how["stop"],
            report=lambda run: self.how["report"](run.done, run.chunks),
        )
        if not run.done:
            return None
        gain, error = clumped_shuffle.mean_and_error(run.value)
        answer: Json = {
            "player_edge": float(self.plain.ev) + gain, "stderr": error, "rounds": run.value[0],
        }  # fmt: skip
        return {**answer, "partial": True} if run.partial else answer


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
