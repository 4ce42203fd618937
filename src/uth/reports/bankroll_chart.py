"""The risk of ruin by bankroll, and the chance of being ahead by hands, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from uth.core.refusal import Refusal
from uth.core.texts import text

FORMATS = (".svg", ".png", ".pdf")


def check_chart(path: Path) -> None:
    if path.suffix not in FORMATS:
        raise Refusal("bankroll/chart", name=path.name, where="--chart")


def write_chart(
    path: Path,
    ruin: tuple[Sequence[float], Sequence[float]],
    ahead: tuple[Sequence[int], Sequence[float]],
    hands: int,
) -> None:
    """Both curves in one file; its ending says whether it is SVG, PNG or PDF."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.plot(*ruin)
    left.set(
        xlabel=text("bankroll.axis_bankroll"),
        ylabel=text("bankroll.ruin_row", hands=hands),
        ylim=(0, 1),
    )
    right.plot(*ahead, marker=".")
    right.set(xlabel=text("bankroll.axis_hands"), ylabel=text("bankroll.axis_ahead"), xscale="log")
    for axes in (left, right):
        axes.grid(alpha=0.3)
    try:
        figure.savefig(path)
    except OSError as error:
        reason = str(error.strerror or error).lower()
        raise Refusal("export/unwritable", reason=reason, where=str(path)) from None
