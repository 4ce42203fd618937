"""The dealing procedures (Q-26): what is dealt first, and what follows."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ONE_EACH, TWO_EACH, COMMUNITY = "one card to each hand", "two cards to each hand", "the five"
"""The steps of a deal; the hands are those of the seats, clockwise, and then the dealer's."""

PROCEDURES: Mapping[str, tuple[str, ...]] = {
    "shoe": (ONE_EACH, ONE_EACH, COMMUNITY),
    "shuffler": (TWO_EACH, COMMUNITY),
    "community-first": (COMMUNITY, TWO_EACH),
    "hand-held": (TWO_EACH, COMMUNITY),
}
