"""What `uth bank --json` prints."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from uth.cli.language import text
from uth.cli.render.bank_figures import mean_condition, named_estimates, named_figures, worst_kind
from uth.cli.render.numbers import Json, exact
from uth.core.cards import print_cards
from uth.core.money import Cents
from uth.table.collection import band_fee, player_fee

if TYPE_CHECKING:
    from uth.exact.banking.at_bank import AtBank, Figure
    from uth.exact.banking.bank import BankFigures, FeeStep
    from uth.exact.banking.simulation import SimulatedBank
    from uth.exact.banking.worst_deal import WorstCase


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
        **{name: figure and _figure_json(figure) for name, figure in named_figures(at).items()},
        "variance": None if at.variance is None else exact(at.variance),
        "worst_case": _worst_json(at.worst, at.figures.fee),
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
        "mean_is_for": mean_condition(figures),
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
        "kind": worst_kind(worst),
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
    for name, estimate in named_estimates(simulated, bank).items():
        answer[name] = {"value": estimate.value, "standard_error": estimate.error}
    if bank is None:
        answer["ruin_absent"] = text("bank.no_ruin")
    return answer
