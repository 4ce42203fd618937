"""`uth deal`: the exact card each seat gets, under each procedure."""

from __future__ import annotations

import json
from typing import Any

import pytest

from uth.cli.commands import run
from uth.core.cards import DECK, print_cards

ORDERED = print_cards(DECK)


def dealt(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert run(["deal", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["deal", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def cards(*indices: int) -> str:
    return print_cards(DECK[index] for index in indices)


PAIRS = {"1": cards(0, 1), "3": cards(2, 3), "4": cards(4, 5)}
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
@pytest.mark.parametrize(("house", "procedure", "held", "dealer", "board"), CASES)
def test_q_26_who_gets_which_card(
    capsys: pytest.CaptureFixture[str],
    house: str,
    procedure: str | None,
    held: tuple[tuple[int, int], ...],
    dealer: tuple[int, int],
    board: tuple[int, ...],
) -> None:
    chosen = ["--procedure", procedure] if procedure else []
    told = dealt(capsys, "--house", house, "--deck", ORDERED, "--seats", "1,3,4", *chosen)
    assert told == {
        "seats": {str(seat): cards(*two) for seat, two in zip((1, 3, 4), held, strict=True)},
        "dealer": cards(*dealer),
        "board": cards(*board),
        "rest": cards(*range(13, 52)),
    }


@pytest.mark.clause("Q-18")
def test_q_18_seats_are_dealt_clockwise_however_they_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    base = ["--house", "california", "--deck", ORDERED.replace(" ", "")]
    told = dealt(capsys, *base, "--seats", " 4, 1,3 ", "--banker", "2")
    assert told["seats"] == PAIRS
    assert list(told["seats"]) == ["1", "3", "4"]
    assert told == dealt(capsys, *base, "--seats", "1,3,4")


def test_six_seats_in_a_house_that_banks(capsys: pytest.CaptureFixture[str]) -> None:
    told = dealt(capsys, "--house", "hollywood-pa", "--deck", ORDERED, "--seats", "1,2,3,4,5,6")
    assert len(told["seats"]) == 6
    assert len(told["rest"].split()) == 52 - 5 - 14


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
def test_what_is_refused(
    capsys: pytest.CaptureFixture[str], changes: dict[str, str], code: str, where: str
) -> None:
    words = [word for pair in {**GOOD, **changes}.items() for word in pair]
    line = refused(capsys, *words)
    assert line.startswith(f"{code}: ")
    assert f"({where}" in line


@pytest.mark.parametrize("missing", GOOD)
def test_what_is_missing_is_named(capsys: pytest.CaptureFixture[str], missing: str) -> None:
    words = [word for pair in GOOD.items() if pair[0] != missing for word in pair]
    assert refused(capsys, *words).startswith(f"usage/wrong: Missing option '{missing}'")
