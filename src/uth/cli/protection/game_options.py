"""The game that a command of game protection is about, varied by options without a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from uth.cli.input.base_game import base_game, qualify_option
from uth.cli.input.options import chosen_house, house_option, rules_option


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--house`, `--rules`, `--blind`, `--play` and `--qualify`: `rules` is the base game."""

    @house_option
    @rules_option
    @click.option(
        "--blind",
        metavar="ODDS",
        help='Blind odds, royal flush down to straight: "500,50,10,3,3/2,1". Odds of 0 push.',
    )
    @click.option("--play", metavar="RAISES", help='The raises before the flop: "4,3" or "5".')
    @qualify_option
    @wraps(command)
    def with_game(
        house: str | None,
        file: str | None,
        blind: str | None,
        play: str | None,
        qualify: str | None,
        **rest: Any,
    ) -> Any:
        rulebook = chosen_house(house, file)
        rules = base_game(rulebook, blind=blind, play=play, qualify=qualify)
        return command(rules=rules, **rest)

    return with_game
