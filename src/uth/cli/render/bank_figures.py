"""The figures of a bank by name, whether printed or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uth.cli.language import text
from uth.core.money import Cents

if TYPE_CHECKING:
    from uth.exact.banking.at_bank import AtBank, Figure
    from uth.exact.banking.bank import BankFigures
    from uth.exact.banking.simulation import Estimate, SimulatedBank
    from uth.exact.banking.worst_deal import WorstCase


def named_figures(at: AtBank) -> dict[str, Figure | None]:
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


def worst_kind(worst: WorstCase) -> str:
    return "exact" if worst.exact else "bound"


def mean_condition(figures: BankFigures) -> str:
    """What means and variances assume."""
    return text("bank.without" if figures.capped else "bank.full_cover", caps=figures.capped)


def named_estimates(simulated: SimulatedBank, bank: Cents | None) -> dict[str, Estimate]:
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
