"""The wagers of one seat in a spot: caps that they share, folds that lose them, and their values.

Every value is compared with the table's own settlement, over all cards that were not seen.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.exact.enumeration import without
from tests.exact.test_advice import draw_spot
from tests.own_house import own_house
from uth.core.cards import DECK, parse_cards
from uth.core.hands import rank_hand
from uth.core.refusal import Refusal
from uth.exact.bets.spot_wagers import SeatStakes, SpotWagers
from uth.exact.plain_advice import plain_advise
from uth.exact.solver.outcomes import Action
from uth.exact.solver.solve import best_hands
from uth.exact.solver.starting_hands import starting_hand_index
from uth.exact.spot_endings import advise_preflop
from uth.rulebook.settings import with_settings
from uth.rulebook.store import load_house, load_text
from uth.table.settling.settlement import DealtSpot, settle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uth.core.cards import Card
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.spot import Spot as Spot_
    from uth.rulebook.model import Rulebook

from uth.exact.solver.spot import Spot

METER = 1_000_000


def staked(rules: Rulebook, spot: Spot_, ante: int = 1500, **bonuses: int) -> SpotWagers:
    return SpotWagers(SeatStakes(rules, {"ante": ante, "blind": ante, **bonuses}, METER), spot)


def departing(extends: str, changes: str) -> Rulebook:
    return load_text(own_house(extends, changes))


def settled(wagers: SpotWagers, board: Iterable[Card], theirs: Iterable[Card], play: int) -> int:
    """What the table pays and takes on all wagers of the seat, in cents."""
    seat = wagers.seat
    dealt = DealtSpot(1, wagers.spot.hole, play, seat.stakes)
    rows = settle(seat.house, tuple(board), tuple(theirs), [dealt]).rows
    return sum(row.paid - row.taken for row in rows)


def at_table(wagers: SpotWagers, board: tuple[Card, ...], play: int) -> Fraction:
    """The mean of a Play bet, or of a fold (0), over every dealer holding."""
    spot = wagers.spot
    deck = [card for card in without(spot.seen) if card not in board]
    dealers = [(*spot.dealer, *more) for more in combinations(deck, 2 - len(spot.dealer))]
    total = sum(settled(wagers, board, theirs, play) for theirs in dealers)
    return Fraction(total, len(dealers) * wagers.seat.ante)


def enumerated(wagers: SpotWagers) -> dict[Action, Fraction]:
    """Every action on the flop or the river, settled card by card."""
    spot, rules = wagers.spot, wagers.rules
    rivers = (*rules.river, 0)
    if len(spot.board) == 5:
        return {_action(play): at_table(wagers, spot.board, play) for play in rivers}
    boards = [(*spot.board, *more) for more in combinations(without(spot.seen), 2)]
    values = {
        _action(play): sum((at_table(wagers, board, play) for board in boards), Fraction(0))
        for play in rules.flop
    }
    best = (max(at_table(wagers, board, play) for play in rivers) for board in boards)
    values[Action.CHECK] = sum(best, Fraction(0))
    return {action: value / len(boards) for action, value in values.items()}


def _action(play: int) -> Action:
    return Action(f"{play}x") if play else Action.FOLD


def advised(wagers: SpotWagers) -> dict[Action, Fraction]:
    return wagers.counted(plain_advise(wagers.rules, spot=wagers.spot, net=wagers.net)).values


def spot_with(hole: str, board: str, left: int, seed: int = 1) -> Spot:
    """A spot in which only so many cards are not seen."""
    seen = parse_cards(f"{hole} {board}")
    deck = without(seen)
    Random(seed).shuffle(deck)
    return Spot(parse_cards(hole), parse_cards(board), tuple(deck[left:]))


PAIRS_AND_BEAT = {"trips": 90_000, "bad_beat": 60_000, "ultimate_pairs": 100_000}
SMALL = departing("hollywood-pa", '[payouts]\nmaximum = "40"\n')
"""A maximum of $40, which common hands reach."""
POSTED = departing(
    "hollywood-pa",
    '[payouts]\nmaximum = "90"\n'
    'maximum_on = ["ante", "play", "blind", "trips", "bad_beat", "ultimate_pairs"]\n',
)
"""A maximum that every wager counts towards, as CR-10 has it."""
AGGREGATE = with_settings("light-and-wonder", {"payouts": {"aggregate": {"value": "40"}}})
FOLDS = {
    reading: departing("hollywood-pa", f"[settlement]\nsurvives_fold = {names}\n")
    for reading, names in (
        ("bad beat lives", '["trips", "ultimate_pairs", "progressive", "bad_beat"]'),
        ("trips die", '["ultimate_pairs", "progressive"]'),
        ("all die", '["envy"]'),
    )
}


@pytest.mark.clause("PA-12")
@pytest.mark.clause("Q-12")
def test_a_pair_of_aces_checks_where_ultimate_pairs_shares_the_maximum() -> None:
    """$30,000 of the $50,000 for red aces: a royal flush is worth the same with 1x as with 2x."""
    rules, spot = load_house("hollywood-pa"), Spot(parse_cards("Ah Ad"), parse_cards("Kh Qh Jh"))
    alone = staked(rules, spot, 100_000)
    shared = staked(rules, spot, 100_000, ultimate_pairs=100_000)
    assert shared.changing == {"ultimate_pairs": "maximum"}
    assert plain_advise(alone.rules, spot=spot).best is Action.TWO
    assert plain_advise(shared.rules, spot=spot, net=shared.net).best is Action.CHECK
    assert {binding.what for binding in shared.binds} >= {"royal_flush", "ultimate_pairs"}


@pytest.mark.parametrize(
    ("rules", "ante", "hole", "board"),
    [
        (load_house("hollywood-pa"), 100_000, "Ah Ad", "Kh Qh Jh"),
        (load_house("hollywood-pa"), 100_000, "Ah Ad", "Kh Qh Jh Th 2c"),
        (load_house("hollywood-pa"), 100_000, "9h 8h", "7h 6h 2c"),
        (SMALL, 1500, "9h 9d", "9c 8c 7c"),
        (SMALL, 1500, "Ah Ad", "9c 8c 7c 7d 2s"),
        (POSTED, 1500, "9h 9d", "9c 8c 7c"),
        (POSTED, 1500, "Ah Kd", "9c 8c 7c 7d 7s"),
        (AGGREGATE, 1500, "9h 9d", "9c 8c 7c"),
        (AGGREGATE, 1500, "Ah Ad", "9c 8c 7c 7d 7s"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wagers_that_share_a_cap_are_worth_what_the_table_pays(
    rules: Rulebook, ante: int, hole: str, board: str
) -> None:
    scale = ante // 500
    bonuses = {name: stake * scale // 200 for name, stake in PAIRS_AND_BEAT.items()}
    wagers = staked(rules, spot_with(hole, board, 8), ante, **bonuses)
    assert advised(wagers) == enumerated(wagers)


@pytest.mark.clause("Q-4")
@pytest.mark.parametrize("reading", FOLDS)
@pytest.mark.parametrize("board", ["9c 8c 2d", "9c 8c 2d Kd Ks"])
def test_a_fold_loses_what_the_rulebook_says(reading: str, board: str) -> None:
    rules = FOLDS[reading]
    bonuses = {"trips": 1000, "bad_beat": 500, "ultimate_pairs": 1500}
    wagers = staked(rules, spot_with("9h 3d", board, 8), **bonuses)
    assert advised(wagers) == enumerated(wagers)
    lost = {name for name in bonuses if name not in rules.settlement.survives_fold}
    assert wagers.changing.keys() == lost
    assert wagers.fold_varies == (reading == "bad beat lives")


@pytest.mark.clause("Q-4")
def test_a_progressive_that_a_fold_loses_is_known_from_the_flop_on() -> None:
    rules = FOLDS["all die"]
    flush = staked(rules, Spot(parse_cards("Ah 9h"), parse_cards("2h 5h 7h")), progressive=500)
    assert flush.changing == {"progressive": "fold"}
    assert flush.net is not None
    with pytest.raises(Refusal, match="solve/wager"):
        _ = staked(rules, Spot(parse_cards("Ah 9h")), progressive=500).net


@pytest.mark.parametrize("rules", [POSTED, FOLDS["bad beat lives"], FOLDS["all die"]])
def test_shared_caps_before_the_flop_agree_with_the_flops(rules: Rulebook) -> None:
    """With seen cards: a check takes the better action on every flop."""
    spot = spot_with("Ah Ad", "", 7)
    bonuses = {"trips": 500, "bad_beat": 1500, "ultimate_pairs": 1500}
    wagers = staked(rules, spot, **bonuses)
    assert wagers.net is not None
    advice = wagers.counted(advise_preflop(wagers.rules, spot, wagers.net))
    flops = list(combinations(without(spot.seen), 3))
    check = Fraction(0)
    for flop in flops:
        later = staked(rules, Spot(spot.hole, flop, spot.dead), **bonuses)
        check += max(advised(later).values())
    assert advice.values[Action.CHECK] == check / len(flops)


@pytest.mark.slow
def test_shared_caps_before_the_flop_are_those_of_all_boards(boards: Boards) -> None:
    """The solver over all boards against every flop of one hand."""
    rules, spot = load_house("hollywood-pa"), Spot(parse_cards("Ah Ad"))
    wagers = staked(rules, spot, 100_000, bad_beat=50_000, trips=50_000, ultimate_pairs=100_000)
    assert wagers.changing == {"bad_beat": "fold", "ultimate_pairs": "maximum"}
    assert wagers.net is not None
    hand = best_hands(boards, wagers.rules, wagers.net)[starting_hand_index(*spot.hole)]
    assert advise_preflop(wagers.rules, spot, wagers.net).values == hand.values


@pytest.mark.clause("Q-4")
def test_only_a_bad_beat_changes_the_best_play() -> None:
    """Trips, Ultimate Pairs and the Progressive survive a fold: they add the same everywhere."""
    rules, draw = load_house("hollywood-pa"), Random(4)
    for cards in (3, 5):
        spot = draw_spot(draw, cards, 3, 0)
        wagers = staked(rules, spot, trips=500, ultimate_pairs=500, progressive=500)
        assert (wagers.changing, wagers.net) == ({}, None)
        assert staked(rules, spot, trips=500, bad_beat=500).changing == {"bad_beat": "fold"}
        base = plain_advise(wagers.rules, spot=spot)
        counted = wagers.counted(base)
        assert len({counted.values[action] - base.values[action] for action in base.values}) == 1
        assert counted.best is base.best


@pytest.mark.parametrize("table", ["1", "2"])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_surviving_wagers_are_worth_what_the_table_pays(table: str, dealer: int) -> None:
    """On average over every board and dealer that the seen cards leave, settled at the table."""
    rules = with_settings("light-and-wonder", {"tables": {"ultimate_pairs": {"value": table}}})
    draw = Random(dealer)
    for hole in ("Ah Ad", "As Js", "9c 9d"):
        seen = parse_cards(hole)
        deck = without(seen)
        draw.shuffle(deck)
        board, known, dead = tuple(deck[:3]), tuple(deck[3 : 3 + dealer]), tuple(deck[5:44])
        spot = Spot(seen, board, dead, known)
        stakes = {"ante": 500, "blind": 500, "trips": 300, "ultimate_pairs": 200}
        totals, rounds = dict.fromkeys(("trips", "ultimate_pairs"), Fraction(0)), 0
        free = without(spot.seen)
        for more in combinations(free, 2):
            for theirs in combinations(without(spot.seen, more), 2 - dealer):
                rounds += 1
                dealt = DealtSpot(1, seen, 0, stakes)
                hands = (*board, *more), (*known, *theirs)
                for row in settle(rules, *hands, [dealt], None).rows:
                    if row.wager in totals:
                        totals[row.wager] += row.paid - row.taken
        values = SpotWagers(SeatStakes(rules, stakes, 0), spot).surviving
        assert values == {name: total / rounds / 500 for name, total in totals.items()}


def test_the_progressive_in_a_spot() -> None:
    rules = load_house("hollywood-pa")
    flush = staked(rules, Spot(parse_cards("Ah 9h"), parse_cards("2h 5h 7h")), progressive=500)
    assert flush.surviving == {"progressive": Fraction(20_000 - 500, 1500)}
    royal = staked(rules, Spot(parse_cards("Ah Kh"), parse_cards("Qh Jh Th")), progressive=500)
    assert royal.surviving == {"progressive": Fraction(METER - 500, 1500)}
    few = Spot(parse_cards("Ah Kh"), (), tuple(card for card in DECK if card.rank < 11)[:35])
    hands = [rank_hand((*few.hole, *flop)).category for flop in combinations(without(few.seen), 3)]
    worth = staked(rules, few, progressive=500).surviving["progressive"]
    paid = sum(
        Fraction(share.fixed)
        if share.fixed is not None
        else Fraction(METER * (share.basis_points or 0), 10_000)
        for share in map(rules.progressive.prizes.get, hands)
        if share
    )
    assert worth == (paid / len(hands) - 500) / 1500


def test_trips_before_the_flop() -> None:
    spot = Spot(parse_cards("Ah Kh"), (), tuple(DECK[:36]))
    nets = {3: 3, 4: 5, 5: 6, 6: 7, 7: 20, 8: 40, 9: 50}
    boards = list(combinations(without(spot.seen), 5))
    total = sum(nets.get(rank_hand((*spot.hole, *board)).category.value, -1) for board in boards)
    wagers = staked(load_house("hollywood-pa"), spot, trips=1500)
    assert wagers.surviving == {"trips": Fraction(total, len(boards))}
