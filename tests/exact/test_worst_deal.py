"""The worst deal compared with enumeration and with the table's own settlement."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.exact.enumeration import holdings, settle, strengths, without
from tests.exact.reference_solver import canonical_boards
from uth.core.cards import DECK, parse_cards
from uth.core.hands import CATEGORIES
from uth.exact.banking.bank import SeatWagers, seat_distribution
from uth.exact.banking.board_bounds import BoardBounds
from uth.exact.banking.holding_lines import HoldingLines
from uth.exact.banking.worst_deal import worst_deal
from uth.exact.solver.house_game import game_rules
from uth.rulebook.store import load_house, load_text
from uth.table.settling.settlement import DealtSpot
from uth.table.settling.settlement import settle as settle_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.exact.enumeration import Holding
    from uth.core.cards import Card
    from uth.exact.banking.ended_wagers import Wagers
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook


def seat(ante: int, **bonuses: int) -> dict[str, int]:
    wagers = {"ante": ante, "blind": ante, **bonuses}
    return {wager: 100 * dollars for wager, dollars in wagers.items()}


def enumerated_wins(house: Rulebook, wagers: Wagers, mine: int, theirs: int) -> int:
    """The most that a seat wins, straight from the rules; after a fold only Trips can win."""
    hand, other = CATEGORIES[mine >> 20], CATEGORIES[theirs >> 20]
    trips = beat = 0
    if "trips" in wagers:
        odds = house.pays.by_category("trips").get(hand)
        trips = wagers["trips"] * (odds.win if odds else -1)
    if "bad_beat" in wagers:
        beaten = house.pays.by_category("bad_beat").get(min(hand, other, key=lambda one: one.value))
        beat = wagers["bad_beat"] * (beaten.win if beaten and mine != theirs else -1)
    rules, ante = game_rules(house), wagers["ante"]
    stay = max(int(ante * settle(rules, mine, theirs, play)) for play in (1, 2, 4)) + beat
    return max(stay, -2 * ante - wagers.get("bad_beat", 0)) + trips


def enumerated_pairs(house: Rulebook, wagers: Wagers, one: Holding, dealer: Holding) -> int:
    """The net of Ultimate Pairs by the first line that matches."""
    stake = wagers.get("ultimate_pairs", 0)
    lines = (
        pay_line
        for pay_line in house.pays.by_holding("ultimate_pairs")
        if pay_line.fits(one, dealer)
    )
    pay_line = next(lines, None)
    return int(stake * pay_line.pays.fraction) if pay_line else -stake


def open_lines(house: Rulebook, dealer: Holding) -> tuple[bool, ...]:
    """Which lines of Ultimate Pairs the dealer's cards allow."""
    return tuple(
        pay_line.dealer is None or any(hand.fits(dealer) for hand in pay_line.dealer)
        for pay_line in house.pays.by_holding("ultimate_pairs")
    )


def enumerated_most(house: Rulebook, seats: Sequence[Wagers], board: Sequence[Card]) -> int:
    """Try every dealer and holding; skip those whose best completion is not better."""
    made = strengths(board)
    best = -(10**12)
    paid: dict[tuple[int, Holding, tuple[bool, ...]], int] = {}
    for dealer in holdings(without(board)):
        theirs, opened = made[dealer], open_lines(house, dealer)
        worth = {
            (at, strength): cached_wins(house, seats, at, strength, theirs)
            for at, strength in product(range(len(seats)), set(made.values()))
        }

        def wins(at: int, one: Holding, worth: Mapping[tuple[int, int], int] = worth) -> int:
            if "ultimate_pairs" not in seats[at]:
                return worth[at, made[one]]
            key = (at, one, opened)  # noqa: B023
            if key not in paid:
                paid[key] = enumerated_pairs(house, seats[at], one, dealer)  # noqa: B023
            return worth[at, made[one]] + paid[key]

        lists = [
            sorted(((wins(at, one), one) for one in made), key=lambda pair: -pair[0])
            for at in range(len(seats))
        ]

        def assign(
            at: int, total: int, used: set[Card], lists: list[list[tuple[int, Holding]]]
        ) -> None:
            nonlocal best
            if at == len(lists):
                best = max(best, total)
                return
            rest = sum(some[0][0] for some in lists[at + 1 :])
            for wins, one in lists[at]:
                if total + wins + rest <= best:
                    return
                if not used.intersection(one):
                    assign(at + 1, total + wins, used.union(one), lists)

        assign(0, 0, set(dealer), lists)
    return best


