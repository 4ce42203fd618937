"""`--ante`, `--blind`, `--play` and `--qualify`: the base game to solve."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from uth.cli.input.options import refused_at
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook

if TYPE_CHECKING:
    from uth.exact.solver.game_rules import GameRules
    from uth.rulebook.approval.guard import Departure

ODDS = re.compile(r"[+-]?[0-9]{1,12}(/[0-9]{1,12}|\.[0-9]{1,12})?")
MULTIPLE = re.compile(r"[0-9]{1,3}")
NEVER = "never"
qualify_option = click.option(
    "--qualify",
    type=click.Choice(["pair", "none", NEVER]),
    help="What the dealer needs to qualify; never: the Ante always pushes.",
)


def base_game(
    house: Rulebook | None,
    *,
    ante: Cents | None = None,
    blind: str | None = None,
    play: str | None = None,
    qualify: str | None = None,
) -> GameRules:
    """A house's base game at an Ante, or the standard one, with the changes that options make."""
    from uth.exact.solver.ante_game import game_at
    from uth.exact.solver.game_rules import STANDARD
    from uth.exact.solver.house_game import game_rules

    raises = None if play is None else _parse_raises(play)
    rules = game_rules(house) if house else STANDARD
    odds = rules.blind
    if blind is not None:
        odds = tuple(_parse_odds(part) for part in blind.split(","))
    with refused_at():
        game = replace(
            rules,
            blind=odds,
            play=rules.play if raises is None else raises,
            qualify=rules.qualify if qualify is None else qualify == "pair",
            ante_pushes=qualify == NEVER,
        )
        return game if house is None or ante is None else game_at(house, ante, game)


def departing_options(
    house: Rulebook, *, blind: str | None, play: str | None, qualify: str | None
) -> tuple[Departure, ...]:
    """The options that make another game of a house's, each with the sentence it departs from."""
    from uth.rulebook.approval.guard import departure

    own, game = base_game(house), base_game(house, blind=blind, play=play, qualify=qualify)
    changed: dict[str, object] = {
        "tables.paytable": blind if game.blind != own.blind else None,
        "play.preflop": sorted(game.play, reverse=True) if game.play != own.play else None,
        "play.qualify": qualify
        if (game.qualify, game.ante_pushes) != (own.qualify, own.ante_pushes)
        else None,
    }
    raw, name = house.source["house"], house.extends or house.id
    return tuple(
        departure(path, raw[section][field], name, value=value)
        for path, value in changed.items()
        for section, field in [path.split(".")]
        if value is not None
    )


def _parse_odds(text: str) -> Fraction:
    """`3/2`, `1.5` or `10`; the length is limited, so that parsing is quick."""
    word = text.strip()
    if not ODDS.fullmatch(word) or set(word.partition("/")[2]) == {"0"}:
        raise Refusal("solve/odds", odds=word, where="--blind")
    return Fraction(word)


def _parse_raises(text: str) -> frozenset[int]:
    """`4,3` or `5`."""
    words = {word.strip() for word in text.split(",")}
    if not all(MULTIPLE.fullmatch(word) for word in words):
        raise Refusal("solve/raises", raises=text, where="--play")
    return frozenset(int(word) for word in words)
