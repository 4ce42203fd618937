"""`import uth`: what the library offers, how it is imported, and its examples."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import os
import subprocess
import sys
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import uth
from uth.core.refusal import Refusal, Refusals
from uth.exact.solver.evaluator import evaluator
from uth.library import game_table, hands, houses, mathematics, rounds, strategies
from uth.library.extras import from_extra
from uth.table import events as e

MODULES = [game_table, hands, houses, rounds, strategies]
SOURCES = Path(__file__).parents[1] / "src"
ANY: Any = uth
"""The library, called with what its types do not allow."""
EXAMPLES = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Number:
    """A whole number of an array."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class Numbers(list[int]):
    """An array, which is one number only if it has one."""

    def __index__(self) -> int:
        raise TypeError("only integer scalar arrays can be converted to a scalar index")


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_run(module: ModuleType) -> None:
    result = doctest.testmod(module, optionflags=EXAMPLES)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.usefixtures("solved_once")
def test_the_examples_of_the_mathematics_run() -> None:
    result = doctest.testmod(mathematics, optionflags=EXAMPLES)
    assert (result.attempted, result.failed) == (10, 0)


def test_every_name_is_there_with_a_docstring() -> None:
    assert uth.__all__ == sorted(uth.__all__, key=lambda name: (not name.isupper(), name))
    assert {*uth.__all__} <= {*dir(uth)}
    assert len(dir(uth)) == len({*dir(uth)})
    assert "TYPE_CHECKING" not in dir(uth)
    for name in uth.__all__:
        value = getattr(uth, name)
        assert isinstance(value, tuple) or inspect.getdoc(value), name
    with pytest.raises(AttributeError, match="no attribute 'moon'"):
        uth.moon  # type: ignore[attr-defined] # noqa: B018


@pytest.mark.nightly
def test_every_public_name_is_typed_completely() -> None:
    """By pyright, to the last part of each; mypy checks the same sources every time."""
    words = [sys.executable, "-m", "pyright", "--verifytypes", "uth", "--ignoreexternal"]
    # It asks the first Python of the path where packages are, whatever --pythonpath says.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    process = subprocess.run(
        [*words, "--outputjson"],
        capture_output=True,
        text=True,
        check=False,
        cwd=SOURCES,
        env={**os.environ, "PATH": path},
    )
    found = json.loads(process.stdout)["typeCompleteness"]
    symbols = [each for each in found["symbols"] if each["isExported"]]
    assert len(symbols) > 10_000
    assert [each["name"] for each in symbols if not each["isTypeKnown"]] == []
    assert found["completenessScore"] == 1


def test_the_page_has_every_name() -> None:
    page = (Path(__file__).parents[1] / "docs" / "library.md").read_text("utf-8")
    assert [name for name in uth.__all__ if f"uth.{name}" not in page] == []


def test_public_functions_have_examples() -> None:
    functions = [getattr(uth, name) for name in uth.__all__ if name.islower()]
    assert len(functions) > 8
    assert [each.__name__ for each in functions if ">>>" not in (each.__doc__ or "")] == []


def test_importing_it_imports_nothing_else_and_warns_of_nothing() -> None:
    code = "import sys; before = {*sys.modules}; import uth; print({*sys.modules} - before)"
    process = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    assert (process.stdout, process.stderr) == ("{'uth'}\n", "")


def test_reprs_are_short() -> None:
    table = uth.Table("california", seed=1)
    shown = [table, table.play_round(), table.rules, uth.evaluate("Ah Kd Qc Js Th")]
    shown.append(uth.replay(table.result.notation))
    assert repr(shown[-1]) == "Replayed('california', round=1)"
    assert [each for each in map(repr, shown) if len(each) > 60] == []
    assert repr(uth.advise("Kh 4d", "2c 7h Qs")) == "Advice(2x: -1.3051, check: -1.1012)"


