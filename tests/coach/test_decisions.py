"""A player's decisions and net in a settled round, compared with the table's events."""

from __future__ import annotations

import pytest

from tests.table.notation.random_table import RandomTable
from uth.coach.decisions import Decision, played
from uth.core.cards import print_cards
from uth.rulebook.store import HOUSES, load_house
from uth.table import events as e
from uth.table.evolve import evolve
from uth.table.notation.recording import record
from uth.table.state import Table

WORDS = {-1: "check", 0: "fold"}


def _acted(before: Table, events: list[e.Event], player: str) -> list[Decision]:
    table, decisions = before, []
    for event in events:
        if isinstance(event, e.Acted) and event.player == player:
            board = print_cards(table.board[: table.turned])
            cards = print_cards(table.hands[event.seat])
            word = WORDS.get(event.multiple, f"{event.multiple}x")
            timed = event.timed_out and not table.seat(event.seat).leaving
            if word != "fold" or table.turned == 5:
                decisions.append(Decision(table.phase, cards, board, word, timed))
        table = evolve(table, event)
    return decisions


def _net(events: list[e.Event], player: str) -> int:
    total = 0
    for event in events:
        if isinstance(event, e.Settled) and event.player == player:
            total += event.paid - event.taken
        elif isinstance(event, e.MysteryWon) and event.player == player:
            total += event.amount
        elif isinstance(event, e.Forfeited) and event.player == player:
            total -= event.amount
        elif isinstance(event, e.JackpotHonored) and event.player == player:
            total += event.amount
    return total


@pytest.mark.parametrize("house", HOUSES)
def test_decisions_and_net_of_random_rounds(house: str) -> None:
    rules = load_house(house)
    looked = 0
    for seed in range(12):
        table = RandomTable(rules, seed)
        for _ in range(8):
            before, events, *_ = table.play()
            if any(isinstance(event, e.RoundVoided) for event in events):
                continue
            hand = record(before, events, rules)
            for _, seat in before.taken():
                part = played(hand, seat.player)
                assert (part is None) == (not seat.wagers)
                if part is not None:
                    looked += 1
                    assert part.wagers == seat.wagers
                    assert list(part.decisions) == _acted(before, events, seat.player)
                    assert part.net == _net(events, seat.player)
    assert looked > 50


def test_a_player_who_is_not_at_the_table_has_no_part() -> None:
    rules = load_house("cardroom-25")
    before, events, _, _ = RandomTable(rules, 1).play()
    assert played(record(before, events, rules), "nobody") is None
