"""A grid of Blind pay tables, and those of them within bands of edge and spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor, lcm, prod

import numpy as np

from uth.exact.arrays import Array
from uth.exact.search.blind_planes import LINES, BlindPlane
from uth.exact.solver.outcomes import DEALS

Blind = tuple[Fraction, ...]
MOST_SCALED = 1 << 18
"""The largest odds × denominator for which sums over all deals fit into 64 bits."""


@dataclass(frozen=True)
class ValueBand:
    """From a least to a greatest value, both included."""

    least: Fraction
    greatest: Fraction


@dataclass(frozen=True)
class FittingTable:
    """A pay table within the bands: its exact value and its standard deviation."""

    blind: Blind
    ev: Fraction
    deviation: float


@dataclass(frozen=True)
class BlindGrid:
    """The odds to try on each row, royal flush first."""

    axes: tuple[tuple[Fraction, ...], ...]

    @property
    def size(self) -> int:
        return prod(map(len, self.axes))

    @property
    def scale(self) -> int:
        return lcm(*(odds.denominator for axis in self.axes for odds in axis))

    @property
    def fits(self) -> bool:
        """Whether all sums fit into 64 bits."""
        return self.scale * max(odds for axis in self.axes for odds in axis) <= MOST_SCALED

    def bases(self, matters: tuple[bool, ...]) -> tuple[Blind, ...]:
        """The pay tables to solve: every choice on the lines that matter, 0 on the others."""
        zero = (Fraction(0),)
        return tuple(
            product(*(axis if row else zero for axis, row in zip(self.axes, matters, strict=True)))
        )

    def fitting(
        self,
        planes: Mapping[Blind, BlindPlane],
        matters: tuple[bool, ...],
        edge: ValueBand,
        spread: ValueBand | None,
    ) -> list[FittingTable]:
        """The pay tables of all planes within both bands, the smallest edge of the house first."""
        tables: list[FittingTable] = []
        for base, plane in planes.items():
            axes = tuple(
                (own,) if row else axis
                for own, axis, row in zip(base, self.axes, matters, strict=True)
            )
            tables += self._of_plane(axes, plane, edge, spread)
        return sorted(tables, key=lambda table: (-table.ev, table.blind))

    def _of_plane(
        self, odds: tuple[Blind, ...], plane: BlindPlane, edge: ValueBand, spread: ValueBand | None
    ) -> Iterator[FittingTable]:
        """The pay tables of one plane within both bands."""
        scale = self.scale
        axes = [np.array([int(one * scale) for one in axis], np.int64) for axis in odds]
        values = np.full(tuple(map(len, axes)), plane.mean * scale, np.int64)
        for row in range(LINES):
            shape = [1] * LINES
            shape[row] = len(axes[row])
            values += (axes[row] * plane.wins[row]).reshape(shape)
        unit = DEALS * scale
        inside: Array = (values <= floor(-edge.least * unit)) & (
            values >= ceil(-edge.greatest * unit)
        )
        for at in np.argwhere(inside).tolist():
            blind = tuple(Fraction(int(axes[row][at[row]]), scale) for row in range(LINES))
            deviation = float(plane.variance(blind)) ** 0.5
            if spread is None or spread.least <= deviation <= spread.greatest:
                yield FittingTable(blind, plane.ev(blind), deviation)
