"""The PAR sheet: its figures compared with the solution's, and all its files."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from functools import cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.own_house import HEAD
from tests.shared import computed_once, run_folder
from tests.solved import SOLVERS
from uth import __version__
from uth.cli.commands import run
from uth.core.cards import parse_cards
from uth.core.money import print_dollars
from uth.exact.bets.base_wagers import base_returns
from uth.exact.bets.house_bets import house_bets
from uth.exact.bets.jackpots.envy import envy_mean
from uth.exact.bets.jackpots.progressive import ProgressiveBet, total_edge
from uth.exact.solver.ante_game import game_at
from uth.reports.par.antes import sample_antes
from uth.reports.par.limits import bonus_limits, coverage_notes, limits_at_ante, most_envy
from uth.reports.par.linked import linked
from uth.reports.par.pages import html, markdown
from uth.reports.par.printed import even_money_flush, printed_rows
from uth.reports.par.sheet import ParSheet
from uth.reports.words import in_force, value_text
from uth.rulebook.canonical import digest
from uth.rulebook.settings import with_settings
from uth.rulebook.store import load_house
from uth.table.settling.settlement import DealtSpot, settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.solved import Solve
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution
    from uth.reports.par import Json


@pytest.fixture(scope="module")
def sheet_of(
    games: Solve, boards: Boards, standard: Solution, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Json]:
    """The data of a house's sheet at $25, computed once for all workers; only read it."""

    def computed(house: str) -> Json:
        with pytest.MonkeyPatch.context() as patch:
            for module in SOLVERS:
                patch.setattr(f"{module}.solve", games)
            return ParSheet(load_house(house), standard, boards, 2500, "2026-11-17").data()

    @cache
    def data(house: str) -> Json:
        folder = run_folder(tmp_path_factory)
        return computed_once(folder, f"sheet-{house}", lambda: computed(house))

    return data


def test_the_means_of_ante_play_and_blind_add_up(standard: Solution) -> None:
    wagers = base_returns(standard)
    assert list(wagers) == ["ante", "play", "blind"]
    assert sum(wager.mean for wager in wagers.values()) == standard.ev
    for wager in wagers.values():
        assert wager.deals == 27_813_810_024_000


@pytest.mark.clause("LW-11")
@pytest.mark.usefixtures("solved_once")
def test_printed_figures_are_compared_with_exact_ones(boards: Boards, standard: Solution) -> None:
    """Trips agrees; 0.84 % for the whole game does not, but an even-money flush would give it."""
    *trips, game = printed_rows(load_house("light-and-wonder"), standard, boards)
    assert [row["printed_percent"] for row in trips] == [0.90, 1.90, 3.50, 6.18]
    assert all(row["agrees"] for row in trips)
    assert [row["in_force"] for row in trips] == [True, False, False, False]
    assert not game["agrees"]
    assert round(game["exact_percent"], 3) == 0.526
    assert round(even_money_flush(standard, boards), 3) == 0.836
    assert "0.836 %" in game["remark"]


@pytest.mark.clause("PA-12")
def test_a_cap_raises_the_edge(sheet_of: Callable[[str], Json], standard: Solution) -> None:
    sheet = sheet_of("hollywood-pa")
    rows = sheet["caps"]
    assert [row["ante"] for row in rows] == ["15.00", "100.00", "507.00", "910.00", "1000.00"]
    edges = [row["house_edge"] for row in rows]
    assert edges == sorted(set(edges))
    assert edges[0] == float(standard.house_edge)
    assert [len(row["binds"]) for row in rows] == [0, 1, 1, 2, 2]
    assert rows[-1]["worst_case"] == "50000.00"
    assert [one["reading"] for one in sheet["assumptions"]] == ["Q-8", "Q-16"]


