"""A strategy that is a Python function: called for every decision, and checked."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from uth.core.cards import DECK
from uth.core.refusal import Refusal, shown
from uth.exact.arrays import Array
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.outcomes import Action, bets

Function = Callable[[tuple[str, ...], tuple[str, ...], tuple[str, ...]], Any]
"""Called with the hole cards, the board and the actions, all as text; returns one action."""

CARDS = tuple(card.text for card in DECK)


@lru_cache(4)
def load_function(source: str, name: str, path: str) -> Function:
    """The function of this name in a Python source."""
    scope: dict[str, Any] = {"__name__": "uth_strategy", "__file__": path}
    try:
        exec(compile(source, path, "exec"), scope)
    except (Exception, SystemExit) as error:
        raise Refusal("strategy/raised", error=_one(error), where=path) from None
    function = scope.get(name)
    if not callable(function):
        raise Refusal("strategy/no_function", name=name, where=path)
    return function  # type: ignore[no-any-return]


def function_play(function: Function, game: GameRules, cards: Array) -> Array:
    """The Play multiple of each seat for rows of board, dealer and seats' cards; 0 is a fold."""
    streets = (
        (0, _offered(game.play, Action.CHECK)),
        (3, _offered(game.flop, Action.CHECK)),
        (5, _offered(game.river, Action.FOLD)),
    )
    out = np.zeros((len(cards), (cards.shape[1] - 7) // 2), np.int8)
    for row, dealt in enumerate(cards.tolist()):
        board = tuple(CARDS[card] for card in dealt[:5])
        for seat in range(out.shape[1]):
            hole = tuple(CARDS[card] for card in dealt[7 + 2 * seat : 9 + 2 * seat])
            for seen, actions in streets:
                multiple = _decide(function, hole, board[:seen], actions)
                if multiple:
                    out[row, seat] = multiple
                    break
    return out


def _offered(multiples: frozenset[int], passive: Action) -> tuple[str, ...]:
    return (*(action.value for action in bets(multiples)), passive.value)


def _decide(
    function: Function, hole: tuple[str, ...], board: tuple[str, ...], actions: tuple[str, ...]
) -> int:
    if len(actions) == 1:
        return 0
    try:
        action = function(hole, board, actions)
    except (Exception, SystemExit) as error:
        raise Refusal(
            "strategy/failed",
            error=_one(error),
            cards=" ".join((*hole, *board)),
            where="--strategy",
        ) from None
    if not isinstance(action, str) or action not in actions:
        raise Refusal(
            "strategy/illegal", action=shown(action), actions=actions,
            cards=" ".join((*hole, *board)), where="--strategy",
        )  # fmt: skip
    return int(action[:-1]) if action.endswith("x") else 0


def _one(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
