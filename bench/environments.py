"""Decisions a second in the environments, and how well a program learns in them."""

from __future__ import annotations

import runpy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bench.measure import interleaved, table
from uth.exact.arrays import Array
from uth.exact.banking.dealt_rounds import BOARD, SeatPlay
from uth.exact.solver.house_game import game_rules
from uth.exact.solver.solve import solve
from uth.gym.round_env import RoundEnv
from uth.gym.vector_env import VectorRoundEnv

EXAMPLE = Path(__file__).parents[1] / "examples" / "learn_to_play.py"
MILLIONS, BATCHES = 4, 16
MANY, STEPS, FEW = 1 << 16, 16, 200


def deciding() -> str:
    envs, single, draw = VectorRoundEnv(MANY), RoundEnv(), np.random.default_rng(1)
    observations, _ = envs.reset(seed=1)
    envs.step(observations["action_mask"].argmax(axis=1))

    def kernels(choose: Callable[[Array], Array]) -> None:
        mask = envs.reset(seed=1)[0]["action_mask"]
        for _ in range(STEPS):
            mask = envs.step(choose(mask))[0]["action_mask"]

    checks = np.ones(MANY, np.int64)

    def engine() -> None:
        done = True
        for _ in range(FEW):
            if done:
                single.reset(seed=None)
            _, _, done, _, _ = single.step(1)

    taken = interleaved(
        7,
        alone=lambda: kernels(lambda mask: checks),
        random=lambda: kernels(lambda mask: (draw.random(mask.shape) * mask).argmax(axis=1)),
        engine=engine,
    )
    rows = [
        ("many rounds at once, checks and folds", MANY * STEPS / taken["alone"], "1,000,000"),
        ("random legal actions, drawn meanwhile", MANY * STEPS / taken["random"], "1,000,000"),
        ("one seat, by the table engine", FEW / taken["engine"], "–"),
    ]
    return table(
        f"Environments: decisions a second on two cores, {MANY:,} rounds at once",
        ("environment", "a second", "goal"),
        [(name, f"{speed:,.0f}", goal) for name, speed, goal in rows],
    )


def learning() -> str:
    """The example, and what its play costs compared with optimal play on the same deals."""
    example: dict[str, Any] = runpy.run_path(str(EXAMPLE))
    start = time.perf_counter()
    cpu = time.process_time()
    envs, learner = example["learn"](MILLIONS)
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    solution = SeatPlay(solve(game_rules(envs.rules)))
    lost = np.concatenate(
        [
            optimal(envs, solution, seed) - example["play"](envs, learner, seed, 0)[1]
            for seed in range(9_000_000, 9_000_000 + BATCHES)
        ]
    )
    return table(
        f"Learning: `examples/learn_to_play.py`, {MILLIONS} million deals a street",
        ("what", "measured", "goal"),
        [
            ("time to learn", f"{seconds:.0f} s ({cpu:.0f} s of one core)", "minutes"),
            (
                "what its play costs, antes a round",
                f"{lost.mean():.4f} ± {lost.std() / len(lost) ** 0.5:.4f}",
                "0.005",
            ),
            ("rounds that end otherwise", f"{(lost != 0).mean():.1%}", "–"),
        ],
    )


def optimal(envs: VectorRoundEnv, solution: SeatPlay, seed: int) -> Array:
    """What the exact solution wins in the first round of every environment."""
    observations, _ = envs.reset(seed=seed)
    cards = envs.cards
    hands = np.ascontiguousarray(np.hstack((cards[:, BOARD], cards[:, 7:])))
    multiples = solution.multiples(hands)
    actions = np.array([0, 0, *envs.spaces.multiples])
    wanted = np.array([np.flatnonzero(actions == multiple)[-1] for multiple in range(5)])[multiples]
    wanted[multiples == 0] = 0
    rewards, playing = np.zeros(envs.num_envs), np.ones(envs.num_envs, np.bool_)
    for _ in range(3):
        legal = observations["action_mask"][np.arange(envs.num_envs), wanted] == 1
        observations, won, ended, _, _ = envs.step(np.where(legal, wanted, 1))
        rewards[playing] = won[playing]
        playing &= ~ended
    return rewards


def measure() -> str:
    return f"{deciding()}\n{learning()}"
