"""No unturned card is ever on the screen: every piece of text is held against the deck."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

from tests.cli.terminal.evening import Evening
from uth.cli.terminal.symbols import SUITS
from uth.core.cards import DECK, Card
from uth.rulebook.store import HOUSES
from uth.table import events as e
from uth.table.view import TableView, to_be_seen

SHOWN = {f"{card.rank}{SUITS[card.suit]}": card for card in DECK}
ANY = re.compile("|".join(SHOWN))


class Watched(io.StringIO):
    """A screen that remembers, for each piece written on it, what lay face up at that moment."""

    def __init__(self) -> None:
        super().__init__()
        self.up: frozenset[Card] = frozenset()
        self.pieces: list[tuple[str, frozenset[Card]]] = []

    def write(self, text: str) -> int:
        self.pieces.append((text, self.up))
        return super().write(text)


class WatchedEvening(Evening):
    """An evening whose screen knows what has been turned in the round, from the engine itself."""

    def __init__(self, house: str, typed: list[str], **options: Any) -> None:
        self.watched = Watched()
        self.hands: tuple[tuple[Card, ...], ...] = ((),) * 7
        super().__init__(house, typed, screen=self.watched, **options)

    def _overhear(self, event: e.Event, table: TableView) -> None:
        super()._overhear(event, table)
        if not hasattr(self, "session"):
            return
        real = self.session.croupier.table
        self.hands = real.hands if any(real.hands) else self.hands
        up = self.watched.up
        if isinstance(event, e.DealerCall) and event.call == "deal":
            up = frozenset(self.hands[real.find("You")])
        elif isinstance(event, e.BoardTurned | e.DealerTurned):
            up |= set(event.cards)
        elif isinstance(event, e.HandRanked):
            up |= set(self.hands[event.seat])
        self.watched.up = up


def unturned(evening: WatchedEvening) -> tuple[list[str], int]:
    """The cards that were on the screen while they lay face down, and how many were seen at all.

    Clauses name cards too (PA-6: A♥A♦); a footnote is no leak.
    """
    seen = [
        (found, up)
        for text, up in evening.watched.pieces
        for found in ANY.findall(text.replace("A♥A♦", ""))
    ]
    return [found for found, up in seen if SHOWN[found] not in up], len(seen)


ROUNDS = ["", "c", "t", "c", "t", "f", "l", "", "", "", ""]


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("house", HOUSES)
def test_no_unturned_card_is_ever_shown(house: str, terminal: bool) -> None:
    first = ["d"] if "california" in house else []
    evening = WatchedEvening(
        house,
        [*first, *ROUNDS],
        bots=4,
        force_terminal=terminal,
        color_system="truecolor" if terminal else None,
        seed=f"hidden {house}",
    )

    leaked, seen = unturned(evening)
    assert leaked == []
    assert seen > 30
    assert evening.conserved()


def test_a_screen_that_shows_the_dealer_s_cards_would_be_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("uth.table.view._dealer", lambda table: table.hands[0] or None)

    leaked, _ = unturned(WatchedEvening("cardroom-25", ["", "c"], bots=1))
    assert leaked


def test_the_events_that_are_told_hold_no_hidden_card() -> None:
    evening = Evening("hollywood-pa", [], bots=5, rounds=3, auto=True)

    assert not any(isinstance(event, e.Dealt) for event in evening.events)
    begun = [event for event in evening.events if isinstance(event, e.SettlementBegun)]
    assert len(begun) == 3
    assert all(event.due == () for event in begun)


def test_a_deal_is_told_without_its_deck() -> None:
    told = to_be_seen(e.Dealt(DECK, "red", "shoe", (1,), ("CA-3.1",)))

    assert told == e.DealerCall("deal", text="the red deck is dealt", clauses=("CA-3.1",))
