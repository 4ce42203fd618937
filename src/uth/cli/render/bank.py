"""What `uth bank` prints: each figure says whether it is exact, a bound or simulated."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from uth.cli.render.numbers import dollars, exact
from uth.core.cards import print_cards
from uth.core.ranking import rank_hand
from uth.table.collection import band_fee, player_fee

if TYPE_CHECKING:
    from typing import Any

    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.exact.banking.bank import BankFigures, FeeStep
    from uth.exact.banking.settled_deal import WorstDeal
    from uth.exact.banking.simulation import Estimate, SimulatedBank
    from uth.exact.banking.worst_deal import WorstCase

    Json = dict[str, Any]

NO_RUIN = "the house banks, so there is no bank to lose"
MONEY_ESTIMATES = ("mean", "standard_deviation", "uncovered")


def bank_json(figures: BankFigures, bank: Cents | None, simulated: SimulatedBank | None) -> Json:
    """Amounts in cents, with exact and simulated figures apart."""
    answer: Json = {
        "house": figures.house.id,
        "unit": "cents",
        "bank": bank,
        "coverage": figures.house.bank.coverage,
        "exact": _exact_json(figures),
    }
    if simulated:
        answer["simulated"] = _simulated_json(simulated, bank)
    return answer


def _exact_json(figures: BankFigures) -> Json:
    collection = figures.house.collection
    return {
        "action": figures.action,
        "fee": figures.fee,
        "fee_by_action": figures.fee_at(figures.action),
        "mean_before_fee": exact(figures.mean_before_fee),
        "mean": exact(figures.mean),
        "mean_is_for": _mean_condition(figures),
        "seats": [
            {
                "staked": seat.staked,
                "bank_mean": exact(-result.mean),
                "variance": exact(result.variance),
                "standard_deviation": result.deviation,
                "worst_case": _worst_json(worst, 0),
                "square_fee": band_fee(collection.square, seat.staked),
                "player_fee": player_fee(collection, seat.staked),
            }
            for seat, result, worst in zip(
                figures.seats, figures.results, figures.worst, strict=True
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
        "session_rounds": SESSION,
        "worst": simulated.worst,
        "best": simulated.best,
    }
    for name, estimate in _estimates(simulated, bank).items():
        answer[name] = {"value": estimate.value, "standard_error": estimate.error}
    if bank is None:
        answer["ruin_absent"] = NO_RUIN
    return answer


def _kind(worst: WorstCase) -> str:
    return "exact" if worst.exact else "bound"


def _mean_condition(figures: BankFigures) -> str:
    """What means and variances assume."""
    caps = " and ".join(figures.capped)
    return f"full cover, without {caps}" if caps else "full cover"


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


def print_bank(figures: BankFigures, bank: Cents | None, simulated: SimulatedBank | None) -> None:
    console = Console(highlight=False)
    _print_exact(console, figures)
    _print_worst(console, figures.together.deal)
    if not figures.together.exact:
        reached = figures.together.deal.total + figures.fee
        console.print(
            f"No deal costs more than {dollars(figures.worst_case)} with the fee; the deal above "
            f"costs {dollars(reached)}, the most that was found."
        )
    if figures.steps:
        steps = Table("Table action", "Fee", "Does the mean cover it?", title="Fee by table action")
        for step in figures.steps:
            steps.add_row(_band_text(step), dollars(step.fee), _cover_text(step))
        console.print(steps)
    _print_other_fees(console, figures)
    if simulated:
        _print_simulated(console, simulated, bank)


def _print_exact(console: Console, figures: BankFigures) -> None:
    table = Table("Figure", "Dollars a round", "Kind", title=f"Banking {figures.house.name}")

    def row(name: str, amount: float, kind: str) -> None:
        table.add_row(name, dollars(amount), kind)

    row("Table action", figures.action, "exact")
    row("Fee", figures.fee, "exact")
    kind = "exact, without caps" if figures.capped else "exact"
    row("Mean before the fee, full cover", float(figures.mean_before_fee), kind)
    row("Mean after the fee, full cover", float(figures.mean), kind)
    for number, (result, alone) in enumerate(zip(figures.results, figures.worst, strict=True), 1):
        row(f"Seat {number}: standard deviation", result.deviation, kind)
        row(f"Seat {number}: most it can win alone", alone.at_most, _kind(alone))
    row("Worst case and fee, full cover", figures.worst_case, _kind(figures.together))
    console.print(table)
    if figures.capped:
        condition = _mean_condition(figures)
        console.print(f"Means and deviations assume {condition}; the worst case respects the caps.")


def _print_worst(console: Console, deal: WorstDeal) -> None:
    """The cards behind the worst case."""
    title = f"A worst deal: board {print_cards(deal.board)}"
    table = Table("", "Cards", "Hand", "Play", "Wins", title=title)

    def hand(cards: tuple[Card, ...]) -> str:
        return rank_hand((*cards, *deal.board)).words

    table.add_row("Dealer", print_cards(deal.dealer), hand(deal.dealer), "", "")
    for number, seat in enumerate(deal.seats, 1):
        play = f"{seat.multiple}x" if seat.multiple else "fold"
        table.add_row(
            f"Seat {number}", print_cards(seat.cards), hand(seat.cards), play, dollars(seat.wins)
        )
    console.print(table)


def _band_text(step: FeeStep) -> str:
    start = dollars(step.start)
    return f"{start} and more" if step.end is None else f"{start} to below {dollars(step.end)}"


def _cover_text(step: FeeStep) -> str:
    if step.covered_from is None:
        return "nowhere in this band"
    if step.covered_from <= step.start:
        return "in the whole band"
    return f"from {dollars(float(step.covered_from))} on"


def _print_other_fees(console: Console, figures: BankFigures) -> None:
    """Fees for each square, and fees that the players pay themselves."""
    collection = figures.house.collection
    for number, (seat, result) in enumerate(zip(figures.seats, figures.results, strict=True), 1):
        if collection.square is not None:
            fee = band_fee(collection.square, seat.staked)
            verdict = "covers" if -result.mean >= fee else "does not cover"
            console.print(
                f"Seat {number}: the bank pays {dollars(fee)} for this square; the "
                f"{dollars(float(-result.mean))} that the seat loses on average {verdict} it."
            )
        if collection.player is not None:
            fee = player_fee(collection, seat.staked)
            console.print(
                f"Seat {number}: the player pays a fee of {dollars(fee)}, which the bank neither "
                "owes nor receives."
            )


def _print_simulated(console: Console, simulated: SimulatedBank, bank: Cents | None) -> None:
    from uth.exact.banking.simulation import SESSION

    size = "unlimited" if bank is None else dollars(bank)
    title = f"Simulated: {simulated.rounds:,} rounds, seed {simulated.seed}, bank {size}"
    table = Table("Figure", "Value", "Standard error", title=title)
    for name, estimate in _estimates(simulated, bank).items():
        money = name in MONEY_ESTIMATES
        label = name.replace("_", " ")
        if name == "ruin":
            label = f"ruin within {SESSION} rounds, with a reserve of one bank"
        table.add_row(
            label, _estimate_text(estimate.value, money), _estimate_text(estimate.error, money)
        )
    console.print(table)
    if bank is None:
        console.print(f"No figure for ruin: {NO_RUIN}.")


def _estimate_text(value: float | None, money: bool) -> str:
    if value is None:
        return "too few rounds"
    if not money:
        return f"{value * 100:,.3f} %"
    return f"{'-' if value < 0 else ''}${abs(value) / 100:,.3f}"