CACHED_WINS: dict[tuple[object, ...], int] = {}


def cached_wins(house: Rulebook, seats: Sequence[Wagers], at: int, mine: int, theirs: int) -> int:
    """`enumerated_wins`, cached by what it depends on: both categories, and who is higher."""
    sign = (mine > theirs) - (mine < theirs)
    key = (house.id, tuple(seats[at].items()), mine >> 20, theirs >> 20, sign)
    if key not in CACHED_WINS:
        CACHED_WINS[key] = enumerated_wins(house, seats[at], mine, theirs)
    return CACHED_WINS[key]


MIXED = [seat(10, trips=5, bad_beat=5), seat(100), seat(25, trips=50)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("Tc Jc Qc Td Jh", MIXED[:2]),
        ("2c 7d 9h Js Kc", MIXED[:2]),
        pytest.param("Tc Jc Qc Td Jh", MIXED, marks=pytest.mark.nightly),
        pytest.param(
            "5c 6c 7c 8d 8h",
            [seat(10, trips=5, bad_beat=5)] * 2,
            marks=pytest.mark.nightly,
        ),
        pytest.param("8c 9c Tc Jc Qc", MIXED[:2], marks=pytest.mark.nightly),
        pytest.param("4c 4d 4h 4s Ah", MIXED[:2], marks=pytest.mark.nightly),
    ],
)
def test_the_worst_deal_on_a_board_agrees_with_enumeration(
    text: str, seats: list[dict[str, int]]
) -> None:
    house, board = load_house("california"), parse_cards(text)
    worst = worst_deal(house, seats, only(board))
    assert worst.at_most == worst.deal.total == enumerated_most(house, seats, board)


def only(board: Sequence[Card]) -> BoardBounds:
    return BoardBounds.free(np.array([[card.index for card in board]]))


