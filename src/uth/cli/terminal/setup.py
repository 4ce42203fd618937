"""Before the first round: which house, which seat, how many bots, how many chips."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rich.text import Text

from uth.cli.terminal import entries
from uth.cli.terminal.display import money, plain, styled
from uth.cli.terminal.prompts import Prompts, question
from uth.cli.terminal.session import SessionPlan
from uth.core.money import Cents
from uth.core.record import Record
from uth.core.refusal import Refusal, shown
from uth.rulebook import store
from uth.rulebook.model import Rulebook

DEFAULT_HOUSE = "cardroom-25"
"""The simplest house."""
DEFAULT_SEAT, DEFAULT_BOTS = 3, 3
DEFAULT_CHIPS = 100
"""Chips as a multiple of the table minimum."""

Answer = TypeVar("Answer")


class PlayOptions(Record):
    """What was chosen on the command line; None for what was not."""

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
        raise Refusal("bots/number", f"{bots} bots do not fit; five seats are left besides yours")
    if not bots and rules and rules.player_dealer:
        sentence = "a player banks in this house, so it takes at least one bot"
        raise Refusal("bots/none", sentence, "", "CA-1.1")


def check_chips(chips: Cents) -> Cents:
    if not chips:
        raise Refusal("chips/none", "chips are an amount above 0")
    return chips


def choose_house(prompts: Prompts | None) -> Rulebook:
    """Ask for one of the five, by number or id; without prompts, the default."""
    if prompts is None:
        return store.load_house(DEFAULT_HOUSE)
    prompts.console.print(styled("Five houses, one game:", "bold"))
    for number, house in enumerate(store.HOUSES, 1):
        prompts.console.print(_house_text(number, store.load_house(house)))
    default = str(store.HOUSES.index(DEFAULT_HOUSE) + 1)

    def parse(answer: str) -> Rulebook:
        number = int(answer) if _is_number(answer, 2) else 0
        name = store.HOUSES[number - 1] if 1 <= number <= len(store.HOUSES) else answer
        return store.load_house(name)

    return _ask(prompts, "Which house?", default, "Type a number or the id of a house.", parse)


def _house_text(number: int, rules: Rulebook) -> Text:
    banks = "a player banks" if rules.player_dealer else "the house banks"
    limits = f"{money(rules.limits.minimum)} to {money(rules.limits.maximum)}"
    bonuses = [name for name in rules.layout.circles if name not in ("Ante", "Blind", "Play")]
    return (
        styled(f" {number}  ")
        + styled(rules.name, "bold")
        + styled(f"  {rules.id}", "dim")
        + f"\n    {limits}, {banks}; "
        + styled(", ".join(bonuses), "dim")
    )


def make_plan(rules: Rulebook, options: PlayOptions, prompts: Prompts | None) -> SessionPlan:
    """The options; what is missing is asked for, or set to its default without prompts."""
    seat, bots, chips = options.seat, options.bots, options.chips
    if seat is None:
        seat = _number(prompts, "Which seat, 1 to 6?", DEFAULT_SEAT, check_seat)
    if bots is None:
        bots = _number(
            prompts, "How many bots, up to 5?", DEFAULT_BOTS, lambda count: check_bots(count, rules)
        )
    check_bots(bots, rules)
    if chips is None:
        chips = _chips(prompts, DEFAULT_CHIPS * rules.limits.minimum)
    return SessionPlan(seat=seat, bots=bots, chips=chips, rounds=options.rounds, auto=options.auto)


def _ask(
    prompts: Prompts, text: str, default: str, help_text: str, parse: Callable[[str], Answer]
) -> Answer:
    """The first answer that `parse` does not refuse."""
    answers: list[Answer] = []
    prompts.ask_until_accepted(
        question(text, default), default, help_text, lambda answer: answers.append(parse(answer))
    )
    return answers[-1]


def _number(prompts: Prompts | None, text: str, default: int, check: Callable[[int], None]) -> int:
    if prompts is None:
        return default

    def parse(answer: str) -> int:
        if not _is_number(answer, 3):
            raise Refusal("entry/number", f"{shown(answer)} is not a number here")
        check(int(answer))
        return int(answer)

    return _ask(prompts, text, str(default), "Type a number.", parse)


def _is_number(answer: str, digits: int) -> bool:
    return answer.isascii() and answer.isdigit() and len(answer) <= digits


def _chips(prompts: Prompts | None, default: Cents) -> Cents:
    if prompts is None:
        return default
    return _ask(
        prompts,
        "How many dollars in chips (play money)?",
        plain(default),
        "Type an amount in dollars.",
        lambda answer: check_chips(entries.parse_amount(answer)),
    )
