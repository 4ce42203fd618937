"""What `uth bank` prints: each figure says whether it is exact, a bound or simulated."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from uth.cli.language import text, texts
from uth.cli.render.bindings import print_binding_lines
from uth.cli.render.console import Rows, print_table
from uth.cli.render.numbers import Json, dollars, exact
from uth.core.cards import Card, print_cards
from uth.core.hands import rank_hand
from uth.core.money import Cents
from uth.core.texts import hand_text
from uth.table.collection import band_fee, player_fee

if TYPE_CHECKING:
    from uth.exact.banking.at_bank import AtBank, Figure
    from uth.exact.banking.bank import BankFigures, FeeStep
    from uth.exact.banking.settled_deal import WorstDeal
    from uth.exact.banking.simulation import Estimate, SimulatedBank
    from uth.exact.banking.worst_deal import WorstCase

MONEY_ESTIMATES = ("mean", "standard_deviation", "uncovered")


def bank_json(at: AtBank) -> Json:
    """Amounts in cents: at this bank, then with full cover (`exact`), then what was simulated."""
    answer: Json = {
        "house": at.figures.house.id,
        "unit": "cents",
        "bank": at.bank,
        "coverage": at.figures.house.bank.coverage,
        "at_bank": _at_bank_json(at),
        "exact": _exact_json(at.figures),
    }
    if at.simulated:
        answer["simulated"] = _simulated_json(at.simulated, at.bank)
    return answer


def _at_bank_json(at: AtBank) -> Json:
    """The figures at this bank; null where neither a count nor a simulation gives them."""
    return {
        "covers_every_deal": at.covered,
        **{name: figure and _figure_json(figure) for name, figure in _figures(at).items()},
        "variance": None if at.variance is None else exact(at.variance),
        "worst_case": _worst_json(at.worst, at.figures.fee),
    }


def _figures(at: AtBank) -> dict[str, Figure | None]:
    figures = {
        "mean_before_fee": at.mean_before_fee,
        "mean": at.mean,
        "standard_deviation": at.deviation,
    }
    if at.bank is None:
        return figures
    return figures | {
        "short_rounds": at.short,
        "uncovered": at.uncovered,
        "whole_bank_lost": at.exhausted,
    }


def _figure_json(figure: Figure) -> Json:
    """A value and its kind, with the fraction if it is exact, else with its standard error."""
    answer: Json = {"value": figure.value, "kind": "exact" if figure.exact else "simulated"}
    if figure.fraction is not None:
        return answer | exact(figure.fraction)
    return answer if figure.exact else {**answer, "standard_error": figure.error}


def _exact_json(figures: BankFigures) -> Json:
    collection = figures.house.collection
    return {
        "action": figures.action,
        "fee": figures.fee,
        "fee_by_action": band_fee(collection.action, figures.action),
        "mean_before_fee": exact(figures.mean_before_fee),
        "mean": exact(figures.mean),
        "mean_is_for": _mean_condition(figures),
        "seats": [
            {
                "staked": seat.staked,
                "ante": seat.wagers["ante"],
                "binds": [one.figures for one in binds],
                "bank_mean": exact(-result.mean),
                "variance": exact(result.variance),
                "standard_deviation": result.deviation,
                "worst_case": _worst_json(worst, 0),
                "square_fee": band_fee(collection.square, seat.staked),
                "player_fee": player_fee(collection, seat.staked),
            }
            for seat, result, worst, binds in zip(
                figures.seats, figures.results, figures.worst, figures.binds, strict=True
            )
        ],
        "worst_case": _worst_json(figures.together, figures.fee),
        "fee_steps": [_step_json(step) for step in figures.steps],
    }


def _step_json(step: FeeStep) -> Json:
    start = step.covered_from
    return {
        "from": step.start,
        "fee": step.fee,
        "covered_from_action": None if step.needed is None else float(step.needed),
        "below": step.end,
        "covered_within": start is not None,
        "covered_within_from": None if start is None else float(start),
    }


def _worst_json(worst: WorstCase, fee: Cents) -> Json:
    """The largest loss, fee included, and a deal that costs it or the most that was found.

    A Play of 0 is a fold; what the seats win is before the fee.
    """
    deal = worst.deal
    return {
        **exact(Fraction(worst.at_most + fee)),
        "kind": _kind(worst),
        "reached": deal.total + fee,
        "deal": {
            "board": print_cards(deal.board),
            "dealer": print_cards(deal.dealer),
            "seats": [
                {"cards": print_cards(seat.cards), "play": seat.multiple, "wins": seat.wins}
                for seat in deal.seats
            ],
        },
    }


def _simulated_json(simulated: SimulatedBank, bank: Cents | None) -> Json:
    from uth.exact.banking.simulation import SESSION

    answer: Json = {
        "rounds": simulated.rounds,
        "seed": simulated.seed,
        "target_error": simulated.target,
        "precise": simulated.precise,
        "session_rounds": SESSION,
        "worst": simulated.worst,
        "best": simulated.best,
    }
    for name, estimate in _estimates(simulated, bank).items():
        answer[name] = {"value": estimate.value, "standard_error": estimate.error}
    if bank is None:
        answer["ruin_absent"] = text("bank.no_ruin")
    return answer


def _kind(worst: WorstCase) -> str:
    return "exact" if worst.exact else "bound"


def _mean_condition(figures: BankFigures) -> str:
    """What means and variances assume."""
    return text("bank.without" if figures.capped else "bank.full_cover", caps=figures.capped)


def _estimates(simulated: SimulatedBank, bank: Cents | None) -> dict[str, Estimate]:
    """A house covers everything and cannot be ruined at its table, so it has fewer estimates."""
    estimates = {
        "mean": simulated.mean,
        "standard_deviation": simulated.deviation,
        "short_rounds": simulated.short,
        "uncovered": simulated.uncovered,
    }
    if bank is not None:
        estimates |= {"whole_bank_lost": simulated.exhausted, "ruin": simulated.ruined}
    return estimates


def print_bank(at: AtBank) -> None:
    figures = at.figures
    print_table(text("bank.columns"), _rows_at_bank(at), _title(at))
    if at.bank is None:
        print_table(text("bank.columns"), _seat_rows(figures), text("bank.by_seat"))
    else:
        print_table(text("bank.columns"), _full_cover_rows(figures), text("bank.with_full_cover"))
    if figures.capped:
        click.echo(text("bank.assumes", condition=_mean_condition(figures)))
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
    for name, figure in _figures(at).items():
        if name == "mean_before_fee" and not collects:
            continue
        label = text("bank.mean_alone" if name == "mean" and not collects else f"bank.at.{name}")
        if figure is None:
            yield label, "", text("bank.kind.unknown")
        else:
            yield label, _figure_text(name, figure.value), _figure_kind(name, figure)
    yield _row("worst" if collects else "worst_alone", at.worst_case, _kind(at.worst))


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
    yield _row("worst", figures.worst_case, _kind(figures.together))


def _seat_rows(figures: BankFigures) -> Rows:
    kind = "exact_alone" if figures.capped else "exact"
    for number, (result, alone) in enumerate(zip(figures.results, figures.worst, strict=True), 1):
        yield _row("deviation", result.deviation, kind, number)
        yield _row("most_alone", alone.at_most, _kind(alone), number)


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
        for name, estimate in _estimates(simulated, bank).items()
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
