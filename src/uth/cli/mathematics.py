"""What the commands of the exact layer share: which house, how to wait, how to print."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from uth.cli.extras import need
from uth.core.money import parse_dollars
from uth.core.refusal import Refusal, shown

if TYPE_CHECKING:
    from typing import Any

    from uth.core.money import Cents
    from uth.exact.solver.game_rules import GameRules
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]

ODDS = re.compile(r"[+-]?[0-9]{1,12}(/[0-9]{1,12}|\.[0-9]{1,12})?")

MULTIPLE = re.compile(r"[0-9]{1,3}")


def parse_seat(text: str, where: str) -> dict[str, Cents]:
    """`10,trips=5`: an Ante in dollars, as much on the Blind, and bonus wagers."""
    ante, *bonuses = text.split(",")
    stake = parse_amount(ante, where)
    wagers = {"ante": stake, "blind": stake}
    for bonus in bonuses:
        name, _, value = bonus.partition("=")
        if name.strip() in wagers:
            raise Refusal("wager/twice", f"{shown(name.strip())} is staked twice", where)
        wagers[name.strip()] = parse_amount(value, where)
    return wagers


def parse_amount(text: str, where: str) -> Cents:
    """Dollars, refused with the option they came from."""
    try:
        return parse_dollars(text.strip())
    except Refusal as no:
        raise no.at(where) from None


def parse_fraction(text: str, where: str) -> Fraction:
    """`3/2`, `1.5` or `10`; nothing that would take long to read."""
    word = text.strip()
    if not ODDS.fullmatch(word) or set(word.partition("/")[2]) == {"0"}:
        raise Refusal("solve/odds", f'{shown(word)} is not odds; write "3/2" or "10"', where)
    return Fraction(word)


def overridden(
    house: Rulebook | None, blind: str | None, play: str | None, qualify: str | None
) -> GameRules:
    """A house's base game, or the standard one, with what the flags change."""
    need("numpy", "numba", extra="exact")
    from uth.exact.solver.game_rules import STANDARD
    from uth.exact.solver.house_game import game_rules

    raises = None if play is None else _raises(play)
    rules = game_rules(house) if house else STANDARD
    odds = rules.blind
    if blind is not None:
        odds = tuple(parse_fraction(part, "--blind") for part in blind.split(","))
    try:
        return replace(
            rules,
            blind=odds,
            play=rules.play if raises is None else raises,
            qualify=rules.qualify if qualify is None else qualify == "pair",
        )
    except Refusal as no:
        raise Refusal(no.code, no.sentence, f"--{no.where}") from None


def _raises(text: str) -> frozenset[int]:
    """`4,3` or `5`."""
    words = {word.strip() for word in text.split(",")}
    if not all(MULTIPLE.fullmatch(word) for word in words):
        raise Refusal(
            "solve/play", f'{shown(text)} is no list of raises; write "4,3" or "5"', "--play"
        )
    return frozenset(int(word) for word in words)


json_option = click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")
