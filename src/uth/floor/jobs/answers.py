"""The answers of heavy jobs: solved games, side bets, PAR sheets."""

from __future__ import annotations

import msgspec

from uth.core.money import Cents
from uth.reports.bindings import BindingLine
from uth.reports.houses.model import Cited


class FirstFigures(msgspec.Struct, frozen=True):
    """What is known of a game before its outcomes are counted."""

    digest: str
    id: str
    name: str
    bank: str
    """Who banks the game, and so has the edge: `house` or `player-dealer`."""
    ev: str
    house_edge: float
    ante: Cents
    """The Ante that the game is solved for."""
    binds: tuple[BindingLine, ...]
    """What changes the game at some Ante within the limits; in force from `from_ante` on."""


class NetLine(msgspec.Struct, frozen=True):
    """The number of deals with this net result in antes."""

    net: float
    net_exact: str
    count: int
    probability: float


class BetLine(msgspec.Struct, frozen=True):
    """A row of a bonus wager's return table."""

    hand: str
    net: str
    probability: float


class SideBet(msgspec.Struct, frozen=True):
    """A bonus wager under optimal play; for the Progressive, `table` says at which meter."""

    name: str
    table: str
    edge: float
    edge_exact: str
    hit_rate: float
    standard_deviation: float
    assumptions: tuple[str, ...]
    lines: tuple[BetLine, ...]


class CombinedFigures(msgspec.Struct, frozen=True):
    """A wager that a fold loses, as large as the Ante: ignored by play, and counted in it.

    Edges are of the wager, the cost and the gain of best play for both are of the Ante.
    """

    wager: str
    edge_base_play: float
    edge_best_play: float
    base_cost: float
    gain: float


class JackpotFigures(msgspec.Struct, frozen=True):
    """The Progressive beyond one wager at one meter; expected values in cents, rounded."""

    meter: Cents
    """The assumed meter."""
    break_even: float | None
    """The meter at which the wager breaks even; null if it never does."""
    long_run_edge: float
    """The edge over the whole life of the meter, without Envy and mystery."""
    envy: float
    """The value of Envy per round, with five other players."""
    mystery: float
    """The value of the mystery per wager."""
    whole_edge: float
    """The long-run edge with Envy and the mystery."""


class StartingHandLine(msgspec.Struct, frozen=True):
    """One of the 169 starting hands: how many holdings it covers, and the values in antes."""

    name: str
    holdings: int
    values: dict[str, float]
    exact: dict[str, str]
    best: str


class Solved(FirstFigures, frozen=True):
    """A game, solved exactly; amounts are in antes, floats are rounded exact values."""

    element_of_risk: float
    average_wager: float
    standard_deviation: float
    skewness: float
    hit_rate: float
    actions: dict[str, float]
    endings: dict[str, dict[str, float]]
    net: tuple[NetLine, ...]
    deals: int
    side_bets: tuple[SideBet, ...]
    combined: CombinedFigures | None
    assumptions: tuple[Cited, ...]
    """Figures that the house's own document does not print."""
    jackpot: JackpotFigures | None
    starting_hands: tuple[StartingHandLine, ...]
    seconds: float


class SimulatedMean(msgspec.Struct, frozen=True):
    """A simulated mean and its standard error: in antes, a bonus wager's in its own stake."""

    name: str
    mean: float
    """The mean so far."""
    stderr: float
    """Its standard error."""


class Simulated(msgspec.Struct, frozen=True):
    """A simulated table so far; more hands follow as long as there are fewer than `most`."""

    name: str
    bank: str
    """Who banks the game: `house` or `player-dealer`."""
    ante: Cents
    seats: int
    most_seats: int
    """How many seats can play at this table."""
    strategy: str
    """How all seats play: `optimal` or `simple`."""
    seed: int
    hands: int
    """Seat-hands so far."""
    most: int
    """After how many seat-hands it ends."""
    offered: tuple[str, ...]
    """The bonus wagers that the house offers."""
    net: SimulatedMean
    """The base game: Ante, Play and Blind."""
    exact_net: float | None
    """The exact mean of best play; null for another strategy."""
    wagers: tuple[SimulatedMean, ...]
    """Every wager, in the order of settlement."""
    actions: dict[str, float]
    """How often each action ends the betting."""


class ParFile(msgspec.Struct, frozen=True):
    """A PAR sheet as one file."""

    name: str
    media: str
    text: str
