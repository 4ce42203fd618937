"""One seat at a table, a round an episode, played by the engine that serves people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
from gymnasium import spaces

from uth.core.cards import DECK
from uth.core.money import Cents, dollars
from uth.gym.round_spaces import Observation, RoundSpaces, round_spaces
from uth.library.game_table import GameTable
from uth.library.houses import House, load_house
from uth.rulebook.model import Rulebook

SEAT = 1


class RoundEnv(gym.Env[Observation, Any]):
    """A seat of any house, with wagers in cents; `uth/UTH-v0` in Gymnasium.

    The reward is what the round nets, in antes, collection included; it comes with the last
    decision. An action that is not legal is a check, and a fold at the river.

    >>> import uth.gym
    >>> env = uth.gym.RoundEnv(house="light-and-wonder")
    >>> observation, info = env.reset(seed=7)
    >>> env.actions
    ('fold', 'check', '1x', '2x', '3x', '4x')
    >>> _, reward, ended, _, info = env.step(env.actions.index("4x"))
    >>> ended, reward == info["net"] / 500
    (True, True)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        house: House = "light-and-wonder",
        *,
        wagers: Mapping[str, Cents] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.rules: Rulebook = load_house(house)
        self.spaces: RoundSpaces = round_spaces(self.rules, wagers)
        self.actions: tuple[str, ...] = self.spaces.actions
        self.action_space: spaces.Space[Any] = self.spaces.action_space()
        self.observation_space: spaces.Space[Any] = self.spaces.observation_space()
        self.render_mode = render_mode
        self.table: GameTable = GameTable(self.rules, seats=(SEAT,))
        self.deciding: bool = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next round; `options` may have a `deck` of all 52 cards, the top card first."""
        super().reset(seed=seed)
        if self.deciding:
            self.table.cancel_round()
        if seed is not None:
            self.table = GameTable(self.rules, seats=(SEAT,), seed=seed)
        deck = (options or {}).get("deck")
        if deck is None:
            deck = [DECK[card] for card in self.np_random.permutation(len(DECK))]
        self.table.start_round(self.spaces.wagers, deck)
        return self._answer()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the decision that waits."""
        legal = self.table.legal()
        name = self.spaces.action_name(action)
        self.table.act(name if name in legal else "check" if "check" in legal else "fold")
        observation, info = self._answer()
        if self.deciding:
            return observation, 0.0, False, False, info
        info["net"] = self.table.result.net
        return observation, info["net"] / self.spaces.ante, True, False, info

    def render(self) -> str:
        """The table as text."""
        own, board = self.table.seen(SEAT)
        if not self.deciding:
            result = self.table.result
            own, board = result.cards[SEAT], result.board
        shown = " ".join(card.text for card in board) or "–"
        cards = " ".join(card.text for card in own)
        end = "" if self.deciding else f"  net {dollars(self.table.result.net)}"
        return f"board {shown}  cards {cards}{end}"

    def _answer(self) -> tuple[Observation, dict[str, Any]]:
        decision = self.table.decision
        self.deciding = decision is not None
        if decision is not None:
            seen, legal = (decision.cards, decision.board), decision.actions
        else:
            seen, legal = (self.table.result.cards[SEAT], self.table.result.board), ()
        return self.spaces.observation(*seen, legal), {"action_mask": self.spaces.mask(legal)}
