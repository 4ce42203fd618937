"""The charts of a PAR sheet, as SVG."""

from __future__ import annotations

import io

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from uth.core.cards import RANK_LETTERS
from uth.core.texts import text
from uth.exact.solver.starting_hands import STARTING_HAND_NAMES
from uth.reports.par import Json

INK = "#1f4e79"
LOSS = "#9c2b2b"


def svg(figure: Figure) -> str:
    """Render reproducibly: without a date, and with stable ids."""
    with mpl.rc_context({"svg.hashsalt": "uth", "svg.fonttype": "none"}):
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    content = out.getvalue()
    return content[content.index("<svg") :]


def net_chart(data: Json) -> str:
    """The probability of each net result, on a logarithmic scale."""
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    axes = figure.subplots()
    lines = data["net"]
    labels = [f"{pay_line['net']:g}" for pay_line in lines]
    colours = [LOSS if pay_line["net"] < 0 else INK for pay_line in lines]
    axes.bar(labels, [pay_line["probability"] for pay_line in lines], color=colours)
    axes.set_yscale("log")
    axes.set_xlabel(text("par.chart.net_axis"))
    axes.set_ylabel(text("par.chart.probability_axis"))
    axes.tick_params(axis="x", rotation=60, labelsize=8)
    axes.set_title(text("par.chart.net"))
    return svg(figure)


def hands_chart(data: Json) -> str:
    """The value of each starting hand under its best action; raises are bold."""
    figure = Figure(figsize=(7, 6.4), layout="constrained")
    axes = figure.subplots()
    hands = data["starting_hands"]
    names = np.array(STARTING_HAND_NAMES[::-1]).reshape(13, 13).tolist()
    values = [[_best(hands[name]) for name in row] for row in names]
    most = max(abs(value) for row in values for value in row)
    image = axes.imshow(values, cmap="RdBu", vmin=-most, vmax=most)
    for y, row in enumerate(names):
        for x, name in enumerate(row):
            raised = hands[name]["best"] != "check"
            axes.text(
                x, y, f"{name}\n{values[y][x]:+.2f}", ha="center", va="center", fontsize=6,
                fontweight="bold" if raised else "normal",
                color="white" if abs(values[y][x]) > most / 2 else "black",
            )  # fmt: skip
    axes.set_xticks(range(13), RANK_LETTERS[::-1])
    axes.set_yticks(range(13), RANK_LETTERS[::-1])
    axes.set_title(text("par.chart.hands"))
    figure.colorbar(image, ax=axes, shrink=0.8)
    return svg(figure)


def _best(hand: Json) -> float:
    return float(hand[hand["best"]])
