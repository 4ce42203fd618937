"""All wagers by name: nothing else in the program lists them."""

from __future__ import annotations

from uth.rulebook.catalogue import CATALOGUE
from uth.table.wagers.ante import Ante
from uth.table.wagers.bad_beat import BadBeat
from uth.table.wagers.blind import Blind
from uth.table.wagers.play import Play
from uth.table.wagers.progressive import Envy, Progressive
from uth.table.wagers.trips import Trips
from uth.table.wagers.ultimate_pairs import UltimatePairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from uth.rulebook.model import Rulebook
    from uth.table.wagers.wager import Wager

PROGRESSIVE = Progressive()
"""The wager that feeds the linked meters."""

_OBJECTS: tuple[Wager, ...] = (
    Ante(),
    Play(),
    Blind(),
    Trips(),
    BadBeat(),
    UltimatePairs(),
    PROGRESSIVE,
    Envy(),
)
_BY_NAME = {wager.name: wager for wager in _OBJECTS}

WAGERS: Mapping[str, Wager] = {name: _BY_NAME[name] for name in CATALOGUE}
"""Every wager by its name, in the order of Q-18."""

PLACED = tuple(name for name, wager in WAGERS.items() if wager.placed)
"""The wagers that are placed before the deal; Play comes later and is bound by the Ante."""

BASE = tuple(name for name, wager in WAGERS.items() if wager.base)
"""The game itself: Ante, Play and Blind."""

BACK_LINE = tuple(name for name, wager in WAGERS.items() if wager.back_line)
"""What may be staked behind a seat (Q-6)."""


def offered_wagers(rules: Rulebook) -> tuple[Wager, ...]:
    """The wagers that a house has, in the order of Q-18."""
    return tuple(wager for wager in WAGERS.values() if wager.offered(rules))


def placed_wagers(rules: Rulebook) -> tuple[Wager, ...]:
    """The wagers that may be placed before the deal in a house, the Ante and the Blind first."""
    return tuple(WAGERS[name] for name in PLACED if rules.offers(name))


def bonus_wagers(rules: Rulebook) -> tuple[Wager, ...]:
    """The wagers of a house that are placed besides Ante and Blind."""
    return tuple(wager for wager in placed_wagers(rules) if not wager.base)


def by_circle(circle: str) -> Wager | None:
    """The wager of a circle that a layout prints."""
    return next((wager for wager in WAGERS.values() if wager.circle == circle), None)


def offered(rules: Rulebook, name: str) -> bool:
    """Whether a wager of this name may be placed before the deal in a house."""
    return name in PLACED and rules.offers(name)
