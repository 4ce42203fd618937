"""Before the first round: which house, which seat, how many bots, how many chips."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from uth.cli.terminal import entries
from uth.cli.terminal import symbols as marks
from uth.cli.terminal.prompts import Prompts
from uth.cli.terminal.session import SessionPlan
from uth.core.money import Cents
from uth.core.record import Record
from uth.core.refusal import Refusal, shown
from uth.rulebook import store
from uth.rulebook.model import Rulebook

USUAL_HOUSE, USUAL_SEAT, USUAL_BOTS, USUAL_CHIPS = "cardroom-25", 3, 3, 100
"""The simplest house; the middle of the table; chips in times the minimum."""


class Wishes(Record):
    """What was said on the command line; None where nothing was."""

    seat: int | None = None
    bots: int | None = None
    chips: Cents | None = None
    rounds: int | None = None
    auto: bool = False


def check_seat(seat: int) -> None:
    if not 1 <= seat <= 6:
        raise Refusal("seat/unknown", f"there is no seat {seat}; seats are 1 to 6")


def check_bots(bots: int, rules: Rulebook | None) -> None:
    if not 0 <= bots <= 5:
        raise Refusal("bots/number", f"{bots} bots do not fit; there are five seats beside yours")
    if not bots and rules and rules.player_dealer:
        raise Refusal(
            "bots/none", "a player banks in this house, so it takes at least one bot", "", "CA-1.1"
        )


def choose_house(prompts: Prompts | None) -> Rulebook:
    """One of the five, by number or name."""
    if prompts is None:
        return store.load_house(USUAL_HOUSE)
    prompts.console.print(marks.ink("Five houses, one game:", "bold"))
    for number, house in enumerate(store.HOUSES, 1):
        prompts.console.print(_house_line(number, store.load_house(house)))
    default = str(store.HOUSES.index(USUAL_HOUSE) + 1)
    chosen: list[Rulebook] = []

    def accept(answer: str) -> None:
        number = int(answer) if answer.isascii() and answer.isdigit() and len(answer) < 3 else 0
        name = store.HOUSES[number - 1] if 1 <= number <= len(store.HOUSES) else answer
        chosen.append(store.load_house(name))

    question = marks.ink("Which house? ", "bold") + marks.ink(f"  Enter: {default}", "dim")
    prompts.until(question, default, "Type a number or a house’s name.", accept)
    return chosen[-1]


def _house_line(number: int, rules: Rulebook) -> Text:
    banks = "a player banks" if rules.player_dealer else "the house banks"
    limits = f"{marks.money(rules.limits.minimum)} to {marks.money(rules.limits.maximum)}"
    line = (
        marks.ink(f" {number}  ")
        + marks.ink(rules.name, "bold")
        + marks.ink(f"  {rules.id}", "dim")
    )
    bonuses = [name for name in rules.layout.circles if name not in ("Ante", "Blind", "Play")]
    return line + f"\n    {limits}, {banks}; " + marks.ink(", ".join(bonuses), "dim")


def make_plan(rules: Rulebook, wishes: Wishes, prompts: Prompts | None) -> SessionPlan:
    """What was wished for; the rest is asked, or as usual where nobody can be asked."""
    usual_chips = USUAL_CHIPS * rules.limits.minimum
    seat, bots, chips = wishes.seat, wishes.bots, wishes.chips
    if seat is None:
        seat = _number(prompts, "Which seat, 1 to 6? ", USUAL_SEAT, check_seat)
    if bots is None:
        bots = _number(
            prompts, "How many bots, up to 5? ", USUAL_BOTS, lambda given: check_bots(given, rules)
        )
    check_bots(bots, rules)
    if chips is None:
        chips = _chips(prompts, usual_chips)
    return SessionPlan(seat, bots, chips, wishes.rounds, wishes.auto)


def _number(
    prompts: Prompts | None, question: str, default: int, check: Callable[[int], None]
) -> int:
    if prompts is None:
        return default
    found: list[int] = []

    def accept(answer: str) -> None:
        if not (answer.isascii() and answer.isdigit() and len(answer) < 4):
            raise Refusal("entry/number", f"{shown(answer)} is not a number here")
        check(int(answer))
        found.append(int(answer))

    asked = marks.ink(question, "bold") + marks.ink(f"  Enter: {default}", "dim")
    prompts.until(asked, str(default), "Type a number.", accept)
    return found[-1]


def _chips(prompts: Prompts | None, usual: Cents) -> Cents:
    if prompts is None:
        return usual
    found: list[Cents] = []

    def accept(answer: str) -> None:
        found.append(check_chips(entries.read_amount(answer)))

    default = marks.plain(usual)
    asked = marks.ink("How many dollars in chips (play money)? ", "bold")
    prompts.until(
        asked + marks.ink(f"  Enter: {default}", "dim"),
        default,
        "Type an amount in dollars.",
        accept,
    )
    return found[-1]


def check_chips(chips: Cents) -> Cents:
    if not chips:
        raise Refusal("chips/none", "chips are an amount above 0")
    return chips
