"""What `uth bank` prints: each figure says whether it is exact, a bound or simulated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uth.cli.language import text, texts
from uth.cli.render.bank_figures import mean_condition, named_estimates, named_figures, worst_kind
from uth.cli.render.bindings import print_binding_lines
from uth.cli.render.console import Rows, print_table
from uth.cli.render.numbers import dollars
from uth.core.cards import Card, print_cards
from uth.core.hands import rank_hand
from uth.core.money import Cents
from uth.core.texts import hand_text
from uth.table.collection import band_fee, player_fee

if TYPE_CHECKING:
    from uth.exact.banking.at_bank import AtBank, Figure
    from uth.exact.banking.bank import BankFigures, FeeStep
    from uth.exact.banking.settled_deal import WorstDeal
    from uth.exact.banking.simulation import SimulatedBank

MONEY_ESTIMATES = ("mean", "standard_deviation", "uncovered")


def print_bank(at: AtBank) -> None:
    figures = at.figures
    print_table(text("bank.columns"), _rows_at_bank(at), _title(at))
    if at.bank is None:
        print_table(text("bank.columns"), _seat_rows(figures), text("bank.by_seat"))
    else:
        print_table(text("bank.columns"), _full_cover_rows(figures), text("bank.with_full_cover"))
    if figures.capped:
        click.echo(text("bank.assumes", condition=mean_condition(figures)))
    for seat, binds in zip(figures.seats, figures.binds, strict=True):
        print_binding_lines(binds, seat.wagers["ante"])
    deal = at.worst.deal
    title = text("bank.worst_deal", board=print_cards(deal.board))
    print_table(text("bank.deal_columns"), _deal_rows(deal), title)
    if not at.worst.exact:
        reached = dollars(deal.total + figures.fee)
        click.echo(text("bank.bound", most=dollars(at.worst_case), reached=reached))
    if figures.steps:
        steps = ((_band_text(step), dollars(step.fee), _cover_text(step)) for step in figures.steps)
        print_table(text("bank.fee_columns"), steps, text("bank.fees"))
    _print_other_fees(figures)
    if at.simulated:
        _print_simulated(at.simulated, at.bank)


def _title(at: AtBank) -> str:
    house = at.figures.house
    if at.bank is None:
        return text("bank.title", house=house.name)
    reading = text(f"bank.coverage.{house.bank.coverage}")
    return text("bank.title_at", house=house.name, bank=dollars(at.bank), coverage=reading)


def _row(key: str, amount: float, kind: str, seat: int = 0) -> tuple[str, ...]:
    return text(f"bank.{key}", seat=seat), dollars(amount), text(f"bank.kind.{kind}")


def _rows_at_bank(at: AtBank) -> Rows:
    """The figures at this bank; without a collection there is one mean."""
    collects = at.figures.house.player_dealer
    yield _row("action", at.figures.action, "exact")
    if collects:
        yield _row("fee", at.figures.fee, "exact")
    for name, figure in named_figures(at).items():
        if name == "mean_before_fee" and not collects:
            continue
        label = text("bank.mean_alone" if name == "mean" and not collects else f"bank.at.{name}")
        if figure is None:
            yield label, "", text("bank.kind.unknown")
        else:
            yield label, _figure_text(name, figure.value), _figure_kind(name, figure)
    yield _row("worst" if collects else "worst_alone", at.worst_case, worst_kind(at.worst))


def _figure_text(name: str, value: float) -> str:
    share = name in ("short_rounds", "whole_bank_lost")
    return f"{value * 100:,.3f} %" if share else dollars(value)


def _figure_kind(name: str, figure: Figure) -> str:
    if figure.exact:
        return text("bank.kind.exact")
    error = text("bank.too_few") if figure.error is None else _figure_text(name, figure.error)
    return text("bank.kind.simulated", error=error)


def _full_cover_rows(figures: BankFigures) -> Rows:
    kind = "exact_alone" if figures.capped else "exact"
    yield _row("mean_before_fee", float(figures.mean_before_fee), kind)
    yield _row("mean_after_fee", float(figures.mean), kind)
    yield from _seat_rows(figures)
    yield _row("worst", figures.worst_case, worst_kind(figures.together))


def _seat_rows(figures: BankFigures) -> Rows:
    kind = "exact_alone" if figures.capped else "exact"
    for number, (result, alone) in enumerate(zip(figures.results, figures.worst, strict=True), 1):
        yield _row("deviation", result.deviation, kind, number)
        yield _row("most_alone", alone.at_most, worst_kind(alone), number)


def _deal_rows(deal: WorstDeal) -> Rows:
    """The cards behind the worst case."""

    def shown(cards: tuple[Card, ...]) -> tuple[str, str]:
        return print_cards(cards), hand_text(str(rank_hand((*cards, *deal.board))), texts())

    yield text("terminal.dealer"), *shown(deal.dealer)
    for number, seat in enumerate(deal.seats, 1):
        play = f"{seat.multiple}x" if seat.multiple else text("terminal.state.fold")
        yield text("bank.seat", seat=number), *shown(seat.cards), play, dollars(seat.wins)


def _band_text(step: FeeStep) -> str:
    start, end = dollars(step.start), dollars(step.end or 0)
    return text("bank.from" if step.end is None else "bank.band", start=start, end=end)


def _cover_text(step: FeeStep) -> str:
    if step.covered_from is None:
        return text("bank.nowhere")
    if step.covered_from <= step.start:
        return text("bank.everywhere")
    return text("bank.covered_from", start=dollars(float(step.covered_from)))


def _print_other_fees(figures: BankFigures) -> None:
    """Fees for each square, and fees that the players pay themselves."""
    collection = figures.house.collection
    for number, (seat, result) in enumerate(zip(figures.seats, figures.results, strict=True), 1):
        if collection.square is not None:
            fee = band_fee(collection.square, seat.staked)
            facts = {"seat": number, "fee": dollars(fee), "mean": dollars(float(-result.mean))}
            covered = -result.mean >= fee
            click.echo(text("bank.square" if covered else "bank.square_short", **facts))
        if collection.player is not None:
            fee = player_fee(collection, seat.staked)
            click.echo(text("bank.player_fee", seat=number, fee=dollars(fee)))


def _print_simulated(simulated: SimulatedBank, bank: Cents | None) -> None:
    from uth.exact.banking.simulation import SESSION

    size = text("bank.unlimited") if bank is None else dollars(bank)
    facts = {"rounds": simulated.rounds, "seed": simulated.seed, "bank": size}
    rows = (
        (
            text(f"bank.estimate.{name}", rounds=SESSION),
            *(_estimate_text(name, part) for part in (estimate.value, estimate.error)),
        )
        for name, estimate in named_estimates(simulated, bank).items()
    )
    print_table(text("bank.estimate_columns"), rows, text("bank.simulated", **facts))
    key = "bank.precise" if simulated.precise else "bank.not_precise"
    click.echo(text(key, target=dollars(simulated.target)))
    if bank is None:
        click.echo(text("bank.ruin_absent", reason=text("bank.no_ruin")))


def _estimate_text(name: str, value: float | None) -> str:
    if value is None:
        return text("bank.too_few")
    if name not in MONEY_ESTIMATES:
        return f"{value * 100:,.3f} %"
    return f"{'-' if value < 0 else ''}${abs(value) / 100:,.3f}"
