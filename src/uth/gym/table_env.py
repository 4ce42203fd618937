"""A whole table for PettingZoo: every seat an agent, a round an episode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from uth.core.cards import DECK
from uth.core.money import Cents, dollars
from uth.core.refusal import Refusal
from uth.gym.round_spaces import Observation, RoundSpaces, round_spaces
from uth.library.game_table import BANKERS, GameTable
from uth.library.houses import House, load_house
from uth.rulebook.model import Rulebook
from uth.table.settling.settlement import SEATS

if TYPE_CHECKING:  # PettingZoo has no complete types: these are for those who use the environment

    class AECEnv:
        """What a table has of PettingZoo's class."""

        @property
        def num_agents(self) -> int: ...

        @property
        def max_num_agents(self) -> int: ...

        def agent_iter(self, max_iter: int = ...) -> Iterator[str]: ...

        def last(
            self, observe: bool = True
        ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]: ...

        def _was_dead_step(self, action: int | None) -> None: ...

        def _clear_rewards(self) -> None: ...

        def _accumulate_rewards(self) -> None: ...

else:
    from pettingzoo import AECEnv


class TableEnv(AECEnv):
    """One to six seats of a house; where a player-dealer banks, two seats are the bankers'.

    Agents decide in turn, street by street, and see the board and their own cards alone. Rewards
    come at the end of the round, in antes. An action that is not legal is refused.

    >>> import uth.gym
    >>> env = uth.gym.TableEnv(seats=2)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, ended, _, _ = env.last()
    ...     env.step(None if ended else observation["action_mask"].argmax())
    >>> env.agents
    []
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "uth_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        house: House = "light-and-wonder",
        *,
        seats: int = 6,
        wagers: Mapping[str, Cents] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules: Rulebook = load_house(house)
        most = len(SEATS) - len(BANKERS) if self.rules.player_dealer else len(SEATS)
        if not 1 <= seats <= most:
            raise Refusal("gym/seats", most=most, where="seats")
        self.spaces: RoundSpaces = round_spaces(self.rules, wagers)
        self.actions: tuple[str, ...] = self.spaces.actions
        self.render_mode = render_mode
        self.possible_agents: list[str] = [f"player_{seat}" for seat in SEATS[:seats]]
        self.seats: dict[str, int] = dict(zip(self.possible_agents, SEATS, strict=False))
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: self.spaces.observation_space() for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: self.spaces.action_space() for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self.table: GameTable = GameTable(self.rules, seats=[*self.seats.values()])
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next round; `options` may have a `deck` of all 52 cards, the top card first."""
        if self.table.decision is not None:
            self.table.cancel_round()
        if seed is not None:
            self._random = np.random.default_rng(seed)
            self.table = GameTable(self.rules, seats=[*self.seats.values()], seed=seed)
        deck = (options or {}).get("deck")
        if deck is None:
            deck = [DECK[card] for card in self._random.permutation(len(DECK))]
        self.table.start_round(self.spaces.wagers, deck)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent sees; only the one whose turn it is has legal actions."""
        seat, decision = self.seats[agent], self.table.decision
        if decision is None:
            result = self.table.result
            return self.spaces.observation(result.cards[seat], result.board, ())
        legal = decision.actions if decision.seat == seat else ()
        return self.spaces.observation(*self.table.seen(seat), legal)

    def step(self, action: int | None) -> None:
        """Take the decision of the agent in turn; after the round, each steps with None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        name = self.spaces.action_name(action)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self.table.act(name)
        if self.table.decision is None:
            nets = self.table.result.nets
            for other in self.agents:
                self.rewards[other] = nets[self.seats[other]] / self.spaces.ante
                self.terminations[other] = True
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        decision = self.table.decision
        number = 0 if decision is None else [*self.seats.values()].index(decision.seat)
        self.agent_selection: str = self.possible_agents[number]

    def render(self) -> str:
        """Who has won or lost how much, or whose turn it is."""
        if self.table.decision is not None:
            return f"{self.agent_selection} to act"
        nets = self.table.result.nets
        return ", ".join(f"{agent} {dollars(nets[seat])}" for agent, seat in self.seats.items())

    def close(self) -> None:
        """Nothing is open."""
