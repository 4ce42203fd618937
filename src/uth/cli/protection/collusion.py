"""`uth collusion`: what it is worth to players to show each other their hands."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from uth.cli.input.options import json_option
from uth.cli.input.workers import checkpoint_option, exit_code, worker_options
from uth.cli.language import text
from uth.cli.protection.game_options import game_options
from uth.cli.render.console import print_table
from uth.cli.render.numbers import Json, exact, percent, print_json
from uth.cli.render.progress import solver_progress
from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from uth.compute.workers import Workers
    from uth.exact.collusion.card_effects import CardEffects
    from uth.exact.solver.game_rules import GameRules

DEFAULT_TABLES = 600
MOST_TABLES = 1_000_000


@click.command()
@click.option("--players", type=int, default=6, show_default=True, help="How many: 1 to 6.")
@click.option("--last", is_flag=True, help="Also: one of them acts last, and sees only who raised.")
@click.option(
    "--tables",
    type=int,
    default=DEFAULT_TABLES,
    show_default=True,
    help="How many deals of hole cards are sampled.",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@game_options
@worker_options
@checkpoint_option
@json_option
def collusion(
    rules: GameRules,
    players: int,
    last: bool,
    tables: int,
    seed: int,
    workers: Workers,
    checkpoint: Path | None,
    as_json: bool,
) -> int:
    """What it is worth to players to show each other their hands.

    Each plays best for themselves with all hands known. Hole cards are sampled; every decision
    and its value is exact, over all boards and dealers that are left. Only the gain over the
    plain game has a sampling error, and only as far as it differs from what the exact effects of
    single cards predict.

    \b
    Examples:
      uth collusion --players 6
      uth collusion --players 2 --last --tables 1000 --json
    """
    from uth.exact.collusion import card_effects, sampled_tables
    from uth.exact.exposure.exposure_terms import game_terms
    from uth.exact.exposure.seen_cards import Seen

    sampled_tables.refuse_players(players)
    if not 2 <= tables <= MOST_TABLES:
        raise Refusal("collusion/tables", most=MOST_TABLES, where="--tables")
    game_terms(rules, Seen())
    from uth.cli.protection.known_results import card_effects_run, saved_run
    from uth.compute.chunks import run_chunks
    from uth.compute.interrupts import stop_on_interrupt

    started = time.perf_counter()
    chunks = -(-tables // sampled_tables.CHUNK_TABLES)
    with solver_progress("chunks", "exposure", "collusion") as report, stop_on_interrupt() as stop:
        one_card = None
        if players > 1:
            one_card = card_effects_run(rules, workers=workers, stop=stop, report=report)
            if one_card.partial:
                return exit_code(one_card)
        run = run_chunks(
            partial(sampled_tables.sampled_chunk, rules, players, seed),
            chunks=chunks,
            start=sampled_tables.no_rows(),
            combine=sampled_tables.with_rows,
            workers=workers,
            checkpoint=saved_run(f"collusion {players} {seed} {tables} {rules}", checkpoint),
            stop=stop,
            report=lambda run: report(run.done, run.chunks),
        )
    if run.done:
        effects = card_effects.CardEffects.of_ranks(rules, one_card.value) if one_card else None
        answer = collusion_json(rules, run.value, players, seed, effects, last=last)
        answer["seconds"] = round(time.perf_counter() - started, 6)
        if run.partial:
            answer["partial"] = True
        print_collusion(answer, as_json=as_json)
    return exit_code(run)


def collusion_json(
    rules: GameRules,
    rows: Any,
    players: int,
    seed: int,
    effects: CardEffects | None,
    *,
    last: bool,
) -> Json:
    """The value of the plain game, the gain with its error, and both together."""
    from uth.exact.collusion.sampled_tables import last_gain, shared_gain
    from uth.exact.collusion.shared_table import plain_play

    plain = plain_play(rules)
    gain = shared_gain(rows, players, seed, effects)
    answer: Json = {
        "players": players,
        "tables": len(rows) // players,
        "plain": exact(plain.ev),
        "gain": {"mean": gain.mean, "stderr": gain.error},
        "player_edge": float(plain.ev) + gain.mean,
        "error": gain.half_width,
    }
    if last:
        alone = last_gain(rows, players, seed, effects)
        answer["last"] = {
            "gain": {"mean": alone.mean, "stderr": alone.error},
            "player_edge": float(plain.ev) + alone.mean,
            "error": alone.half_width,
        }
    return answer


def print_collusion(answer: Json, *, as_json: bool) -> None:
    if as_json:
        print_json(answer)
        return
    rows = [(text("collusion.shared"), *_figures(answer))]
    if "last" in answer:
        rows.append((text("collusion.last"), *_figures(answer["last"])))
    print_table(text("collusion.columns"), rows, text("collusion.title", players=answer["players"]))
    ending = "collusion.partial" if "partial" in answer else "collusion.sampled"
    click.echo(text(ending, tables=answer["tables"], seconds=f"{answer['seconds']:.1f}"))


def _figures(answer: Json) -> tuple[str, str, str]:
    return (
        percent(answer["player_edge"]),
        f"± {percent(answer['error'])}",
        percent(answer["gain"]["mean"]),
    )