@pytest.mark.usefixtures("solved_once")
def test_reprs_of_wagers_are_short() -> None:
    assert repr(uth.advise("Kh 4d")) == "Advice(4x: -0.2288, 3x: -0.2754, check: -0.2060)"
    trips = uth.sidebets("light-and-wonder")[0]
    assert repr(trips) == "HouseBet('trips', edge=0.9018%)"
    assert repr(trips.returns) == "ReturnTable(edge=0.9018%)"
    figures = uth.simulate("light-and-wonder", 10_000, strategy="simple")
    assert repr(figures).startswith("Figures('light-and-wonder', hands=10000, net=")
    assert len(repr(figures)) < 80


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([[0, 1, 2, 3, 4, 5]], "hand/columns"),
        ([0, 1, 2, 3, 4, 5, 6], "hand/columns"),
        ([[0, 1, 2, 3, 4, 5, 52]], "card/number"),
        ([[0, 1, 2, 3, 4, 5, -1]], "card/number"),
        ([[0, 1, 2, 3, 4, 5, 256]], "card/number"),
        ([[0, 1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12, 7]], "card/twice"),
        ([[0.0, 1, 2, 3, 4, 5, 6]], "hand/numbers"),
        ([[0, 1, 2, 3, 4, 5, 6], [7, 8]], "hand/columns"),
    ],
)
def test_what_is_no_hand_is_refused_in_bulk(rows: object, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        uth.evaluate_many(rows)  # type: ignore[arg-type]


def test_no_hands_have_no_strengths() -> None:
    assert uth.evaluate_many([]).tolist() == []


@pytest.mark.parametrize("number", [52, 255])
def test_the_evaluator_itself_reads_no_card_that_there_is_not(number: int) -> None:
    import numpy as np

    with pytest.raises(Refusal, match="card/number"):
        evaluator().evaluate(np.array([[0, 1, 2, 3, 4, 5, number]], np.uint8))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("Ah Ah Qh Jh Th", "card/twice"),
        ([0, 1, 2, 3, 0], "card/twice"),
        ("Ah Kh Qh Jh", "hand/count"),
        ([0, 1, 2, 3, 4, 5, 6, 7], "hand/count"),
        ([0, 1, 2, 3, 52], "card/number"),
        ([0, 1, 2, 3, -1], "card/number"),
        (["Ax", "Kh", "Qh", "Jh", "Th"], "card/unknown"),
        (None, "card/not_a_string"),
        ([None, "Kh", "Qh", "Jh", "Th"], "card/not_a_string"),
        ([0.0, 1, 2, 3, 4], "card/not_a_string"),
        ([True, 2, 3, 4, 5], "card/not_a_string"),
        ([Numbers([0, 1]), 2, 3, 4, 5], "card/not_a_string"),
    ],
)
def test_what_is_no_hand_is_refused(given: hands.Cards, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        uth.evaluate(given)


def test_one_hand_and_many_are_valued_alike() -> None:
    rows = [[(7 * row + 5 * column) % 52 for column in range(7)] for row in range(40)]
    assert uth.evaluate_many(rows).tolist() == [uth.evaluate(row).strength for row in rows]


@pytest.mark.parametrize("house", uth.HOUSES)
def test_a_table_plays_rounds_that_replay(house: str) -> None:
    table = uth.Table(house, seats=(1, 3), seed="same")
    played = [table.play_round() for _ in range(8)]
    again = uth.Table(house, seats=(1, 3), seed="same")
    assert [each.nets for each in played] == [again.play_round().nets for _ in range(8)]
    assert [each.number for each in played] == [*range(1, 9)]
    assert {row.seat for each in played for row in each.settled} == {1, 3}
    assert all(row.clauses for each in played for row in each.settled)
    assert uth.replay(played[-1].notation).round.number == 8


def test_a_round_is_played_whole_or_not_at_all() -> None:
    table = uth.Table("california", seed=1)
    before = table.state
    with pytest.raises(Refusal, match="act/"):
        table.play_round(lambda decision: "5x")
    with pytest.raises(ZeroDivisionError):
        table.play_round(lambda decision: str(1 // 0))
    with pytest.raises(Refusal, match="wager/"):
        table.play_round(wagers={"ante": 1_000, "blind": 500})
    assert table.state is before
    assert table.play_round().number == 1


@pytest.mark.parametrize(
    ("wagers", "code"),
    [
        ({"ante": 5.0, "blind": 5.0}, "money/not_whole"),
        ({"ante": 500.0, "blind": 500.0}, "money/not_whole"),
        ({"ante": Fraction(500), "blind": Fraction(500)}, "money/not_whole"),
        ({"ante": float("nan"), "blind": 500}, "money/not_whole"),
        ({"ante": "500", "blind": "500"}, "money/not_whole"),
        ({"ante": None, "blind": True}, "money/not_whole"),
        (500, "wager/amounts"),
        ("ante", "wager/amounts"),
        ({}, "round/no_wagers"),
        ({"Ante": 500, "Blind": 500}, "wager/name"),
        ({1: 500}, "wager/name"),
    ],
)
def test_wagers_are_whole_cents_by_name(wagers: Any, code: str) -> None:
    table = uth.Table("california", seed=1)
    before = table.state
    with pytest.raises(Refusal) as refused:
        table.play_round(wagers=wagers)
    assert str(refused.value).startswith(f"{code}: ")
    assert table.state is before


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        (6, "seat/numbers"),
        ("3", "seat/numbers"),
        (None, "seat/numbers"),
        (["3"], "seat/unknown"),
        ((0, 1), "seat/unknown"),
        ((1.0,), "seat/unknown"),
        ((1, 1), "seat/twice"),
        ((1, Number(1)), "seat/twice"),
    ],
)
def test_seats_are_numbers_of_seats(seats: Any, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        uth.Table("california", seats=seats)
    assert str(refused.value).startswith(code)


def test_numbers_of_arrays_are_numbers() -> None:
    """Programs have them from numpy, whose whole numbers are not Python's own."""
    stakes = {"ante": Number(1_000), "blind": Number(1_000)}
    table = ANY.Table("light-and-wonder", seats=(Number(2),), seed=Number(7))
    plain = uth.Table("light-and-wonder", seats=(2,), seed=7)
    expected = plain.play_round(wagers={"ante": 1_000, "blind": 1_000}).nets
    assert table.play_round(wagers=stakes).nets == expected
    figures = ANY.simulate(
        "california", Number(2), seats=Number(2), wagers=stakes, bank=Number(50_000), seed=Number(3)
    )
    assert figures.hands == 2
    assert [each.name for each in ANY.sidebets("hollywood-pa", meter=Number(1_000_000))] != []


def test_the_cards_of_a_round_can_be_settled_again() -> None:
    played = uth.Table("light-and-wonder", seed=1).play_round(lambda decision: decision.actions[0])
    dealer = next(each.cards for each in played.events if isinstance(each, e.DealerTurned))
    stakes = {"ante": "5", "blind": "5"}
    seat = {"seat": Number(1), "cards": played.cards[1], "play": Number(4), "wagers": stakes}
    answer = uth.settle(
        {"house": "light-and-wonder", "board": played.board, "dealer": dealer, "seats": [seat]}
    )
    assert answer["seats"][0]["net"] == f"{played.net / 100:.2f}"


def test_a_round_is_played_step_by_step() -> None:
    table = uth.Table("light-and-wonder", seed=1)
    assert table.legal() == ()
    deck = "Ah Kd Ad Qc Qd " + " ".join(
        card.text for card in uth.DECK if card.text not in ("Ah", "Kd", "Ad", "Qc", "Qd")
    )
    table.start_round({"ante": 1_000, "blind": 1_000}, deck)
    streets = []
    while table.decision:
        streets.append(table.decision.street)
        table.act(table.legal()[-1])
    assert streets == ["preflop", "flop", "river"]
    assert table.result.net == -2_000
    with pytest.raises(Refusal, match="act/not_now"):
        table.act("check")


def test_a_round_in_progress_is_neither_dealt_over_nor_a_result() -> None:
    table = uth.Table("light-and-wonder", seed=1)
    with pytest.raises(Refusal, match="hand/none"):
        table.result  # noqa: B018
    table.start_round()
    with pytest.raises(Refusal, match="round/not_over"):
        table.start_round()
    while table.legal():
        table.act(table.legal()[-1])
    first = table.result
    assert (first.number, first.net) == (1, -1_000)
    table.cancel_round()  # there is none in progress
    table.start_round()
    assert table.result is first
    table.cancel_round()
    assert (table.rounds, table.result) == (1, first)
    assert table.play_round().number == 2
    with pytest.raises(Refusal, match="seat/unknown"):
        table.seen(9)


def test_a_table_has_room_for_its_bankers() -> None:
    uth.Table("light-and-wonder", seats=range(1, 7))
    with pytest.raises(Refusal, match="bank/no_seat"):
        uth.Table("california", seats=range(1, 6))


def test_a_house_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('id = "mine"\nextends = "california"\nname = "Mine"\ndocument = "None"\n')
    for house in (file, str(file), uth.load_house(file)):
        assert uth.Table(house, seed=1).play_round().rules.id == "mine"


@pytest.mark.parametrize("house", ["moon", "moon.toml", Path("moon"), None, 3])
def test_what_is_no_house_is_refused(house: Any) -> None:
    with pytest.raises(Refusal, match=r"house/unknown|input/unreadable"):
        uth.load_house(house)


def test_every_defect_of_a_file_is_listed(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('id = "mine"\nextends = "california"\n[limits]\nminimum = "five"\n')
    with pytest.raises(uth.Refusals) as refused:
        uth.load_house(file)
    assert len(refused.value.defects) == 3


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (partial(ANY.solve, ante=1_000), "solve/ante"),
        (partial(ANY.solve, "california", ante=1_000.0), "money/not_whole"),
        (partial(ANY.solve, blind=["500", "50", "10", "3", "x", "1"]), "solve/odds"),
        (partial(ANY.solve, blind=["500", "50", "10", "3", "1/0", "1"]), "solve/odds"),
        (partial(ANY.solve, blind=5), "solve/odds"),
        (partial(ANY.solve, play="43"), "solve/raises"),
        (partial(ANY.solve, play=4), "solve/raises"),
        (partial(ANY.sidebets, "california", meter=100), "meter/not_here"),
        (partial(ANY.sidebets, "hollywood-pa", meter=-1), "money/range"),
        (partial(ANY.sidebets, "hollywood-pa", meter="x"), "money/not_whole"),
        (partial(ANY.simulate, "california", "x"), "simulate/hands"),
        (partial(ANY.simulate, "california", 1, seats=1.0), "simulate/seats"),
        (partial(ANY.simulate, "california", 1, bank=499), "bank/below_minimum"),
        (partial(ANY.simulate, "california", 1, bank=500.0), "money/not_whole"),
        (partial(ANY.simulate, "cardroom-25", 1, bank=500), "bank/house"),
        (partial(ANY.simulate, "california", 1, wagers={"ante": 5.0}), "money/not_whole"),
        (partial(ANY.simulate, "california", 1, wagers=[]), "wager/amounts"),
        (partial(ANY.simulate, "california", 1, wagers={}), "wager/no_base"),
        (partial(ANY.simulate, "california", 1, seed="x"), "seed/number"),
        (partial(ANY.simulate, "california", 1, seed=-1), "seed/number"),
        (partial(ANY.simulate, "california", 1, bank=-5), "money/range"),
        (partial(ANY.simulate, "california", 1, bank=1.0), "money/not_whole"),
        (partial(ANY.simulate, "california", 1, bank="x"), "money/not_whole"),
        (partial(ANY.solve, qualify="x"), "json/not_a_flag"),
        (partial(ANY.Table, seed=1.5), "seed/number"),
        (partial(ANY.Table, seed=-1), "seed/number"),
        (partial(ANY.Table, seed=b"x"), "seed/number"),
        (partial(ANY.replay, None), "notation/text"),
        (partial(ANY.replay, b"x"), "notation/text"),
        (partial(ANY.settle, {"house": {1, 2}}), "json/value"),
    ],
)
def test_wrong_figures_are_refused(call: Any, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        call()
    assert refused.value.code == code
    assert refused.value.sentence


@pytest.mark.clause("Q-29")
def test_q_29_a_rulebook_that_a_program_changed_is_no_house() -> None:
    rules = uth.load_house("hollywood-pa")
    changed = rules.replace(payouts=rules.payouts.replace(maximum=100_000_000))
    for reach in (uth.load_house, uth.sidebets, partial(uth.simulate, hands=1)):
        with pytest.raises(Refusals, match=r"house/departs: payouts\.maximum"):
            reach(changed)


def test_the_mathematics_say_which_extra_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(Refusal, match=r"install/missing.*uth-poker\[exact\]"), from_extra("exact"):
        importlib.import_module("numba")
    monkeypatch.setitem(sys.modules, "uth.core.cards", None)
    with pytest.raises(ModuleNotFoundError), from_extra("exact"):
        importlib.import_module("uth.core.cards")


def test_advice_in_a_house() -> None:
    advice = uth.advise("Ah Ad", "As 7c 2d", dead="Kh", house="california", ante=1_000)
    assert advice.best.value == "2x"
    with pytest.raises(Refusal, match="par/ante"):
        uth.advise("Ah Ad", "As 7c 2d", house="california", ante=1)