PAIRS_HOUSE = 'extends = "light-and-wonder"\n[wagers]\nultimate_pairs = true\n[tables]\n'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "text", "stakes"),
    [
        ("1", "Tc Jc Qc Td Jh", (300,)),
        ("2", "2c 7d 9h Js Kc", (100, 5)),
    ],
)
def test_ultimate_pairs_on_a_board_agrees_with_enumeration(
    table: str, text: str, stakes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On one board; another test covers boards that differ in suits."""
    house, board = load_text(f'{PAIRS_HOUSE}ultimate_pairs = "{table}"\n'), parse_cards(text)
    seats = [seat(10, trips=5, ultimate_pairs=stake) for stake in stakes]
    monkeypatch.setattr(HoldingLines, "variants", lambda _, one: [one])
    worst = worst_deal(house, seats, only(board))
    assert worst.exact
    assert worst.at_most == enumerated_most(house, seats, board)


def test_ultimate_pairs_distinguish_suits() -> None:
    """The variants of a board cover every choice of suits."""
    lines = HoldingLines(
        {"ultimate_pairs": load_house("hollywood-pa").pays.by_holding("ultimate_pairs")}
    )
    board = np.array([card.index for card in parse_cards("Tc Jc Qc 2d 2h")])
    tried = [tuple(sorted(one.tolist())) for one in lines.variants(board)]
    assert len(set(tried)) == len(tried) == 2
    assert {one[-1] & 3 for one in tried} & {1, 2}
    assert {one[-1] & 3 for one in tried} & {0, 3}


def test_ultimate_pairs_of_one_seat(board_bounds: BoardBounds) -> None:
    """One deal wins all best prizes: a royal flush with the red aces beats a straight flush."""
    house = load_house("hollywood-pa")
    wagers = seat(15, trips=5, bad_beat=5, ultimate_pairs=5)
    worst = worst_deal(house, [wagers], board_bounds)
    assert worst.exact
    plain = worst_deal(house, [seat(15, trips=5, bad_beat=5)], board_bounds)
    assert worst.at_most == plain.at_most + 500 * 100


def aggregated(text: str) -> Rulebook:
    payouts = f'aggregate = {{ value = {text}, clause = "Q-25" }}'
    return load_text(f'extends = "light-and-wonder"\n[payouts]\n{payouts}\n')


def test_a_table_aggregate(board_bounds: BoardBounds) -> None:
    """It is paid at most once; the bound is exact only if some deal reaches it."""
    seats = [seat(10)] * 3
    loose = worst_deal(aggregated('{ blind = "100000" }'), seats, board_bounds)
    free = worst_deal(load_house("light-and-wonder"), seats, board_bounds)
    assert loose == free
    tight = worst_deal(aggregated('{ blind = "50" }'), seats, board_bounds)
    assert tight.at_most == 3 * 5000 + 5000
    assert tight.deal.total <= tight.at_most
    alone = worst_deal(aggregated('{ blind = "50" }'), seats[:1], board_bounds)
    assert alone.exact
    assert alone.at_most == 5000 + 5000


@pytest.mark.parametrize("wagers", [seat(10), seat(25, trips=5), seat(25, trips=5, bad_beat=5)])
def test_one_seat_wins_the_most_of_its_distribution(
    wagers: dict[str, int], standard: Solution, board_bounds: BoardBounds
) -> None:
    house = load_house("california")
    counted = seat_distribution(house, standard, SeatWagers(wagers))
    assert worst_deal(house, [wagers], board_bounds).at_most == max(counted)


def test_known_tables(board_bounds: BoardBounds) -> None:
    house = load_house("california")
    assert worst_deal(house, [seat(10)] * 5, board_bounds).at_most == 598_000
    beaten = worst_deal(house, [seat(10, trips=5, bad_beat=5)] * 5, board_bounds)
    assert beaten.at_most == 5 * 100 * (10_000 * 5 + 40 * 5 - 3 * 10)
    capped = worst_deal(load_house("hollywood-pa"), [seat(200)] * 6, board_bounds)
    assert max(one.wins for one in capped.deal.seats) == 5_000_000


@pytest.mark.parametrize(
    "name", ["california", "california-bad-beat", "cardroom-25", "hollywood-pa"]
)
def test_the_table_settles_the_worst_deal_at_that_cost(
    name: str, board_bounds: BoardBounds
) -> None:
    house, draw = load_house(name), Random(name)
    for count in range(1, 6):
        seats = []
        for _ in range(count):
            bonuses = {"trips": draw.randint(1, 50)} if draw.random() < 0.6 else {}
            if bonuses and house.offers("bad_beat") and draw.random() < 0.6:
                bonuses["bad_beat"] = draw.randint(1, 20)
            seats.append(seat(draw.randint(1, 300), **bonuses))
        worst = worst_deal(house, seats, board_bounds)
        assert worst.exact
        deal = worst.deal
        spots = [
            DealtSpot(number, end.cards, end.multiple, wagers)
            for number, (end, wagers) in enumerate(zip(deal.seats, seats, strict=True), 1)
        ]
        cards = [*deal.board, *deal.dealer, *(card for spot in spots for card in spot.cards)]
        assert len(set(cards)) == 7 + 2 * count
        banker = 6 if house.player_dealer else None
        settled = settle_table(house, deal.board, deal.dealer, spots, banker)
        assert settled.paid - settled.collected == worst.at_most
        boards = np.array([draw.sample(range(len(DECK)), 5) for _ in range(5)])
        two = worst_deal(house, seats[:2], board_bounds).at_most
        assert worst_deal(house, seats[:2], BoardBounds.free(boards)).at_most <= two


def test_board_bounds_hold(board_bounds: BoardBounds) -> None:
    """No more disjoint holdings make a category than the bound of a board says."""
    draw = Random(11)
    for at in draw.sample(range(len(board_bounds.boards)), 60):
        made = strengths(tuple(DECK[card] for card in board_bounds.boards[at].tolist()))
        for category in range(10):
            for row, fits in ((0, {category}), (1, set(range(category, 10)))):
                some = [one for one, strength in made.items() if strength >> 20 in fits]
                draw.shuffle(some)
                used: set[Card] = set()
                many = 0
                for one in some:
                    if not used.intersection(one):
                        used.update(one)
                        many += 1
                assert min(many, 7) <= board_bounds.most[at, row, category]


def test_the_boards_represent_all_boards(board_bounds: BoardBounds) -> None:
    """A kind of board is its ranks, and the ranks in a suit that it has three times or more."""

    def kind(board: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        suits = [card & 3 for card in board]
        in_suit = (card >> 2 for card in board if suits.count(card & 3) >= 3)
        return tuple(sorted(card >> 2 for card in board)), tuple(sorted(in_suit))

    tried = [kind(board) for board in board_bounds.boards.tolist()]
    assert len(set(tried)) == len(tried) == 42_783
    assert set(tried) == {kind(board) for board in canonical_boards()[:, :5].tolist()}
