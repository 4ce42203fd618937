"""Many rounds at once on compiled kernels; they end as the table engine ends them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from uth.core.cards import DECK
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.banking.batch_settlement import SeatAmounts, class_nets
from uth.exact.kernels.environments.round_steps import start_rounds, step_rounds
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.threads import run_on_threads, thread_count
from uth.gym.round_spaces import ILLEGAL, SEEN, Observation, RoundSpaces, round_spaces
from uth.library.houses import House, load_house
from uth.rulebook.model import Rulebook
from uth.table.collection import player_fee
from uth.table.dealing import deal
from uth.table.wagers import WAGERS

SEAT = 1
FEWEST_FOR_THREADS = 4_096
"""Below this, starting threads costs more than they save."""


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
        self.num_envs = num_envs
        self.single_action_space: spaces.Space[Any] = self.spaces.action_space()
        self.single_observation_space: spaces.Space[Any] = self.spaces.observation_space()
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self.observation_space: spaces.Space[Any] = batch_space(
            self.single_observation_space, num_envs
        )
        self._meanings = self.spaces.meanings()
        self._masks = (self._meanings != ILLEGAL).astype(np.int8)
        self._nets = self._settlement()
        tables = evaluator()
        self._lookup = (
            tables.numbers, tables.offsets, tables.table, tables.flush, tables.category,
        )  # fmt: skip
        self._rounds = (
            np.zeros(num_envs, np.uint64),
            np.tile(np.arange(len(DECK), dtype=np.uint8), (num_envs, 1)),
            np.zeros(num_envs, np.int64),
        )
        self._threads = thread_count() if num_envs >= FEWEST_FOR_THREADS else 1

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
        out = self._outputs()
        start_rounds(self._rounds, self._masks, out, decks is not None)
        return _observation(out), {"action_mask": out[1].copy()}

    def _states(self, seed: int | Sequence[int] | None) -> Array:
        """The generators' states, from one seed for all rounds or from a seed for each."""
        if seed is None or isinstance(seed, int):
            return np.random.SeedSequence(seed).generate_state(self.num_envs, np.uint64)
        if len(seed) != self.num_envs:
            raise Refusal("gym/seeds", count=self.num_envs, where="seed")
        states = [np.random.SeedSequence(one).generate_state(1, np.uint64)[0] for one in seed]
        return np.array(states, np.uint64)

    def step(self, actions: Any) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Take one decision in every round."""
        chosen = np.asarray(actions)
        last = len(self.actions) - 1
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise Refusal("gym/actions", count=self.num_envs, last=last, where="actions")
        if chosen.size and not (chosen.min() >= 0 and chosen.max() <= last):
            raise Refusal("gym/actions", count=self.num_envs, last=last, where="actions")
        out = self._outputs()
        chosen = chosen.astype(np.int64, copy=False)

        def part(thread: int) -> None:
            span = (
                self.num_envs * thread // self._threads,
                self.num_envs * (thread + 1) // self._threads,
            )
            step_rounds(
                span, chosen, self._meanings, self._masks, self._rounds, self._lookup,
                self._nets, out,
            )  # fmt: skip

        if self._threads == 1:
            part(0)
        else:
            run_on_threads(self._threads, part)
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

    def _outputs(self) -> tuple[Array, Array, Array, Array, Array]:
        return (
            np.empty((self.num_envs, SEEN), np.int8),
            np.empty((self.num_envs, len(self.actions)), np.int8),
            np.empty(self.num_envs, np.int64),
            np.empty(self.num_envs, np.bool_),
            np.empty((self.num_envs, SEEN), np.int8),
        )

    def _settlement(self) -> tuple[Array, Array, Array, Array]:
        """The tables by which the kernel settles: what each class of ending nets, fee included."""
        amounts = SeatAmounts(self.rules, self.spaces.wagers)
        fee = player_fee(self.rules.collection, sum(self.spaces.wagers.values()))
        nets = class_nets(self.rules, amounts) - fee
        return (amounts.rows, *amounts.holding_lines, nets.reshape(-1, len(amounts.lines.odds)))

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


def _observation(out: tuple[Array, ...]) -> Observation:
    return {"observation": out[0], "action_mask": out[1]}
