"""The bots' rules of thumb, and wagers that every house accepts."""

from __future__ import annotations

import pytest

from tests.cli.terminal.scripted_session import ScriptedSession
from uth.coach import thumb as bots
from uth.core.cards import parse_cards
from uth.rulebook import store
from uth.rulebook.store import HOUSES
from uth.table import events as e

PREFLOP, FLOP, RIVER = ["4x", "3x", "check"], ["2x", "check"], ["1x", "fold"]


@pytest.mark.parametrize(
    ("cards", "choice"),
    [
        ("3h 3d", "4x"),
        ("2h 2d", "check"),
        ("Ah 2d", "4x"),
        ("Kh 2h", "4x"),
        ("Kh 5d", "4x"),
        ("4d Kh", "check"),
        ("Qh 6h", "4x"),
        ("Qh 5h", "check"),
        ("Qh 8d", "4x"),
        ("Qh 7d", "check"),
        ("Jh 8h", "4x"),
        ("Jh 7h", "check"),
        ("Jh Td", "4x"),
        ("Jh 9d", "check"),
        ("Th 9h", "check"),
    ],
)
def test_before_the_flop(cards: str, choice: str) -> None:
    assert bots.choose(parse_cards(cards), (), PREFLOP) == choice


@pytest.mark.parametrize(
    ("cards", "board", "choice"),
    [
        ("9h 4d", "9c 4s Kd", "2x"),
        ("9h 4d", "9c 2s Kd", "2x"),
        ("2h 2d", "9c 5s Kd", "check"),
        ("2h 2d", "9c 9s Kd", "2x"),
        ("9h 4d", "Kc Ks 2d", "check"),
        ("9h 4d", "Kc Ks Kd", "check"),
        ("9h 9d", "Kc Ks Kd", "2x"),
        ("Th 4h", "2h 8h Kd", "2x"),
        ("9h 4h", "2h 8h Kd", "check"),
    ],
)
def test_on_the_flop(cards: str, board: str, choice: str) -> None:
    assert bots.choose(parse_cards(cards), parse_cards(board), FLOP) == choice


@pytest.mark.parametrize(
    ("cards", "board", "choice"),
    [
        ("9h 4d", "9c 2s Kd Qs 7h", "1x"),
        ("Jh 4d", "Kc Ks 2d 2h Qs", "1x"),
        ("5h 4d", "9c 2s Kd Qs 7h", "fold"),
        ("5h 4d", "Tc Js Kd Qs Ah", "1x"),
    ],
)
def test_on_the_river(cards: str, board: str, choice: str) -> None:
    assert bots.choose(parse_cards(cards), parse_cards(board), RIVER) == choice


def test_a_bot_plays_the_largest_bet_that_is_open() -> None:
    aces = parse_cards("Ah Ad")

    assert bots.choose(aces, (), ["3x", "check"]) == "3x"
    assert bots.choose(aces, (), ["4x", "12x", "3x", "check"]) == "12x"
    assert bots.choose(aces, (), ["check"]) == "check"
    assert bots.choose(aces, parse_cards("Kc 7s 2d 9h 4s"), ["fold"]) == "fold"


@pytest.mark.parametrize("house", HOUSES)
def test_every_house_accepts_the_bots_wagers(house: str) -> None:
    session = ScriptedSession(house, [], bots=5, rounds=2, auto=True)

    placed = {event.player for event in session.events if isinstance(event, e.WagersPlaced)}
    assert len(placed) >= 5


def test_a_bot_banks_half_of_its_chips_if_that_is_enough() -> None:
    rules = store.load_house("california")

    assert bots.bank(rules, 500, 50_000) == 25_000
    assert bots.bank(rules, 500, 19_900) is None
    fees = store.load_house("california-bad-beat")
    assert bots.bank(fees, 500, 50_000) == 24_400
