"""The linked meters: one main jackpot and one mystery, fed by many tables (PA-11, PA-13, Q-23).

Meters count in units of 1/10,000 cent, so that no fraction of a contribution is ever dropped.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import ProgressiveRules
from uth.table.meters import UNITS, Awards, Hit, award


class Meters(msgspec.Struct, frozen=True):
    """The two meters, and the hidden value that the mystery must exceed."""

    main: int
    mystery: int
    target: Cents | None = None
    """None until a value is drawn; no wager is fed without one."""
    jackpots: int = 0
    mysteries: int = 0
    """How often each has been emptied: what was fed before that can't go back."""

    def __repr__(self) -> str:
        """Without the hidden value, so that no print or log reveals it."""
        target = "None" if self.target is None else "<sealed>"
        counts = f"jackpots={self.jackpots}, mysteries={self.mysteries}"
        return f"Meters(main={self.main}, mystery={self.mystery}, target={target}, {counts})"


class Fed(msgspec.Struct, frozen=True):
    """One wager's contributions, in units, and which meters they went into."""

    main: int
    mystery: int
    jackpots: int
    mysteries: int


def start(progressive: ProgressiveRules) -> Meters:
    return Meters(progressive.seed * UNITS, progressive.mystery_restart * UNITS)


def target_range(progressive: ProgressiveRules) -> tuple[Cents, Cents]:
    """The whole cents a hidden value is drawn from, both ends included (Q-23)."""
    low, high = progressive.mystery_between
    increment = -(-progressive.wager * progressive.mystery_share // UNITS)
    return low, high - increment


def draw(progressive: ProgressiveRules, meters: Meters, target: Cents) -> Meters:
    """Take a drawn value for the next mystery."""
    low, high = target_range(progressive)
    if not low <= target <= high:
        raise Refusal("mystery/target")
    if meters.target is not None:
        raise Refusal("mystery/drawn")
    return replace(meters, target=target)


def feed(progressive: ProgressiveRules, meters: Meters) -> tuple[Meters, Fed, Cents]:
    """One Progressive wager: its contributions, and the mystery where it goes above its value."""
    if meters.target is None:
        raise Refusal("mystery/no_target")
    fed = Fed(
        progressive.wager * progressive.main_share,
        progressive.wager * progressive.mystery_share,
        meters.jackpots,
        meters.mysteries,
    )
    meters = replace(meters, main=meters.main + fed.main, mystery=meters.mystery + fed.mystery)
    assert meters.target is not None
    if meters.mystery <= meters.target * UNITS:
        return meters, fed, 0
    won, carried = divmod(meters.mystery, UNITS)
    restart = progressive.mystery_restart * UNITS + carried
    meters = replace(meters, mystery=restart, target=None, mysteries=meters.mysteries + 1)
    return meters, fed, won


def claim(
    progressive: ProgressiveRules, meters: Meters, hits: tuple[Hit, ...]
) -> tuple[Meters, Awards]:
    """Pay the claims of one round from the meter, highest hand first (Q-7)."""
    awards = award(progressive, meters.main, hits)
    reseeded = sum(given.reseeded for given in awards.given)
    return replace(meters, main=awards.after, jackpots=meters.jackpots + reseeded), awards


def take_back(meters: Meters, fed: Fed) -> Meters:
    """Take out a void round's contribution, unless it has been paid out since (Q-21)."""
    main = meters.main - fed.main if meters.jackpots == fed.jackpots else meters.main
    mystery = meters.mystery - fed.mystery if meters.mysteries == fed.mysteries else meters.mystery
    return replace(meters, main=main, mystery=mystery)
