"""No face-down card is ever on the screen: all text is compared with the deck."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

from tests.cli.terminal.scripted_session import ScriptedSession
from uth.cli.terminal.display import SUITS
from uth.core.cards import DECK, Card
from uth.rulebook.store import HOUSES
from uth.table import events as e
from uth.table.view import TableView, to_be_seen

CARDS = {f"{card.text[0]}{SUITS[card.suit]}": card for card in DECK}
ANY_CARD = re.compile("|".join(CARDS))


class WatchedOutput(io.StringIO):
    """Output that records, for each piece of text, which cards were face up at that moment."""

    def __init__(self) -> None:
        super().__init__()
        self.face_up: frozenset[Card] = frozenset()
        self.pieces: list[tuple[str, frozenset[Card]]] = []

    def write(self, text: str) -> int:
        self.pieces.append((text, self.face_up))
        return super().write(text)


class WatchedSession(ScriptedSession):
    """A session whose output is told by the engine which cards are face up."""

    def __init__(self, house: str, answers: list[str], **options: Any) -> None:
        self.watched = WatchedOutput()
        self.hands: tuple[tuple[Card, ...], ...] = ((),) * 7
        super().__init__(house, answers, output=self.watched, **options)

    def _handle(self, event: e.Event, table: TableView) -> None:
        super()._handle(event, table)
        if not hasattr(self, "session"):
            return
        table_state = self.session.croupier.table
        self.hands = table_state.hands if any(table_state.hands) else self.hands
        face_up = self.watched.face_up
        if isinstance(event, e.DealerCall) and event.call == "deal":
            face_up = frozenset(self.hands[table_state.find("You")])
        elif isinstance(event, e.BoardTurned | e.DealerTurned):
            face_up |= set(event.cards)
        elif isinstance(event, e.HandRanked):
            face_up |= set(self.hands[event.seat])
        self.watched.face_up = face_up


def leaked_cards(session: WatchedSession) -> tuple[list[str], int]:
    """The cards that were shown while face down, and the number of all cards shown.

    The wording of PA-6 names cards too (A♥A♦); that is not a leak.
    """
    seen = [
        (name, face_up)
        for text, face_up in session.watched.pieces
        for name in ANY_CARD.findall(text.replace("A♥A♦", ""))
    ]
    return [name for name, face_up in seen if CARDS[name] not in face_up], len(seen)


ROUNDS = ["", "c", "t", "c", "t", "f", "l", "", "", "", ""]


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("house", HOUSES)
def test_no_face_down_card_is_ever_shown(house: str, terminal: bool) -> None:
    first = ["d"] if "california" in house else []
    session = WatchedSession(
        house,
        [*first, *ROUNDS],
        bots=4,
        force_terminal=terminal,
        color_system="truecolor" if terminal else None,
        seed=f"hidden {house}",
    )

    leaked, seen = leaked_cards(session)
    assert leaked == []
    assert seen > 30
    assert session.conserved()


def test_a_screen_that_shows_the_dealers_cards_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("uth.table.view._dealer", lambda table: table.hands[0] or None)

    leaked, _ = leaked_cards(WatchedSession("cardroom-25", ["", "c"], bots=1))
    assert leaked


def test_visible_events_hold_no_hidden_card() -> None:
    session = ScriptedSession("hollywood-pa", [], bots=5, rounds=3, auto=True)

    assert not any(isinstance(event, e.Dealt) for event in session.events)
    begun = [event for event in session.events if isinstance(event, e.SettlementBegun)]
    assert len(begun) == 3
    assert all(event.due == () for event in begun)


def test_a_deal_is_published_without_its_deck() -> None:
    event = to_be_seen(e.Dealt(DECK, "red", "shoe", (1,), clauses=("CA-3.1",)))

    assert event == e.DealerCall("deal", facts={"colour": "red"}, clauses=("CA-3.1",))
