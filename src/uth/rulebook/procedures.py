"""The dealing procedures: what is dealt first, and what follows (Q-26)."""

from __future__ import annotations

from uth.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    Procedure = Literal["shoe", "shuffler", "community-first", "hand-held"]

ONE_EACH, TWO_EACH, COMMUNITY = "one card to each hand", "two cards to each hand", "the five"
"""The steps of a deal; the hands are those of the seats, clockwise, and then the dealer's."""


class DealingProcedure(Record):
    """What is dealt first, and what follows (Q-26)."""

    steps: tuple[str, ...]
    board_in_hand: bool = False
    """Whether the dealer holds the board until it is turned (LW-2), instead of laying it down."""


PROCEDURES: Mapping[str, DealingProcedure] = {
    "shoe": DealingProcedure((ONE_EACH, ONE_EACH, COMMUNITY)),
    "shuffler": DealingProcedure((TWO_EACH, COMMUNITY)),
    "community-first": DealingProcedure((COMMUNITY, TWO_EACH)),
    "hand-held": DealingProcedure((TWO_EACH, COMMUNITY), board_in_hand=True),
}
