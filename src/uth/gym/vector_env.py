"""Many rounds at once on compiled kernels; they end as the table engine ends them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from uth.core.cards import DECK
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.kernels.environments.round_steps import start_rounds, step_rounds
from uth.exact.simulation.played_rounds import (
    new_outputs,
    new_rounds,
    settlement_tables,
    strength_lookup,
)
from uth.exact.solver.threads import thread_count
from uth.gym.round_spaces import ILLEGAL, Observation, RoundSpaces, round_spaces
from uth.library.houses import House, load_house
from uth.library.whole_numbers import whole
from uth.rulebook.model import Rulebook
from uth.table.collection import player_fee
from uth.table.dealing import deal
from uth.table.wagers import WAGERS

SEAT = 1
FEWEST_FOR_THREADS = 4_096
"""Below this, starting threads costs more than they save."""
SPANS = 4
"""How many spans of rounds each thread has, so that none waits long for another."""


class VectorRoundEnv(VectorEnv[Observation, Array, Array]):
    """Rounds of one seat, `num_envs` at once, each with its own shuffles; over a million a second.

    A round that ends is followed by the next at once; its last observation is in
    `info["final_obs"]`, its net in cents in `info["net"]`. Wagers paid from linked meters are
    refused: they depend on what other rounds have left there.

    >>> import uth.gym
    >>> envs = uth.gym.VectorRoundEnv(3, house="cardroom-25")
    >>> observations, info = envs.reset(seed=1)
    >>> observations["observation"].shape
    (3, 7)
    >>> observations, rewards, ended, _, info = envs.step([5, 1, 1])
    >>> ended.tolist()
    [True, False, False]
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int = 1,
        house: House = "light-and-wonder",
        *,
        wagers: Mapping[str, Cents] | None = None,
    ) -> None:
        self.rules: Rulebook = load_house(house)
        self.spaces: RoundSpaces = round_spaces(self.rules, wagers)
        linked = [name for name in self.spaces.wagers if WAGERS[name].linked]
        if linked:
            raise Refusal("gym/linked", wager=linked[0], where="wagers")
        self.actions: tuple[str, ...] = self.spaces.actions
        self.num_envs: int = whole(num_envs)
        if type(self.num_envs) is not int or num_envs < 1:
            raise Refusal("gym/rounds", count=num_envs, where="num_envs")
        self.single_action_space: spaces.Space[Any] = self.spaces.action_space()
        self.single_observation_space: spaces.Space[Any] = self.spaces.observation_space()
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self.observation_space: spaces.Space[Any] = batch_space(
            self.single_observation_space, num_envs
        )
        self._meanings = self.spaces.meanings()
        self._masks = (self._meanings != ILLEGAL).astype(np.int8)
        fee = player_fee(self.rules.collection, sum(self.spaces.wagers.values()))
        self._nets = settlement_tables(self.rules, self.spaces.wagers, fee)
        self._lookup = strength_lookup()
        self._rounds = new_rounds(num_envs)
        self._threads = thread_count() if num_envs >= FEWEST_FOR_THREADS else 1
        self._pool: ThreadPoolExecutor | None = None

    @property
    def cards(self) -> Array:
        """The cards of each round: board, dealer, player. No player sees this."""
        return self._rounds[1][:, :9].copy()

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal every round anew; `options` may have `decks`, a row of 52 card numbers for each.

        The decks are for the first rounds, dealt as the house deals; the next are shuffled.
        """
        if seed is not None or not self._rounds[0].any():
            self._rounds[0][:] = self._states(seed)
            self._rounds[1][:] = np.arange(len(DECK))
        decks = (options or {}).get("decks")
        if decks is not None:
            self._rounds[1][:] = self._dealt(np.asarray(decks))
        out = new_outputs(self.num_envs, len(self.actions))
        start_rounds(self._rounds, self._masks, out, decks is not None)
        return _observation(out), {"action_mask": out[1].copy()}

    def _states(self, seed: int | Sequence[int] | None) -> Array:
        """The generators' states, from one seed for all rounds or from a seed for each."""
        one = whole(seed)
        if one is None or _is_seed(one):
            return np.random.SeedSequence(one).generate_state(self.num_envs, np.uint64)
        seeds = [whole(each) for each in one] if isinstance(one, Iterable) else []
        if len(seeds) != self.num_envs or not all(map(_is_seed, seeds)):
            raise Refusal("gym/seeds", count=self.num_envs, where="seed")
        states = [np.random.SeedSequence(each).generate_state(1, np.uint64)[0] for each in seeds]
        return np.array(states, np.uint64)

    def step(self, actions: Any) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Take one decision in every round."""
        chosen = np.asarray(actions)
        last = len(self.actions) - 1
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise Refusal("gym/actions", count=self.num_envs, last=last, where="actions")
        if chosen.size and not (chosen.min() >= 0 and chosen.max() <= last):
            raise Refusal("gym/actions", count=self.num_envs, last=last, where="actions")
        out = new_outputs(self.num_envs, len(self.actions))
        chosen = chosen.astype(np.int64, copy=False)

        rounds, tables = self._rounds, (self._meanings, self._masks)

        def step_span(span: tuple[int, int]) -> None:
            step_rounds(span, chosen, *tables, rounds, self._lookup, self._nets, out)

        self._on_threads(step_span)
        _, legal, nets, ended, last_seen = out
        info = {
            "action_mask": legal.copy(),
            "net": nets,
            "_net": ended,
            "final_obs": {"observation": last_seen, "action_mask": np.zeros_like(legal)},
            "_final_obs": ended,
        }
        rewards = nets / self.spaces.ante
        return _observation(out), rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def _on_threads(self, work: Callable[[tuple[int, int]], None]) -> None:
        """Work on all rounds, span by span: who has finished one takes the next that is left."""
        size = max(FEWEST_FOR_THREADS // 2, -(-self.num_envs // (SPANS * self._threads)))
        spans = deque(
            (first, min(first + size, self.num_envs)) for first in range(0, self.num_envs, size)
        )

        def help_out() -> None:
            while spans:
                try:
                    span = spans.popleft()
                except IndexError:  # another thread has taken the last one
                    return
                work(span)

        if self._threads > 1 and self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads - 1, "uth-rounds")
        pool = self._pool
        helpers = [pool.submit(help_out) for _ in range(self._threads - 1)] if pool else []
        help_out()
        for helper in helpers:
            helper.result()

    def close_extras(self, **options: Any) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _dealt(self, decks: Array) -> Array:
        """Decks, with the cards in front that board, dealer and player get."""
        if (
            decks.shape != (self.num_envs, len(DECK))
            or (np.sort(decks, axis=1) != np.arange(len(DECK))).any()
        ):
            raise Refusal("gym/decks", count=self.num_envs, where="decks")
        dealt = deal(self.rules.dealing.procedure, DECK, (SEAT,))
        first = [card.index for card in (*dealt.board, *dealt.dealer, *dealt.seats[SEAT])]
        others = [at for at in range(len(DECK)) if at not in first]
        return decks[:, first + others]


def _is_seed(value: object) -> bool:
    return type(value) is int and value >= 0


def _observation(out: tuple[Array, ...]) -> Observation:
    return {"observation": out[0], "action_mask": out[1]}
