"""What a house has: its capped wagers, the options of its sheet, the highest fee of a bank."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, PAIR, Changes, rules_of
from uth.core.cards import parse_cards
from uth.rulebook.store import load_house
from uth.table.collection import most_a_banker_owes
from uth.table.options import document_options
from uth.table.settling.showdown import Showdown, compare, turn_dealer
from uth.table.wagers import WAGERS, capped_wagers


@pytest.mark.clause("Q-12")
def test_q_12_what_counts_towards_the_maximum() -> None:
    names = [wager.name for wager in capped_wagers(load_house("hollywood-pa"))]
    assert names == ["ante", "play", "blind", "ultimate_pairs"]


def test_a_house_without_bad_beat_has_no_option_for_it() -> None:
    circles = ["Ante", "Blind", "Trips", "Play"]
    changes: Changes = {"wagers": {"bad_beat": False}, "layout": {"circles": circles}}
    entries = [option.entry for option in document_options(rules_of("california", changes))]
    assert "wagers.bad_beat_needs_trips" not in entries
    assert "tables.bad_beat" not in entries
    assert "tables.paytable" in entries


def test_the_highest_fee_of_a_bank() -> None:
    """The highest band of the whole table's action, or of five squares."""
    schedule = load_house("california-bad-beat").collection
    assert most_a_banker_owes(schedule) == max(band.fee for band in schedule.action or ())
    bands = [{"from": "1", "fee": "1"}, {"from": "100", "fee": "2"}]
    squares = rules_of("california", {"collection": {"square": bands}}).collection
    assert most_a_banker_owes(squares) == 5 * 200
    assert most_a_banker_owes(load_house("california").collection) == 0


@pytest.mark.clause("Q-4")
def test_q_4_a_fold_takes_no_envy() -> None:
    deal = turn_dealer(load_house("hollywood-pa"), parse_cards(LOW_BOARD), parse_cards(PAIR))
    cards = parse_cards("As Ad")
    showdown = Showdown(
        deal=deal, compared=compare(deal, cards), cards=cards, folded=True, seat=1, hands={}
    )
    assert WAGERS["envy"].lost_by_fold(showdown) == ()
