"""`uth deal`: which card goes where, under each procedure."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.command_runs import refusal_of, text_of
from uth.core.cards import DECK, print_cards

ORDERED = print_cards(DECK)


def dealt(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(text_of(capsys, "deal", *words))


def cards(*indices: int) -> str:
    return print_cards(DECK[index] for index in indices)


HANDS = {"1": cards(0, 1), "3": cards(2, 3), "4": cards(4, 5)}
CASES = [
    ("california", "shoe", ((0, 4), (1, 5), (2, 6)), (3, 7), (8, 9, 10, 11, 12)),
    ("california", "shuffler", ((0, 1), (2, 3), (4, 5)), (6, 7), (8, 9, 10, 11, 12)),
    ("california", None, ((0, 1), (2, 3), (4, 5)), (6, 7), (8, 9, 10, 11, 12)),
    ("california-bad-beat", None, ((0, 1), (2, 3), (4, 5)), (6, 7), (8, 9, 10, 11, 12)),
    ("cardroom-25", None, ((5, 6), (7, 8), (9, 10)), (11, 12), (0, 1, 2, 3, 4)),
    ("hollywood-pa", None, ((5, 6), (7, 8), (9, 10)), (11, 12), (0, 1, 2, 3, 4)),
    ("light-and-wonder", None, ((5, 6), (7, 8), (9, 10)), (11, 12), (0, 1, 2, 3, 4)),
    ("light-and-wonder", "hand-held", ((0, 1), (2, 3), (4, 5)), (6, 7), (8, 9, 10, 11, 12)),
    ("cardroom-25", "community-first", ((5, 6), (7, 8), (9, 10)), (11, 12), (0, 1, 2, 3, 4)),
]


@pytest.mark.clause("Q-26")
@pytest.mark.parametrize(("house", "procedure", "hands", "dealer", "board"), CASES)
def test_q_26_who_gets_which_card(
    capsys: pytest.CaptureFixture[str],
    house: str,
    procedure: str | None,
    hands: tuple[tuple[int, int], ...],
    dealer: tuple[int, int],
    board: tuple[int, ...],
) -> None:
    chosen = ["--procedure", procedure] if procedure else []
    answer = dealt(capsys, "--house", house, "--deck", ORDERED, "--seats", "1,3,4", *chosen)
    assert answer == {
        "seats": {str(seat): cards(*two) for seat, two in zip((1, 3, 4), hands, strict=True)},
        "dealer": cards(*dealer),
        "board": cards(*board),
        "rest": cards(*range(13, 52)),
    }


@pytest.mark.clause("Q-29")
@pytest.mark.parametrize(
    ("house", "procedure"),
    [("california", "hand-held"), ("cardroom-25", "shoe"), ("light-and-wonder", "shuffler")],
)
def test_q_29_a_procedure_that_the_house_does_not_have(
    capsys: pytest.CaptureFixture[str], house: str, procedure: str
) -> None:
    words = ("--house", house, "--deck", ORDERED, "--seats", "1", "--procedure", procedure)
    message = refusal_of(capsys, "deal", *words)
    assert message.startswith("house/departs: dealing.procedure is ")
    assert "(--procedure, " in message


@pytest.mark.clause("Q-18")
def test_q_18_seats_are_dealt_clockwise_in_whatever_order_they_are_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    base = ["--house", "california", "--deck", ORDERED.replace(" ", "")]
    answer = dealt(capsys, *base, "--seats", " 4, 1,3 ", "--banker", "2")
    assert answer["seats"] == HANDS
    assert list(answer["seats"]) == ["1", "3", "4"]
    assert answer == dealt(capsys, *base, "--seats", "1,3,4")


def test_all_six_seats_may_wager_if_the_house_banks(capsys: pytest.CaptureFixture[str]) -> None:
    answer = dealt(capsys, "--house", "hollywood-pa", "--deck", ORDERED, "--seats", "1,2,3,4,5,6")
    assert len(answer["seats"]) == 6
    assert len(answer["rest"].split()) == 52 - 5 - 14


GOOD = {"--house": "california", "--deck": ORDERED, "--seats": "1,3,4"}
BAD = [
    ({"--deck": ORDERED[3:]}, "card/count", "--deck"),
    ({"--deck": ORDERED + " 2c"}, "card/twice", "--deck"),
    ({"--deck": "3c" + ORDERED[2:]}, "card/twice", "--deck"),
    ({"--deck": "1c" + ORDERED[2:]}, "card/unknown", "--deck"),
    ({"--deck": ""}, "card/count", "--deck"),
    ({"--deck": "\udcff"}, "card/unknown", "--deck"),
    ({"--seats": "1,1"}, "seat/twice", "--seats"),
    ({"--seats": "0"}, "seat/unknown", "--seats"),
    ({"--seats": "7"}, "seat/unknown", "--seats"),
    ({"--seats": "1,"}, "seat/unknown", "--seats"),
    ({"--seats": "1;3"}, "seat/unknown", "--seats"),
    ({"--seats": "one"}, "seat/unknown", "--seats"),
    ({"--seats": "٣"}, "seat/unknown", "--seats"),
    ({"--seats": "01"}, "seat/unknown", "--seats"),
    ({"--seats": "a\nb"}, "seat/unknown", "--seats"),
    ({"--seats": ""}, "seat/none", "--seats"),
    ({"--seats": "  "}, "seat/none", "--seats"),
    ({"--banker": "3"}, "bank/seat_taken", "--banker"),
    ({"--banker": "7"}, "seat/unknown", "--banker"),
    ({"--banker": "x"}, "seat/unknown", "--banker"),
    ({"--banker": ""}, "seat/unknown", "--banker"),
    ({"--seats": "1,2,3,4,5,6"}, "bank/no_seat", "--seats"),
    ({"--house": "cardroom-25", "--banker": "6"}, "bank/house", "--banker"),
    ({"--house": "nevada"}, "house/unknown", "--house"),
    ({"--procedure": "by-hand"}, "deal/procedure", "--procedure"),
    ({"--procedure": ""}, "deal/procedure", "--procedure"),
    ({"--what": "1"}, "usage/wrong", "uth deal"),
]


@pytest.mark.parametrize(("changes", "code", "where"), BAD)
def test_wrong_options_are_refused(
    capsys: pytest.CaptureFixture[str], changes: dict[str, str], code: str, where: str
) -> None:
    words = [word for pair in {**GOOD, **changes}.items() for word in pair]
    message = refusal_of(capsys, "deal", *words)
    assert message.startswith(f"{code}: ")
    assert f"({where}" in message


@pytest.mark.parametrize("missing", GOOD)
def test_a_missing_option_is_named(capsys: pytest.CaptureFixture[str], missing: str) -> None:
    words = [word for pair in GOOD.items() if pair[0] != missing for word in pair]
    assert refusal_of(capsys, "deal", *words).startswith(f"usage/wrong: Missing option '{missing}'")
