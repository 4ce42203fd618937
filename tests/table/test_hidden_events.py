"""Events as others may see them: without what lies face down or is still to come."""

from __future__ import annotations

from tests.table.driver import PAIR, Game, quick
from uth.core.cards import DECK
from uth.table import events as e
from uth.table.view import to_be_seen


def test_a_deal_is_seen_without_its_deck() -> None:
    event = to_be_seen(e.Dealt(DECK, "red", "shoe", (1,), clauses=("CA-3.1",)))
    assert event == e.DealerCall("deal", facts={"colour": "red"}, clauses=("CA-3.1",))


def test_a_settlement_begins_without_what_is_still_to_be_paid() -> None:
    begun = quick("light-and-wonder", {1: "As Ad"}, PAIR, {1: "4x"}).last(e.SettlementBegun)
    assert begun.due
    assert to_be_seen(begun) == e.SettlementBegun((), clauses=begun.clauses)


def test_other_events_are_seen_as_they_are() -> None:
    (event,) = Game("light-and-wonder").sit(1).events[-1:]
    assert to_be_seen(event) is event
