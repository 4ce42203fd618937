"""`uth simulate`: whole tables, as many rounds as you like."""

from __future__ import annotations

import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uth.cli.input.ante import ante_option, parse_ante
from uth.cli.input.options import OptionDecorator, json_option, one_house, refused_at
from uth.cli.input.seat_wagers import parse_amount
from uth.cli.input.workers import checkpoint_option, exit_code, print_partial, worker_options
from uth.cli.render.approval import approval_json, print_approval
from uth.cli.render.numbers import print_json
from uth.cli.render.progress import solver_progress
from uth.cli.round_json import bank_amount
from uth.cli.simulation.live_figures import figures_json, live_figures, print_figures
from uth.cli.simulation.seat_options import parse_bonuses, parse_strategy
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import changed

if TYPE_CHECKING:
    from uth.compute.workers import Workers
    from uth.exact.simulation.job import SimulationJob

wagers_option: OptionDecorator = click.option(
    "--wagers",
    default="",
    metavar="BONUS=STAKE…",
    help='Bonus wagers of every seat, in antes: "trips=1,bad_beat=1". The Progressive has its '
    "one stake.",
)
strategy_option: OptionDecorator = click.option(
    "--strategy",
    default="optimal",
    show_default=True,
    metavar="optimal|simple|FILE.py:FUNCTION|FILE",
    help="Best play of the base game, the simple strategy, your own function, or a strategy "
    "file of `uth strategy`.",
)
bank_option: OptionDecorator = click.option(
    "--bank",
    "bank_text",
    metavar="DOLLARS",
    help="What the player-dealer puts up; by default enough for everything.",
)
coverage_option: OptionDecorator = click.option(
    "--coverage",
    type=click.Choice(["action", "gross"]),
    help="How far the bank covers wagers (Q-1).",
)
seed_option: OptionDecorator = click.option(
    "--seed", type=int, default=1, show_default=True, help="Figures depend on it alone."
)


@click.command()
@one_house
@click.option("--seats", type=int, default=1, show_default=True, help="Seats that play, 1 to 6.")
@ante_option
@wagers_option
@bank_option
@coverage_option
@strategy_option
@click.option(
    "--hands",
    type=int,
    default=1_000_000,
    show_default=True,
    help="Seat-hands, in as many whole rounds as they need.",
)
@seed_option
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write one row for each seat-hand: FILE.parquet or FILE.csv.",
)
@checkpoint_option
@worker_options
@json_option
def simulate(
    rules: Rulebook,
    seats: int,
    ante: str | None,
    wagers: str,
    bank_text: str | None,
    coverage: str | None,
    strategy: str,
    hands: int,
    seed: int,
    out: Path | None,
    checkpoint: Path | None,
    workers: Workers,
    as_json: bool,
) -> int:
    """Simulate a table and show what every wager wins, with its standard error.

    Means are in antes, a bonus wager's in its own stake; net is the base game. Rounds are settled
    by the rules of the house: its order, caps, bank, folds, meters, Envy and mystery. The figures
    depend on the seed, not on the workers. Ctrl-C shows what there is so far.

    \b
    Examples:
      uth simulate california --hands 10000000 --wagers trips=1
      uth simulate hollywood-pa --seats 6 --wagers trips=1,progressive=1 --json
      uth simulate --house cardroom-25 --strategy mine.py:play --hands 100000
    """
    from uth.compute.interrupts import stop_on_interrupt
    from uth.compute.row_files import RowFile
    from uth.compute.simulation import run_simulation
    from uth.exact.simulation.job import SimulationJob
    from uth.exact.simulation.strategies import OPTIMAL
    from uth.exact.simulation.table_setup import SimulatedTable

    if coverage is not None:
        if not rules.player_dealer:
            raise Refusal("bank/house", where="--coverage")
        rules = changed(rules, {"bank": {"coverage": coverage}})
    if out is not None and checkpoint is not None:
        raise Refusal("usage/wrong", options=["--out", "--checkpoint"])
    stake = parse_ante(rules, ante) or rules.limits.minimum
    staked = parse_bonuses(rules, wagers, stake)
    amount = None if bank_text is None else parse_amount(bank_text, "--bank")
    choice = parse_strategy(strategy)
    with refused_at():
        table = SimulatedTable(rules, staked, seats, bank_amount(rules, amount))
        job = SimulationJob(table, choice, hands, seed, out is not None)
    exact = _prepare(job)
    with (
        stop_on_interrupt() as stop,
        RowFile(out, table) if out else nullcontext() as rows,
        live_figures(exact if choice.kind == OPTIMAL else None) as show,
    ):
        started = time.perf_counter()
        figures, run = run_simulation(
            job, workers=workers, checkpoint=checkpoint, rows=rows, stop=stop, report=show
        )
        seconds = time.perf_counter() - started
        if rows and not run.partial:
            rows.finish()
    if as_json:
        print_json(
            {
                "hands": figures.hands,
                "seconds": seconds,
                "per_second": figures.hands / seconds if seconds else 0.0,
                **figures_json(figures),
                "house": rules.id,
                "seats": seats,
                "rounds": figures.totals.rounds,
                "strategy": str(choice),
                "seed": seed,
                "partial": run.partial,
                **({"exact_net": exact} if exact is not None else {}),
                **({"out": str(rows.path)} if rows else {}),
                **approval_json(rules),
            }
        )
    else:
        print_approval(rules)
        print_figures(figures, seconds, exact)
        print_partial(run)
    return exit_code(run)


def _prepare(job: SimulationJob) -> float | None:
    """Solve the game before the clock starts; the exact net of best play under a full bank."""
    from uth.exact.simulation.strategies import OPTIMAL, best_value

    with solver_progress("boards", "strategy", "tables"):
        job.prepare()
        known = job.strategy.kind == OPTIMAL and job.table.bank is None
        return float(best_value(job.table.game)) if known else None
