"""`uth readings`: the rounds of a store, settled again under every other reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_runs import json_of, refusal_of, text_of
from tests.ledger.house import House
from tests.table.driver import PAIR
from uth.core.cards import parse_cards
from uth.ledger.opening import open_store
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table.dealing import arrange

BOARD = parse_cards("2c 7d 9h Js Kd")
LOSES, WINS = parse_cards("3c 4h"), parse_cards("Ah As")


def short_round(house: House, name: str) -> None:
    """Seat 1 banks $40; seat 2 wins and seat 3 folds."""
    house.do(name, c.TakeBank(f"{name}-P1", 4_000))
    for seat in (2, 3):
        house.do(name, c.Wager(f"{name}-P{seat}", {"ante": 1_500, "blind": 1_500}))
    house.do(name, c.CloseBets())
    hands = {2: WINS, 3: LOSES}
    house.deal(name, arrange("shuffler", hands, parse_cards(PAIR), BOARD))
    for actions in (("check", "check"), ("check", "check"), ("1x", "fold")):
        for seat, action in zip((2, 3), actions, strict=True):
            house.do(name, c.Act(f"{name}-P{seat}", action))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two California rounds with a short bank and one that is void; two rounds of another house."""
    path = tmp_path_factory.mktemp("readings") / "house.db"
    store = open_store(path)
    house = House(store)
    house.open("ca", rules=load_house("california"))
    house.sit("ca", seats=3)
    short_round(house, "ca")
    short_round(house, "ca")
    house.open("cr")
    house.sit("cr")
    house.play("cr", rounds=2)
    house.spoil("cr")
    store.close()
    return str(path)


def test_every_round_is_settled_again(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    houses = json_of(capsys, "readings", "--db", address)["houses"]
    california, cardroom = houses
    counts = [(one["house"], one["rounds"], one["left_out"]) for one in houses]
    assert counts == [("california", 2, 0), ("cardroom-25", 2, 1)]
    folds = california["readings"]["folds.in-place"]
    assert (folds["rounds"], folds["players"], folds["players_absolute"]) == (2, 8_000, 8_000)
    assert (folds["bank"], folds["bank_absolute"]) == (-8_000, 8_000)
    assert (folds["house"], folds["house_absolute"]) == (0, 0)
    gross = california["readings"]["coverage.gross"]
    assert (gross["rounds"], gross["players"]) == (2, 2 * 2_000)
    trips = california["readings"]["bad_beat_needs_trips.no"]
    assert (trips["rounds"], trips["opened"], trips["forbidden"]) == (0, 2, 0)
    assert cardroom["readings"]["antes_first.no"]["expected"]["kind"] == "never"
    assert all(not one["players_absolute"] for one in cardroom["readings"].values())


def test_for_people_and_for_one_house(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = text_of(capsys, "readings", "--db", address, "--house", "california")
    assert "2 settled rounds" in shown
    assert "in its place" in shown
    assert "−$80" in shown
    assert "2 rounds more wagers or Play bets" in shown
    assert "cardroom-25" not in shown
    both = text_of(capsys, "readings", "--db", address)
    assert "1 round left out" in both
    none = text_of(capsys, "readings", "--db", address, "--house", "hollywood-pa")
    assert none == "No settled rounds.\n"


def test_refusals(address: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert refusal_of(capsys, "readings", "--db", str(tmp_path / "none")).startswith("store/none")
    other = tmp_path / "other.db"
    other.write_text("not a store")
    assert refusal_of(capsys, "readings", "--db", str(other)).startswith("store/")
    refused = refusal_of(capsys, "readings", "--db", address, "--house", "nowhere")
    assert refused.startswith("house/unknown: ")
    assert refused.endswith("(--house)\n")
