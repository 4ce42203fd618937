"""What `uth bank` answers: each figure says whether it is exact, a bound or simulated."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from uth.cli.render.numbers import exact
from uth.core.cards import print_cards
from uth.core.ranking import rank_hand
from uth.table.collection import band_fee, player_fee

if TYPE_CHECKING:
    from uth.cli.mathematics import Json
    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.exact.banking.bank import BankFigures, FeeStep
    from uth.exact.banking.settled_deal import WorstDeal
    from uth.exact.banking.simulation import Estimate, SimulatedBank
    from uth.exact.banking.worst_deal import WorstCase

NO_RUIN = "the house banks: there is no reserve that rounds could use up"


def bank_json(figures: BankFigures, bank: Cents | None, simulated: SimulatedBank | None) -> Json:
    """Amounts in cents; what is exact and what is simulated stand apart."""
    answer: Json = {
        "house": figures.house.id,
        "unit": "cents",
        "bank": bank,
        "coverage": figures.house.bank.coverage,
        "exact": {
            "action": figures.action,
            "fee": figures.fee,
            "fee_by_action": figures.fee_at(figures.action),
            "mean_before_fee": exact(figures.mean_before_fee),
            "mean": exact(figures.mean),
            "mean_is_for": _supposing(figures),
            "seats": [
                {
                    "staked": seat.staked,
                    "bank_mean": exact(-result.mean),
                    "variance": exact(result.variance),
                    "standard_deviation": result.deviation,
                    "worst_case": worst_json(worst, 0),
                    "square_fee": band_fee(figures.house.collection.square, seat.staked),
                    "player_fee": player_fee(figures.house.collection, seat.staked),
                }
                for seat, result, worst in zip(
                    figures.seats, figures.results, figures.worst, strict=True
                )
            ],
            "worst_case": worst_json(figures.together, figures.fee),
            "fee_steps": [
                {
                    "from": step.start,
                    "fee": step.fee,
                    "covered_from_action": None if step.needed is None else float(step.needed),
                    "below": step.end,
                    "covered_within": step.covered_from is not None,
                    "covered_within_from": (
                        None if step.covered_from is None else float(step.covered_from)
                    ),
                }
                for step in figures.steps
            ],
        },
    }
    if simulated:
        from uth.exact.banking.simulation import SESSION

        answer["simulated"] = {
            "rounds": simulated.rounds,
            "seed": simulated.seed,
            "session_rounds": SESSION,
            "worst": simulated.worst,
            "best": simulated.best,
            **{
                name: {"value": found.value, "standard_error": found.error}
                for name, found in _estimates(simulated, bank)
            },
        }
        if bank is None:
            answer["simulated"]["ruin_absent"] = NO_RUIN
    return answer


def worst_json(worst: WorstCase, fee: Cents) -> Json:
    """The most that is lost, fee included, and a deal that costs it, or as much as was found.

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


def _kind(worst: WorstCase) -> str:
    return "exact" if worst.exact else "bound"


def _supposing(figures: BankFigures) -> str:
    """What means and variances leave out."""
    caps = " and ".join(figures.capped)
    return f"full cover, without {caps}" if caps else "full cover"


def _estimates(simulated: SimulatedBank, bank: Cents | None) -> list[tuple[str, Estimate]]:
    """A house covers all and cannot be ruined at its table, so of it that is not told."""
    found = [
        ("mean", simulated.mean),
        ("standard_deviation", simulated.deviation),
        ("short_rounds", simulated.short),
        ("uncovered", simulated.uncovered),
    ]
    if bank is not None:
        found += [("whole_bank_lost", simulated.exhausted), ("ruin", simulated.ruined)]
    return found


def _band(step: FeeStep) -> str:
    start = f"{step.start / 100:,.2f}"
    return f"{start} and more" if step.end is None else f"{start} to below {step.end / 100:,.2f}"


def _covered(step: FeeStep) -> str:
    if step.covered_from is None:
        return "nowhere in this band"
    if step.covered_from <= step.start:
        return "in the whole band"
    return f"from {float(step.covered_from) / 100:,.2f} on"


