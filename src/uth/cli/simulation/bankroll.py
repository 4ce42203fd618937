"""`uth bankroll`: risk of ruin, the chance of being ahead, and the bankroll that a risk needs."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from uth.cli.input.ante import ante_option, parse_ante
from uth.cli.input.options import json_option, one_house, refused_at
from uth.cli.input.seat_wagers import parse_amount
from uth.cli.input.workers import exit_code, print_partial, worker_options
from uth.cli.language import text
from uth.cli.render.approval import approval_json
from uth.cli.render.console import print_table
from uth.cli.render.numbers import percent, print_json
from uth.cli.render.progress import progress_bar, solver_progress
from uth.cli.round_json import bank_amount
from uth.cli.simulation.seat_options import parse_bonuses, parse_strategy
from uth.cli.simulation.simulate import (
    bank_option,
    coverage_option,
    seed_option,
    strategy_option,
    wagers_option,
)
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import changed

if TYPE_CHECKING:
    from uth.compute.workers import Workers
    from uth.exact.simulation.round_distribution import RoundDistribution
    from uth.exact.simulation.sessions import SessionSums
    from uth.exact.simulation.strategies import StrategyChoice
    from uth.exact.simulation.table_setup import SimulatedTable

CHART_POINTS = 200


@click.command()
@one_house
@click.option("--banker", is_flag=True, help="For the player-dealer, not for a player.")
@click.option("--seats", type=int, default=1, show_default=True, help="Seats against the banker.")
@ante_option
@wagers_option
@bank_option
@coverage_option
@click.option("--schedule", type=click.IntRange(1, 24), help="The collection schedule (CB-4).")
@strategy_option
@click.option("--bankroll", "roll", metavar="DOLLARS", help="By default 100 antes.")
@click.option("--hands", type=int, default=1000, show_default=True, help="The rounds of a session.")
@click.option(
    "--risk",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="The risk of ruin that a bankroll is wanted for.",
)
@click.option("--sessions", type=int, help="Simulated sessions; by default about 4 million rounds.")
@seed_option
@click.option(
    "--chart",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw both curves: FILE.svg, FILE.png or FILE.pdf.",
)
@worker_options
@json_option
def bankroll(
    rules: Rulebook,
    banker: bool,
    seats: int,
    ante: str | None,
    wagers: str,
    bank_text: str | None,
    coverage: str | None,
    schedule: int | None,
    strategy: str,
    roll: str | None,
    hands: int,
    risk: float,
    sessions: int | None,
    seed: int,
    chart: Path | None,
    workers: Workers,
    as_json: bool,
) -> int:
    """Show risk of ruin, the chance of being ahead, and the bankroll for a risk.

    Results are after the collection and, for a player-dealer, after coverage. They are exact for
    one seat without wagers on holdings, and otherwise from sampled rounds; sessions simulated
    round by round stand next to them, of other rounds. A bankroll is ruined when all of it is lost.

    \b
    Examples:
      uth bankroll california --hands 1000 --bankroll 2000
      uth bankroll california --banker --bank 500 --bankroll 5000 --chart bank.svg
    """
    from uth.compute.chunks import run_chunks
    from uth.compute.interrupts import stop_on_interrupt
    from uth.exact.simulation import ruin
    from uth.exact.simulation import sessions as session_rounds
    from uth.exact.simulation.table_setup import SimulatedTable
    from uth.reports.bankroll_chart import check_chart

    if not 1 <= hands <= ruin.MOST_HANDS:
        raise Refusal("simulate/hands", most=ruin.MOST_HANDS, where="--hands")
    if sessions is not None and not 1 <= sessions * hands <= 1 << 40:
        raise Refusal("bankroll/sessions", where="--sessions")
    if chart is not None:
        check_chart(chart)
    rules = _with_settings(rules, banker, coverage, schedule)
    stake = parse_ante(rules, ante) or rules.limits.minimum
    amount = None if bank_text is None else parse_amount(bank_text, "--bank")
    with refused_at():
        table = SimulatedTable(
            rules, parse_bonuses(rules, wagers, stake), seats, bank_amount(rules, amount)
        )
    if table.progressive or (seats > 1 and not banker):
        raise Refusal("bankroll/wagers", where="--wagers" if table.progressive else "--seats")
    owned = 100 * stake if roll is None else parse_amount(roll, "--bankroll")
    if not owned:
        raise Refusal("money/zero", where="--bankroll")
    choice = parse_strategy(strategy)
    exact = _exact_distribution(table, choice, banker)
    job = session_rounds.SessionJob(
        table=table, strategy=choice, rounds=hands,
        sessions=sessions or session_rounds.default_sessions(hands), seed=seed, banker=banker,
        bankroll=owned, sampled=exact is None,
    )  # fmt: skip
    with stop_on_interrupt() as stop, progress_bar("rounds") as report:
        run = run_chunks(
            _session_work(job),
            chunks=job.chunks,
            start=session_rounds.NO_SESSIONS,
            combine=session_rounds.add_sessions,
            workers=workers,
            stop=stop,
            report=lambda run: report(run.done, run.chunks),
        )
    if not run.value.sessions:
        return exit_code(run)
    of = exact or session_rounds.sampled_distribution(run.value)
    answer = _figures(of, run.value, owned=owned, hands=hands, risk=risk, ante=stake)
    curve = answer.pop("curve")
    answer |= {"partial": run.partial, "seed": seed, "house": rules.id, **approval_json(rules)}
    if chart is not None:
        _draw(chart, of, curve, hands, stake)
        answer["chart"] = str(chart)
    if as_json:
        print_json(answer)
    else:
        _print(answer, hands, risk)
        print_partial(run)
    return exit_code(run)


def _with_settings(
    rules: Rulebook, banker: bool, coverage: str | None, schedule: int | None
) -> Rulebook:
    for option, value in (("--banker", banker), ("--coverage", coverage), ("--schedule", schedule)):
        if value and not rules.player_dealer:
            raise Refusal("bank/house", where=option)
    settings: dict[str, Any] = {}
    if coverage is not None:
        settings["bank"] = {"coverage": coverage}
    if schedule is not None:
        settings["collection"] = {"schedule": schedule}
    return changed(rules, settings) if settings else rules


def _session_work(job: Any) -> Any:
    from functools import partial

    from uth.exact.simulation.sessions import simulate_sessions

    return partial(simulate_sessions, job)


def _exact_distribution(
    table: SimulatedTable, choice: StrategyChoice, banker: bool
) -> RoundDistribution | None:
    """The counted distribution of a round, where there is one."""
    from uth.exact.simulation.round_distribution import has_exact_distribution, round_distributions
    from uth.exact.simulation.strategies import play_for, tables_for
    from uth.exact.simulation.strategy_value import strategy_value

    with solver_progress("boards", "solve", "tables"):
        if not choice.compiled:
            play_for(choice, table.game)
            return None
        tables = tables_for(choice, table.game)
        if not has_exact_distribution(table):
            return None
        seat, bank = round_distributions(table, strategy_value(tables, table.game).outcomes)
        return bank if banker else seat


def _figures(
    of: RoundDistribution, sums: SessionSums, *, owned: Cents, hands: int, risk: float, ante: Cents
) -> dict[str, Any]:
    """Every figure twice, by distribution and by simulated sessions, and the difference."""
    from uth.exact.simulation import ruin
    from uth.exact.simulation.sessions import simulated_moments

    curve, after = ruin.ruin_curve(of, hands, owned), ruin.chances(of, hands)
    simulated = simulated_moments(sums)
    unsure = 1.0 if of.exact else sqrt(2)  # a sampled distribution is as unsure as the sessions
    ever = ruin.bankroll_ever(of, risk)
    rounds = sums.sessions * hands
    at = min(len(curve) - 1, owned // of.unit)
    return {
        "exact": of.exact,
        "hands": hands,
        "bankroll_cents": owned,
        "sessions": sums.sessions,
        "mean": _compared(
            float(of.moments.mean) / ante, float(simulated.mean) / ante,
            unsure * simulated.deviation / ante / sqrt(rounds),
        ),
        "standard_deviation": of.moments.deviation / ante,
        "ahead": _share(after.ahead, sums.ahead, sums.sessions, unsure),
        "even": after.even,
        "ruin": _share(float(curve[at]), sums.ruined, sums.sessions, unsure),
        "ruin_ever": ruin.ever_ruined(of, owned),
        "risk": risk,
        "bankroll_for_risk_cents": ruin.bankroll_within(of, curve, risk),
        "bankroll_for_risk_ever_cents": None if ever is None else round(ever),
        "curve": curve,
    }  # fmt: skip


def _share(known: float, count: int, sessions: int, unsure: float) -> dict[str, float]:
    """A share of sessions; that of a distribution of as many sampled rounds is no less sure."""
    share = count / sessions
    spread = unsure * sqrt(max(known * (1 - known), share * (1 - share)) / sessions)
    return _compared(known, share, spread)


def _compared(known: float, simulated: float, stderr: float) -> dict[str, float]:
    return {
        "value": known,
        "simulated": simulated,
        "stderr": stderr,
        "difference": simulated - known,
    }


def _draw(path: Path, of: RoundDistribution, curve: Any, hands: int, ante: Cents) -> None:
    from uth.exact.simulation.ruin import chances
    from uth.reports.bankroll_chart import write_chart

    step = max(1, len(curve) // CHART_POINTS)
    bankrolls = [at * of.unit / ante for at in range(0, len(curve), step)]
    lengths = sorted({max(1, round(hands ** (at / 12))) for at in range(13)})
    ahead = [chances(of, length).ahead for length in lengths]
    write_chart(path, (bankrolls, curve[::step].tolist()), (lengths, ahead), hands)


def _print(answer: dict[str, Any], hands: int, risk: float) -> None:
    def row(name: str, compared: dict[str, float], shown: Any) -> list[str]:
        error = shown(compared["stderr"]).removeprefix("+")
        difference = f"{shown(compared['difference'])} (± {error})"
        return [name, shown(compared["value"]), shown(compared["simulated"]), difference]

    def dollars(amount: int | None) -> str:
        return text("bankroll.never") if amount is None else f"${amount / 100:,.2f}"

    rows = [
        row(text("bankroll.mean_row"), answer["mean"], lambda value: f"{value:+.5f}"),
        [text("bankroll.deviation_row"), f"{answer['standard_deviation']:.5f}", "", ""],
        row(text("bankroll.ahead_row", hands=hands), answer["ahead"], percent),
        row(text("bankroll.ruin_row", hands=hands), answer["ruin"], percent),
        [text("bankroll.ever_row"), percent(answer["ruin_ever"]), "", ""],
        [text("bankroll.needed_row", hands=hands, risk=percent(risk, 2)),
         dollars(answer["bankroll_for_risk_cents"]), "", ""],
        [text("bankroll.needed_ever_row", risk=percent(risk, 2)),
         dollars(answer["bankroll_for_risk_ever_cents"]), "", ""],
    ]  # fmt: skip
    columns = "bankroll.columns" if answer["exact"] else "bankroll.sampled_columns"
    print_table(text(columns), rows, amounts=(1, 2, 3))
    if "chart" in answer:
        click.echo(text("bankroll.chart", name=answer["chart"]))