@pytest.mark.usefixtures("solved_once")
def test_uth_par_writes_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["par", "california", "--out", str(tmp_path), "--ante", "10"]) == 0
    shown = capsys.readouterr().out
    assert "Amounts are for an Ante of $10." in shown
    data = json.loads((tmp_path / "par.json").read_text(encoding="utf-8"))
    assert data["base_game"]["banker_edge"] == pytest.approx(0.0218497, abs=1e-7)
    assert data["edition"]["version"] == __version__
    assert date.fromisoformat(data["edition"]["date"])
    assert data["edition"]["rulebook"] == digest(load_house("california"))
    assert any(rule["clause"] == "CA-1.1" for rule in data["rules"])
    page = (tmp_path / "par.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert data["edition"]["rulebook"] in page
    assert data["edition"]["date"] in page
    text = (tmp_path / "par.md").read_text(encoding="utf-8")
    assert "| royal flush | 500 |" in text
    assert (tmp_path / "net.svg").exists()
    total = sum(row["probability"] for row in data["net"])
    assert total == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "start"),
    [
        (["par", "california"], "usage/wrong: "),
        (["par", "nowhere", "--out", "/tmp"], "house/unknown: "),
        (["par", "california", "--out", "/dev/null/x"], "output/unwritable: "),
        (["par", "california", "--out", "/tmp", "--ante", "1"], "par/ante: "),
        (["par", "california", "--out", "/tmp", "--ante", "x"], "money/malformed: "),
        (["par", "california", "--out", "/tmp", "--ante", "5.50"], "par/chip: "),
    ],
)
def test_wrong_arguments_are_refused(
    words: list[str], start: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(start)
    assert shown.err.count("\n") == 1


LIMITED: dict[str, Any] = {
    **HEAD,
    "payouts": {
        "maximum": {"value": "20000", "clause": "CR-10"},
        "aggregate": {"value": {"blind": "10000", "trips": "5000"}, "clause": "LW-13"},
    },
}


@pytest.mark.clause("Q-12")
@pytest.mark.clause("Q-25")
@pytest.mark.parametrize("house", ["california", "hollywood-pa", "limited"])
@pytest.mark.usefixtures("solved_once")
def test_the_worst_case_is_what_the_table_pays(
    house: str, standard: Solution, boards: Boards
) -> None:
    """For a royal flush with the largest bet against a dealer's pair, at every sample ante."""
    rules = with_settings("light-and-wonder", LIMITED) if house == "limited" else load_house(house)
    board, dealer = parse_cards("Qh Jh Th 2c 2d"), parse_cards("3c 4d")
    for ante in sample_antes(rules):
        largest = max(game_at(rules, ante).multiples)
        spot = DealtSpot(1, parse_cards("Ah Kh"), largest, {"ante": ante, "blind": ante})
        banker = 6 if rules.player_dealer else None
        paid = sum(row.paid for row in settle(rules, board, dealer, [spot], banker).rows)
        assert limits_at_ante(rules, standard, boards, ante)["worst_case"] == print_dollars(paid)


@pytest.mark.clause("LW-13")
@pytest.mark.usefixtures("solved_once")
def test_caps_that_all_wagers_share(standard: Solution, boards: Boards) -> None:
    rules = with_settings("light-and-wonder", LIMITED)
    low, _, high = (limits_at_ante(rules, standard, boards, ante) for ante in sample_antes(rules))
    assert low["worst_case"] == low["worst_case_uncapped"] == "2525.00"
    assert (high["worst_case"], high["worst_case_uncapped"]) == ("10600.00", "150600.00")
    assert high["play"] == ["1x"]
    assert high["house_edge"] > low["house_edge"] == float(standard.house_edge)
    assert low["house_edge_best_play"] == low["house_edge"]
    assert high["house_edge_best_play"] <= high["house_edge"]
    pays = {
        row["wager"]: row["pays_at_maximum"]
        for row in bonus_limits(rules, house_bets(rules, standard))
    }
    assert pays["trips"] == "5000.00"
    assert pays["bad_beat"] == "20000.00"
    notes = " ".join(coverage_notes(rules))
    assert "from an Ante of $76" in notes
    assert "how many share it" in notes


@pytest.mark.clause("PA-10")
def test_the_most_that_bonus_wagers_pay(standard: Solution) -> None:
    rules = load_house("hollywood-pa")
    rows = {row["wager"]: row for row in bonus_limits(rules, house_bets(rules, standard))}
    assert list(rows) == [
        "trips", "bad_beat", "ultimate_pairs", "progressive", "envy", "must_hit_by",
    ]  # fmt: skip
    assert rows["bad_beat"]["how"] == "10,000 to 1"
    assert rows["bad_beat"]["pays_at_maximum"] == "10000000.00"
    assert rows["progressive"]["pays_at_minimum"] == "10000.00"
    assert rows["progressive"]["assumptions"] == ["Q-8"]
    assert rows["envy"]["pays_at_maximum"] == print_dollars(most_envy(rules.progressive.envy))
    assert rows["envy"]["pays_at_maximum"] == "6500.00"


def test_values_in_words() -> None:
    rules = load_house("hollywood-pa")
    assert value_text("layout.circles", ["Ante", "Bad Beat"]) == "Ante, Bad Beat"
    assert value_text("progressive.prizes", {"royal_flush": "100%", "flush": "200"}) == (
        "royal flush 100 % of the meter, flush $200"
    )
    assert value_text("settlement.antes_first", True) == "yes"
    assert value_text("progressive.mystery_between", ["250", "1000"]) == "$250 to $1,000"
    assert value_text("play.preflop", [4, 3]) == "4x, 3x"
    assert in_force(rules, "progressive.seed")
    assert not in_force(load_house("california"), "progressive.seed")


@pytest.mark.parametrize("house", ["california", "cardroom-25", "hollywood-pa"])
def test_pages_contain_no_python_values(house: str, sheet_of: Callable[[str], Json]) -> None:
    rules, data = load_house(house), sheet_of(house)
    for page in (html(data, {"net": "", "hands": ""}), markdown(data, {})):
        for mark in ("['", "{'", "True", "False", "None", "Every figure is exact"):
            assert mark not in unescape(page)
        assert ("at its seed" in page) == rules.progressive.offered
        assert "no normal law" in page
        assert "play that counts them" in page


@pytest.mark.clause("PA-12")
@pytest.mark.usefixtures("solved_once")
def test_a_maximum_payout_changes_play(standard: Solution, boards: Boards) -> None:
    """If a bet adds nothing to a capped hand, a strategy that counts the cap loses less."""
    rules = load_house("hollywood-pa")
    low, middle, high = (
        limits_at_ante(rules, standard, boards, ante) for ante in sample_antes(rules)
    )
    assert low["house_edge_best_play"] == float(standard.house_edge)
    for row in (middle, high):
        assert float(standard.house_edge) < row["house_edge_best_play"] < row["house_edge"]


PLAYER_BANKED = ("california", "california-bad-beat")


@pytest.mark.clause("CA-1.4")
@pytest.mark.parametrize("house", PLAYER_BANKED)
def test_a_player_banked_sheet_speaks_of_the_player_dealer(
    house: str, sheet_of: Callable[[str], Json]
) -> None:
    data = sheet_of(house)
    assert "house_edge" not in json.dumps(data)
    assert data["banked_by"] == "player-dealer"
    for page in (html(data, {}), markdown(data, {})):
        shown = unescape(page).lower()
        assert "house edge" not in shown
        assert "the house's win" not in shown
        assert "the player-dealer's edge before collection" in shown
        assert "2026-11-17" in shown


@pytest.mark.clause("CB-4")
def test_the_banker_before_and_after_collection(
    sheet_of: Callable[[str], Json], standard: Solution
) -> None:
    """At $25 each, three seats are $150 of action: $8 by schedule 1."""
    figures = sheet_of("california-bad-beat")["banking"]
    plain = [row for row in figures["rows"] if row["wagers"] == "plain"]
    assert [row["action"] for row in plain] == [
        "50.00", "100.00", "150.00", "200.00", "250.00",
    ]  # fmt: skip
    assert [row["fee"] for row in plain] == ["4.00", "6.00", "8.00", "12.00", "12.00"]
    for row in plain:
        earned = row["seats"] * 2500 * standard.house_edge
        action, fee = (round(float(row[name]) * 100) for name in ("action", "fee"))
        assert row["before"] == float(earned / action)
        assert row["after"] == float((earned - fee) / action)
    assert len(figures["schedules"]) == 24
    first, *_ = figures["schedules"]
    assert first["in_force"]
    assert first["after"] == [row["after"] for row in plain]
    whole = next(row for row in figures["rows"] if row["wagers"] == "whole")
    assert whole["action"] == "60.00"


def test_a_house_that_banks_has_no_collection(sheet_of: Callable[[str], Json]) -> None:
    assert sheet_of("cardroom-25")["banking"] is None


@pytest.mark.clause("LW-11")
@pytest.mark.parametrize("house", ["california", "cardroom-25", "hollywood-pa"])
def test_only_the_makers_sheet_prints_edges(house: str, sheet_of: Callable[[str], Json]) -> None:
    data = sheet_of(house)
    assert data["printed"] == []
    assert "prints no edges" in unescape(html(data, {}))


@pytest.mark.clause("PA-13")
@pytest.mark.clause("PA-10")
def test_progressive_envy_and_mystery_together() -> None:
    rules = load_house("hollywood-pa")
    figures = linked(rules)
    assert figures is not None
    assert figures["assumptions"] == ["Q-8"]
    for row in figures["rows"]:
        for players, together in zip(figures["players"], row["together"], strict=True):
            envy = float(envy_mean(rules.progressive, players - 1)) / 500
            parts = row["progressive"] + figures["must_hit_by"] + envy
            assert together == pytest.approx(parts, abs=1e-12)
    bet = ProgressiveBet(rules.progressive)
    for players, even in zip(figures["players"], figures["break_even"]["together"], strict=True):
        at_even = float(1 + bet.at(Fraction(even * 100)).mean)
        others = float(envy_mean(rules.progressive, players - 1)) / 500
        assert at_even + figures["must_hit_by"] + others == pytest.approx(1, abs=1e-9)
    assert figures["long_run"]["together"][5] == float(1 - total_edge(rules.progressive, 5))
    assert linked(load_house("cardroom-25")) is None


@pytest.mark.clause("CA-10")
def test_bad_beat_under_both_ways_to_play(sheet_of: Callable[[str], Json]) -> None:
    """The edge for those who ignore it, and for those who play everything best; and its cost."""
    data = sheet_of("california-bad-beat")
    play = data["combined_play"]
    assert round(play["edge_base_play"] * 100, 4) == 19.3397
    assert round(play["edge_best_play"] * 100, 4) == 14.7868
    assert play["base_edge_best_play"] > play["base_edge_base_play"]
    cost, gain = play["base_cost"], play["gain"]
    assert gain == pytest.approx(play["edge_base_play"] - play["edge_best_play"] - cost)
    holds = {one["wager"]: one["holds_for"] for one in data["bonus_wagers"]}
    assert "ignore this wager" in holds["bad_beat"]
    assert "every way to play" in holds["trips"]