def _show_other_fees(console: Console, figures: BankFigures) -> None:
    """What is asked for each square, and of the players themselves."""
    collection = figures.house.collection
    for number, (seat, result) in enumerate(zip(figures.seats, figures.results, strict=True), 1):
        if collection.square is not None:
            fee = band_fee(collection.square, seat.staked)
            verdict = "covers" if -result.mean >= fee else "does not cover"
            console.print(
                f"Seat {number}: the bank pays {fee / 100:,.2f} for this square; the "
                f"{float(-result.mean) / 100:,.2f} that the seat loses on average {verdict} it."
            )
        if collection.player is not None:
            fee = player_fee(collection, seat.staked)
            console.print(
                f"Seat {number}: the player himself pays {fee / 100:,.2f}, which the bank neither "
                "owes nor gets."
            )


def _told(value: float | None, money: bool) -> str:
    if value is None:
        return "too few rounds"
    return f"{value / 100:,.3f} $" if money else f"{value * 100:,.3f} %"


def show(figures: BankFigures, bank: Cents | None, simulated: SimulatedBank | None) -> None:
    console = Console(highlight=False)
    table = Table("Figure", "Dollars a round", "Kind", title=f"Banking {figures.house.name}")

    def row(name: str, amount: float, kind: str) -> None:
        table.add_row(name, f"{amount / 100:,.2f}", kind)

    row("Table action", figures.action, "exact")
    row("Fee", figures.fee, "exact")
    counted = "exact, without caps" if figures.capped else "exact"
    row("Mean before the fee, full cover", float(figures.mean_before_fee), counted)
    row("Mean after the fee, full cover", float(figures.mean), counted)
    for number, (result, alone) in enumerate(zip(figures.results, figures.worst, strict=True), 1):
        row(f"Seat {number}: standard deviation", result.deviation, counted)
        row(f"Seat {number}: most it can win alone", alone.at_most, _kind(alone))
    together = figures.together
    row("Worst case and fee, full cover", figures.worst_case, _kind(together))
    console.print(table)
    if figures.capped:
        console.print(
            f"Means and deviations are for {_supposing(figures)}; the worst case is within caps."
        )
    show_worst(console, together.deal)
    if not together.exact:
        console.print(
            f"No deal costs more than {figures.worst_case / 100:,.2f} with the fee; the deal above "
            f"costs {(together.deal.total + figures.fee) / 100:,.2f}, the most that was found."
        )
    if figures.steps:
        steps = Table("Table action", "Fee", "Does the mean cover it?", title="Where the fee bites")
        for step in figures.steps:
            steps.add_row(_band(step), f"{step.fee / 100:,.2f}", _covered(step))
        console.print(steps)
    _show_other_fees(console, figures)
    if simulated:
        from uth.exact.banking.simulation import SESSION

        shown = "all" if bank is None else f"{bank / 100:,.2f}"
        title = f"Simulated: {simulated.rounds:,} rounds, seed {simulated.seed}, bank {shown}"
        found = Table("Figure", "Value", "Standard error", title=title)
        for name, one in _estimates(simulated, bank):
            money = name in ("mean", "standard_deviation", "uncovered")
            label = name.replace("_", " ")
            if name == "ruin":
                label = f"ruin within {SESSION} rounds, with a reserve of one bank"
            found.add_row(label, _told(one.value, money), _told(one.error, money))
        console.print(found)
        if bank is None:
            console.print(f"No figure of ruin: {NO_RUIN}.")


def show_worst(console: Console, deal: WorstDeal) -> None:
    """The cards behind the worst case; a banker will ask."""
    title = f"A worst deal: board {print_cards(deal.board)}"
    table = Table("", "Cards", "Hand", "Play", "Wins", title=title)

    def words(cards: tuple[Card, ...]) -> str:
        return rank_hand((*cards, *deal.board)).words

    table.add_row("Dealer", print_cards(deal.dealer), words(deal.dealer), "", "")
    for number, seat in enumerate(deal.seats, 1):
        play = f"{seat.multiple}x" if seat.multiple else "fold"
        wins = f"{seat.wins / 100:,.2f}"
        table.add_row(f"Seat {number}", print_cards(seat.cards), words(seat.cards), play, wins)
    console.print(table)
