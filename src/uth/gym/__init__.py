"""Environments for programs that learn: importing this registers `uth/UTH-v0` with Gymnasium.

An episode is one round. An observation has the cards that the player sees and the mask of legal
actions; the reward is what the round nets, in antes. Needs the extra `gym`.

>>> import gymnasium, uth.gym
>>> env = gymnasium.make("uth/UTH-v0", house="california")
>>> observation, info = env.reset(seed=1)
>>> [env.unwrapped.actions[action] for action in info["action_mask"].nonzero()[0]]
['check', '3x', '4x']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uth.library.extras import from_extra

with from_extra("gym"):
    from gymnasium.envs.registration import register

if TYPE_CHECKING:
    from uth.gym.round_env import RoundEnv as RoundEnv
    from uth.gym.table_env import TableEnv as TableEnv
    from uth.gym.vector_env import VectorRoundEnv as VectorRoundEnv

__all__ = ["ENVIRONMENT", "RoundEnv", "TableEnv", "VectorRoundEnv"]

ENVIRONMENT = "uth/UTH-v0"

register(
    ENVIRONMENT,
    entry_point="uth.gym.round_env:RoundEnv",
    vector_entry_point="uth.gym.vector_env:VectorRoundEnv",
)

_MODULES = {"RoundEnv": "round_env", "TableEnv": "table_env", "VectorRoundEnv": "vector_env"}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import an environment when it is first used."""
        from importlib import import_module

        if name not in _MODULES:
            raise AttributeError(f"module 'uth.gym' has no attribute {name!r}")
        with from_extra("gym"):
            return getattr(import_module(f"uth.gym.{_MODULES[name]}"), name)
