"""`uth exposure`: the exact value of the game to a player who has seen cards."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

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
    from uth.exact.exposure.exposure import Exposure
    from uth.exact.exposure.seen_cards import Seen, Since
    from uth.exact.solver.game_rules import GameRules

SEEN = re.compile(r"([a-z]+)=([0-9]{1,3})")
NAMES = ("dealer", "flop", "later", "bottom")


def parse_seen(words: tuple[str, ...], since: Since) -> Seen:
    """`dealer=1`, `flop=2`, `later=1`, each at most once."""
    from uth.exact.exposure.seen_cards import MOST_SEEN, Seen

    counts: dict[str, int] = {}
    for word in words:
        match = SEEN.fullmatch(word.strip())
        if match is None or match[1] not in NAMES:
            raise Refusal("exposure/see", word=word, names=NAMES, where="--see")
        if match[1] in counts:
            raise Refusal("exposure/twice", name=match[1], where="--see")
        counts[match[1]] = int(match[2])
        if not counts[match[1]]:
            most = MOST_SEEN[match[1]]
            raise Refusal("exposure/count", name=match[1], count=0, most=most, where="--see")
    if not counts:
        raise Refusal("exposure/nothing", where="--see")
    return Seen(**counts, since=since)


@click.command()
@click.option(
    "--see",
    multiple=True,
    metavar="WHAT",
    help="What is seen: dealer=1, dealer=2, flop=1 to 3, later=1 or 2 (turn and river), "
    "bottom=1 (the last card of the deck). Several add up.",
)
@click.option(
    "--since",
    type=click.Choice(["preflop", "flop", "river"]),
    default="preflop",
    show_default=True,
    help="Before which decision the dealer's cards are seen.",
)
@click.option(
    "--play-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the best play before the flop by hand and cards seen, as CSV.",
)
@game_options
@worker_options
@checkpoint_option
@json_option
def exposure(
    rules: GameRules,
    see: tuple[str, ...],
    since: Since,
    play_file: Path | None,
    workers: Workers,
    checkpoint: Path | None,
    as_json: bool,
) -> int:
    """The exact value of the game to a player who has seen cards.

    The player sees the cards before the first decision (or as `--since` says), remembers them and
    plays best. The value is over all deals. What was computed before is not computed again.

    \b
    Examples:
      uth exposure --see dealer=1
      uth exposure --see dealer=1 --see flop=1 --json
      uth exposure --see dealer=2 --since river --play 5
    """
    seen = parse_seen(see, since)
    from uth.cli.protection.known_results import exposure_run
    from uth.compute.interrupts import stop_on_interrupt
    from uth.exact.exposure import exposure as exposures
    from uth.exact.exposure.exposure_terms import game_terms
    from uth.exact.exposure.seen_cards import chunks

    game_terms(rules, seen)
    if play_file is not None:
        exposures.refuse_play(seen)
    started = time.perf_counter()
    number = len(chunks(seen))
    with solver_progress("chunks", "exposure") as report, stop_on_interrupt() as stop:
        run = exposure_run(
            rules, seen, workers=workers, stop=stop, report=report, checkpoint=checkpoint
        )
    if run.done:
        exposed = exposures.finished(rules, seen, run.value)
        print_exposure(
            exposed, time.perf_counter() - started, partial_run=run.partial, as_json=as_json
        )
        if play_file is not None and not run.partial:
            write_play(rules, seen, number, play_file)
    return exit_code(run)


def write_play(rules: GameRules, seen: Seen, number: int, path: Path) -> None:
    """The best play before the flop as CSV: one hand of each that differ only by suits.

    Until it is whole, the file is named `NAME.partial.EXTENSION`.
    """
    import csv

    from uth.exact.exposure.exposure import preflop_play

    part = path.with_name(f"{path.stem}.partial{path.suffix}")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(("hand", "seen", "action"))
            for chunk in range(number):
                rows.writerows(preflop_play(rules, seen, chunk))
        part.replace(path)
    except OSError as error:
        reason = str(error.strerror or error).lower()
        raise Refusal("output/unwritable", reason=reason, where=str(path)) from None


def exposure_json(exposed: Exposure, seconds: float, *, partial_run: bool) -> Json:
    answer: Json = {
        "see": exposed.seen.counts,
        "ev": exact(exposed.ev),
        "player_edge": float(exposed.ev),
        "actions": {action.value: float(share) for action, share in exposed.actions.items()},
        "seconds": round(seconds, 6),
    }
    if exposed.seen.since != "preflop":
        answer["since"] = exposed.seen.since
    if partial_run:
        answer["partial"] = True
    return answer


def print_exposure(exposed: Exposure, seconds: float, *, partial_run: bool, as_json: bool) -> None:
    if as_json:
        print_json(exposure_json(exposed, seconds, partial_run=partial_run))
        return
    names = text("exposure.figures").split("|")
    print_table(
        "",
        zip(names, (str(exposed.ev), percent(exposed.ev, 5)), strict=True),
        text("exposure.title"),
    )
    print_table(
        text("exposure.action_columns"),
        ((action.value, percent(share)) for action, share in exposed.actions.items()),
        text("solve.actions"),
    )
    ending = "exposure.partial" if partial_run else "exposure.exact"
    click.echo(text(ending, seconds=f"{seconds:.1f}"))
