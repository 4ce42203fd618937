"""Before the first round: which house, which seat, how many bots, how many chips."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from uth.cli.language import text, wager_text
from uth.cli.terminal.display import plain, styled
from uth.cli.terminal.entries import parse_amount
from uth.cli.terminal.prompts import Answer, Prompts
from uth.cli.terminal.session import SessionPlan
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook import store
from uth.rulebook.model import Rulebook
from uth.table.wagers import bonus_wagers

DEFAULT_HOUSE = "cardroom-25"
"""The simplest house."""
DEFAULT_SEAT, DEFAULT_BOTS = 3, 3
DEFAULT_CHIPS = 100
"""Chips as a multiple of the table minimum."""


def check_seat(seat: int) -> None:
    if not 1 <= seat <= 6:
        raise Refusal("seat/unknown", seat=seat, places=6)


def check_bots(bots: int, rules: Rulebook | None) -> None:
    if not 0 <= bots <= 5:
        raise Refusal("bots/number", bots=bots)
    if not bots and rules and rules.player_dealer:
        raise Refusal("bots/none", clause="CA-1.1")


def parse_chips(text: str) -> Cents:
    chips = parse_amount(text)
    if not chips:
        raise Refusal("chips/none")
    return chips


def choose_house(prompts: Prompts | None) -> Rulebook:
    """Ask for one of the five, by number or id; without prompts, the default."""
    if prompts is None:
        return store.load_house(DEFAULT_HOUSE)
    prompts.console.print(styled(text("terminal.houses"), "bold"))
    for number, house in enumerate(store.HOUSES, 1):
        prompts.console.print(_house_text(number, store.load_house(house)))
    default = str(store.HOUSES.index(DEFAULT_HOUSE) + 1)

    def parse(answer: str) -> Rulebook:
        number = int(answer) if _is_number(answer, 2) else 0
        name = store.HOUSES[number - 1] if 1 <= number <= len(store.HOUSES) else answer
        return store.load_house(name)

    return prompts.ask_until_accepted("terminal.ask_house", default, parse, "terminal.help_house")


def _house_text(number: int, rules: Rulebook) -> Text:
    limits = rules.limits
    facts = {"minimum": limits.minimum, "maximum": limits.maximum, "bank": rules.bank.kind}
    bonuses = ", ".join(wager_text(wager.name) for wager in bonus_wagers(rules))
    return (
        styled(f" {number}  ")
        + styled(rules.name, "bold")
        + styled(f"  {rules.id}", "dim")
        + f"\n    {text('terminal.house', **facts)}; "
        + styled(bonuses, "dim")
    )


def make_plan(
    rules: Rulebook,
    prompts: Prompts | None,
    *,
    seat: int | None,
    bots: int | None,
    chips: Cents | None,
    rounds: int | None,
) -> SessionPlan:
    """The options; what is missing is asked for, or set to its default without prompts."""
    if seat is None:
        seat = _number(prompts, "terminal.ask_seat", DEFAULT_SEAT, check_seat)
    if bots is None:
        bots = _number(
            prompts, "terminal.ask_bots", DEFAULT_BOTS, lambda count: check_bots(count, rules)
        )
    check_bots(bots, rules)
    if chips is None:
        usual = plain(DEFAULT_CHIPS * rules.limits.minimum)
        chips = _answer(prompts, "terminal.ask_buy_in", usual, parse_chips, "terminal.help_amount")
    return SessionPlan(seat=seat, bots=bots, chips=chips, rounds=rounds, auto=prompts is None)


def _answer(
    prompts: Prompts | None, key: str, default: str, parse: Callable[[str], Answer], help_key: str
) -> Answer:
    """What is asked for; without prompts, the default."""
    if prompts is None:
        return parse(default)
    return prompts.ask_until_accepted(key, default, parse, help_key)


def _number(prompts: Prompts | None, key: str, default: int, check: Callable[[int], None]) -> int:
    def parse(answer: str) -> int:
        if not _is_number(answer, 3):
            raise Refusal("entry/number", answer=answer)
        check(int(answer))
        return int(answer)

    return _answer(prompts, key, str(default), parse, "terminal.help_number")


def _is_number(answer: str, digits: int) -> bool:
    return answer.isascii() and answer.isdigit() and len(answer) <= digits
