"""Which kernels each task needs, and whether they are compiled.

Callers name tasks; only this module names kernels.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from uth.exact.kernels import cache

Task: TypeAlias = Literal[
    "solve",
    "strategy",
    "river_advice",
    "flop_advice",
    "preflop_advice",
    "wagers_advice",
    "positions",
    "worst_deal",
    "simulation",
    "tables",
    "exposure",
    "collusion",
    "clumps",
]
"""`solve` includes the endings, `strategy` is value and strategy alone. `preflop_advice` is advice
with dead or known cards, `wagers_advice` the same with wagers that change play. `positions`
are wagers of one seat together with their covariances; `tables` play simulated tables."""

LAST_KERNELS: dict[Task, tuple[str, ...]] = {
    "solve": ("sum_flush_boards", "tally_rank_boards"),
    "strategy": ("decide_flops",),
    "river_advice": ("river_counts", "value_river"),
    "flop_advice": ("flop_values",),
    "preflop_advice": ("preflop_values",),
    "wagers_advice": ("ending_preflop",),
    "positions": ("wager_totals",),
    "worst_deal": ("search_holdings",),
    "simulation": ("best_river_bets", "evaluate_sevens"),
    "tables": ("settle_rounds", "sum_rounds"),
    "exposure": ("group_flops", "sum_flush_view"),
    "collusion": ("decide_shared", "sum_suit"),
    "clumps": ("riffle_decks",),
}
"""The kernels that are compiled last in each task; if they are cached, so are the others."""


def needs_compiling(*tasks: Task) -> bool:
    """Whether any of these tasks must first compile kernels, which takes about twenty seconds."""
    names = {name for task in tasks for name in LAST_KERNELS[task]}
    return not cache.is_compiled(*sorted(names))


def cache_directory() -> Path:
    """Where compiled kernels are stored."""
    return cache.DIRECTORY
