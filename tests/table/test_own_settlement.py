"""Settlement in houses of one's own: what the five houses leave at its default."""

from __future__ import annotations

import pytest

from tests.own_house import own_house
from uth.core.cards import parse_cards
from uth.rulebook import store
from uth.table.collection import banker_fee, player_fee
from uth.table.settling.settlement import Backer, DealtSpot, Settlement, settle

BOARD = parse_cards("Kd 9c 7c 4s 2h")
NOTHING = parse_cards("Qs 3d")
"""The dealer's cards: no pair with this board."""


def spot(seat: int, cards: str, multiple: int, *backers: Backer) -> DealtSpot:
    return DealtSpot(seat, parse_cards(cards), multiple, {"ante": 500, "blind": 500}, backers)


def order(settlement: Settlement) -> list[tuple[int, str, str]]:
    return [(row.seat, row.backer, row.wager) for row in settlement.rows]


@pytest.mark.clause("LW-5")
def test_lw_5_a_casino_may_settle_in_another_order() -> None:
    rules = store.load_text(
        'extends = "light-and-wonder"\n[settlement]\ndirection = "left-to-right"\n'
        "antes_first = false\n"
        'order = ["blind", "ante", "play", "trips", "bad_beat", "ultimate_pairs", '
        '"progressive", "envy"]'
    )
    settlement = settle(rules, BOARD, NOTHING, [spot(4, "Ah Ks", 4), spot(2, "Jh Js", 1)])
    assert order(settlement) == [
        (seat, "", wager) for seat in (2, 4) for wager in ("blind", "ante", "play")
    ]


@pytest.mark.clause("Q-6")
@pytest.mark.clause("Q-18")
def test_q_6_q_18_antes_of_the_back_line_are_refunded_first_too() -> None:
    rules = store.load_text(own_house("california", "[settlement]\nantes_first = true"))
    behind = Backer("Ada", {"ante": 1000, "blind": 1000})
    settlement = settle(
        rules, BOARD, NOTHING, [spot(1, "Ah Ks", 4, behind), spot(3, "Jh 6s", 0)], banker=6
    )
    assert order(settlement) == [
        (3, "", "ante"),
        (3, "", "blind"),
        (1, "", "ante"),
        (1, "Ada", "ante"),
        (1, "", "play"),
        (1, "", "blind"),
        (1, "Ada", "play"),
        (1, "Ada", "blind"),
    ]
    assert {row.outcome for row in settlement.rows[2:4]} == {"push"}


@pytest.mark.clause("CA-11")
def test_ca_11_fees_per_square_and_from_players() -> None:
    rules = store.load_text(
        'extends = "california"\n[collection]\n'
        'square = { value = [{ from = "10", fee = "1" }, { from = "100", fee = "2" }], '
        'clause = "CA-11" }\n'
        'player = { value = [{ from = "1", fee = "0.50" }], clause = "CA-11" }'
    )
    assert rules.collection.in_force
    assert banker_fee(rules.collection, [900, 1000, 9999, 10_000]) == 0 + 100 + 100 + 200
    assert player_fee(rules.collection, 99) == 0
    assert player_fee(rules.collection, 100) == 50


@pytest.mark.clause("Q-9")
def test_q_9_table_two_looks_at_the_dealer_for_its_top_prize_alone() -> None:
    rules = store.load_text('extends = "light-and-wonder"\n[tables]\nultimate_pairs = "2"')
    aces = DealtSpot(1, parse_cards("Ah As"), 4, {"ante": 500, "blind": 500, "ultimate_pairs": 100})
    for dealer, paid in (("Ad Ac", 1000_00), ("Kh Kc", 30_00)):
        settlement = settle(rules, BOARD, parse_cards(dealer), [aces])
        assert [row.paid for row in settlement.rows if row.wager == "ultimate_pairs"] == [paid]
