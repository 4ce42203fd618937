"""`uth exposure`, `uth collusion`, `uth search` and `uth protection`."""

from __future__ import annotations

import json
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from tests.cli.command_runs import json_of, refusal_of, text_of
from tests.patience import PATIENCE
from uth.cli.commands import run
from uth.core.refusal import Refusal


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Results of other runs are not known."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "uth" / "results"


@pytest.mark.nightly
def test_exposure_of_the_whole_deck(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_of(capsys, "exposure", "--see", "flop=3")
    assert answer["player_edge"] > 0
    assert list(answer["actions"]) == ["4x", "2x", "1x", "fold"]


@pytest.fixture
def short_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of twelve cards, as the whole one takes half a minute."""
    from tests.exact.test_exposure import FLUSHES
    from uth.exact.attacks import marked_card
    from uth.exact.exposure import exposure, seen_cards

    for part in (
        exposure.exposure_chunk,
        exposure.finished,
        seen_cards.chunks,
        marked_card.marked_card_part,
    ):
        monkeypatch.setattr(part, "__defaults__", (FLUSHES,))


@pytest.mark.slow
@pytest.mark.usefixtures("short_deck")
@pytest.mark.parametrize("attack", ["bottom-card", "marked-ace", "late-showdown"])
def test_an_attack_that_takes_long_is_remembered_and_interrupted(
    attack: str,
    capsys: pytest.CaptureFixture[str],
    own_results: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from uth.compute import interrupts

    stopped = Event()
    stopped.set()
    with monkeypatch.context() as patch:
        patch.setattr(interrupts, "stop_on_interrupt", lambda: nullcontext(stopped))
        assert run(["protection", attack, "--workers", "2"]) == 130
        out, err = capsys.readouterr()
        assert (out, err.splitlines()[-1]) == ("", "usage/stopped: interrupted")
    answer = json_of(capsys, "protection", attack, "--workers", "2")
    assert answer["player_edge"] == answer["ev"]["numerator"] / answer["ev"]["denominator"]
    assert list(own_results.glob("*.json"))
    monkeypatch.setattr("uth.compute.chunks.ChunkQueue", None)  # nothing is computed again
    assert json_of(capsys, "protection", attack)["ev"] == answer["ev"]


def test_clumps_are_simulated_in_chunks_until_they_are_stopped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from uth.exact.attacks import clumped_shuffle
    from uth.exact.collusion import card_effects

    def chunk(_rules: object, effects: Any, riffles: int, seed: int, number: int) -> Any:
        if number == 2:
            raise Refusal("usage/stopped")
        return rounds, 0.01 * rounds * seed * riffles * len(effects) / 13, float(rounds)

    rounds = clumped_shuffle.TABLES * clumped_shuffle.ROUNDS
    monkeypatch.setattr(card_effects, "effect_chunk", lambda *_: np.zeros((1, 1326)))
    monkeypatch.setattr(clumped_shuffle, "clumped_chunk", chunk)
    words = ("protection", "clumps", "--riffles", "2", "--rounds", str(2 * rounds - 5))
    answer = json_of(capsys, *words)
    assert answer["rounds"] == 2 * rounds
    assert answer["gain"] == pytest.approx(0.02)
    assert answer["stderr"] > 0
    assert "partial" not in answer
    code = run([*words[:-1], str(3 * rounds), "--json", "--workers", "1"])
    assert code == 2
    answer = json.loads(capsys.readouterr().out)
    assert (answer["rounds"], answer["partial"]) == (2 * rounds, True)


def test_what_is_known_is_of_this_mathematics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of any source, not of kernels alone, makes other files of known results."""
    import uth.exact
    from uth.cli.protection import known_results

    def hash_of(folder: str, text: str) -> str:
        source = tmp_path / folder / "collusion" / "card_effects.py"
        source.parent.mkdir(parents=True)
        source.write_text(text)
        monkeypatch.setattr(uth.exact, "__path__", [str(tmp_path / folder)])
        known_results.mathematics_hash.cache_clear()
        return known_results.mathematics_hash()

    hashes = [hash_of("one", "x = 1"), hash_of("two", "x = 2"), hash_of("three", "x = 1")]
    saved = known_results.saved_run("anything")
    assert saved is not None
    assert saved.key == f"{hashes[2]} anything"
    monkeypatch.undo()
    known_results.mathematics_hash.cache_clear()
    assert hashes[0] == hashes[2] != hashes[1] != known_results.mathematics_hash()


@pytest.mark.slow
@pytest.mark.usefixtures("short_deck")
def test_exposure_answers_with_a_fraction_and_remembers_it(
    capsys: pytest.CaptureFixture[str], own_results: Path
) -> None:
    from tests.exact.test_exposure import FLUSHES
    from uth.exact.exposure import exposure, seen_cards

    words = ("exposure", "--see", "flop=3", "--workers", "1")
    answer = json_of(capsys, *words)
    assert answer["see"] == {"dealer": 0, "flop": 3, "later": 0}
    ev = answer["ev"]
    assert answer["player_edge"] == ev["numerator"] / ev["denominator"]
    whole = exposure.expose(seen=seen_cards.Seen(flop=3), deck=FLUSHES)
    assert Fraction(ev["numerator"], ev["denominator"]) == whole.ev
    assert sum(answer["actions"].values()) == pytest.approx(1)
    (known,) = own_results.glob("*.json")
    saved = json.loads(known.read_text())
    saved["value"]["uth.tuple"][0] = 0
    known.write_text(json.dumps(saved))
    assert json_of(capsys, *words)["player_edge"] == 0  # from the file, not computed again
    assert "Counted exactly" in text_of(capsys, *words)


@pytest.mark.slow
@pytest.mark.usefixtures("short_deck")
def test_a_list_of_play_on_a_full_disk_is_partial_and_the_value_is_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from uth.exact.exposure import exposure

    monkeypatch.setattr(exposure, "preflop_play", lambda *_: [("AhAd", "dealer=Kc", "4x")] * 3)
    words = ["exposure", "--see", "dealer=1", "--workers", "1", "--play-file"]
    (tmp_path / "full.partial.csv").symlink_to("/dev/full")
    assert run([*words, str(tmp_path / "full.csv"), "--json"]) == 2
    out, err = capsys.readouterr()
    assert "player_edge" in json.loads(out)
    assert err.splitlines()[-1].startswith("output/unwritable: ")
    assert not (tmp_path / "full.csv").exists()
    assert run([*words, str(tmp_path / "play.csv")]) == 0
    lines = (tmp_path / "play.csv").read_text().splitlines()
    assert (lines[0], len(lines)) == ("hand,seen,action", 1 + 3 * 6)
    assert not (tmp_path / "play.partial.csv").exists()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), "exposure/nothing"),
        (("--see", "flop=3", "--play-file", "play.csv"), "exposure/play"),
        (("--see", "dealer=0"), "exposure/count"),
        (("--see", "dealer=3"), "exposure/count"),
        (("--see", "flop=4"), "exposure/count"),
        (("--see", "burn=1"), "exposure/see"),
        (("--see", "dealer"), "exposure/see"),
        (("--see", "dealer=1", "--see", "dealer=1"), "exposure/twice"),
        (("--see", "dealer=2", "--see", "later=1"), "exposure/too_much"),
        (("--see", "flop=1", "--since", "river"), "exposure/since"),
        (("--see", "dealer=1", "--cluster", "nowhere"), "cluster/address"),
        (("--see", "dealer=1", "--blind", "1,2,3"), "solve/blind_count"),
    ],
)
def test_exposure_refuses(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: str
) -> None:
    assert refusal_of(capsys, "exposure", *words).startswith(f"{code}: ")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("collusion", "--players", "7"), "collusion/players"),
        (("collusion", "--players", "0"), "collusion/players"),
        (("collusion", "--tables", "0"), "collusion/tables"),
        (("protection", "clumps", "--rounds", "0"), "protection/rounds"),
        (("protection", "capping", "--ante", "0"), "money/zero"),
        (("protection", "edge"), "protection/edge"),
        (("protection", "capping", "--edge", "3"), "protection/edge"),
        (("protection", "peeking"), "usage/wrong"),
        (("search", "--target-edge", "2", "--blind", "1,1,1,1,1,1"), "search/band"),
        (("search", "--target-edge", "3..2", "--blind", "1,1,1,1,1,1"), "search/band"),
        (("search", "--target-edge", "1..2", "--blind", "1,1,1,1,1"), "solve/blind_count"),
        (("search", "--target-edge", "1..2", "--blind", "1,1,1,1,1,3..1"), "search/odds"),
        (("search", "--target-edge", "1..2", "--blind", "1,1,1,1,1,1/0"), "search/odds"),
        (
            ("search", "--target-edge", "1..2", "--blind", "1..999,1..999,1..99,1,1,1"),
            "search/size",
        ),
    ],
)
def test_other_commands_refuse(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: str
) -> None:
    assert refusal_of(capsys, *words).startswith(f"{code}: ")


@pytest.mark.slow
def test_search_finds_tables_and_solves_only_what_matters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("search", "--target-edge", "1.5..2.5", "--blind", "500,50,10,2..4:1/2,1..2:1/4,1")
    answer = json_of(capsys, *words)
    assert answer["tables"] == 25
    assert (answer["solved"], answer["known"]) == (2, 0)
    standard = ["500", "50", "10", "3", "1.5", "1"]
    (own,) = [table for table in answer["found"] if table["blind"] == standard]
    assert own["ev"] == {"numerator": -50643648973, "denominator": 2317817502000}
    assert all(0.015 <= table["house_edge"] <= 0.025 for table in answer["found"])
    again = json_of(capsys, *words)
    assert (again["solved"], again["known"]) == (0, 2)
    assert again["found"] == answer["found"]


@pytest.mark.slow
def test_collusion_of_one_player_is_the_plain_game(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_of(capsys, "collusion", "--players", "1", "--tables", "2")
    assert answer["gain"] == {"mean": 0.0, "stderr": 0.0}
    assert answer["player_edge"] == -50643648973 / 2317817502000


@pytest.mark.slow
def test_protection_says_what_capping_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_of(capsys, "protection", "capping", "--ante", "100", "--hands", "50")
    assert answer["gain"] == pytest.approx(answer["player_edge"] + 0.0218497, abs=1e-6)
    assert answer["per_hour"]["dollars"] == pytest.approx(answer["gain"] * 5_000)
    assert answer["shows_after"]["hands"] > 0


def test_a_search_that_is_killed_keeps_every_solution_that_it_had(
    own_results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from uth.cli.protection.search import KnownPlanes
    from uth.compute.workers import Threads
    from uth.exact.search import blind_planes
    from uth.exact.solver.game_rules import STANDARD

    def parts(_rules: object, tables: tuple[object, ...], number: int) -> list[int]:
        if number == 3:
            raise MemoryError
        return [number]

    monkeypatch.setattr(blind_planes, "plane_parts", parts)
    bases = [STANDARD.blind, (*STANDARD.blind[:5], Fraction(2)), (*STANDARD.blind[:5], Fraction(3))]
    with pytest.raises(MemoryError):
        KnownPlanes(STANDARD, Threads(1), lambda *_: None).parts_of(bases)
    assert len(list(own_results.glob("*.json"))) == 2
    known = KnownPlanes(STANDARD, Threads(1), lambda *_: None)
    assert known.parts_of(bases[:2]) == [[1], [2]]
    assert (known.known, known.solves) == (2, 0)


def test_a_search_that_is_stopped_shows_the_tables_of_what_was_solved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three games are to be solved, each for two tables; Ctrl-C comes after the second."""
    from uth.compute import interrupts
    from uth.exact.search import blind_planes
    from uth.exact.search.blind_planes import LINES
    from uth.exact.solver.outcomes import DEALS

    stop = Event()

    def parts(_rules: object, _tables: tuple[object, ...], number: int) -> list[int]:
        if number == 0:
            return [0, 0, 0, 1, 0, 0]
        if number == 3:
            assert stop.wait(PATIENCE)
        return [-DEALS // 50, 25 * DEALS, *[0] * (2 * LINES)]

    def interrupted(done: int, chunks: int) -> None:
        if (done, chunks) == (2, 3):
            stop.set()

    progress = "uth.cli.protection.search.solver_progress"
    monkeypatch.setattr(progress, lambda *_: nullcontext(interrupted))
    monkeypatch.setattr(blind_planes, "plane_parts", parts)
    monkeypatch.setattr(interrupts, "stop_on_interrupt", lambda: nullcontext(stop))
    words = ["search", "--target-edge", "1.5..2.5", "--blind", "500,50,10,2..4,1..2,1"]
    assert run([*words, "--json", "--workers", "1"]) == 130
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert (answer["tables"], answer["searched"], answer["partial"]) == (6, 4, True)
    assert [table["blind"][3] for table in answer["found"]] == ["2", "2", "3", "3"]
    assert err.splitlines()[-1] == "usage/stopped: interrupted"
    assert run([*words, "--workers", "1"]) == 130
    assert "Partial: 4 of 6 tables were searched." in capsys.readouterr().out
    stop.clear()
    answer = json_of(capsys, *words, "--workers", "1")
    assert (answer["searched"], answer["partial"]) == (6, False)


REPORT = Path(__file__).parents[2] / "docs" / "game-protection.md"
PLAIN_EDGE, DEVIATION, ANTE, HANDS = -50643648973 / 2317817502000, 4.9391, 25, 40


def report_rows(columns: int) -> list[list[str]]:
    lines = REPORT.read_text("utf-8").splitlines()
    rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [row for row in rows if len(row) == columns]


def number(cell: str) -> float:
    return float(cell.replace("−", "-").replace(",", "").replace("$", "").split(" ")[0])


def test_the_report_says_what_each_edge_is_worth_an_hour_and_when_it_shows() -> None:
    attacks = (row for row in report_rows(5) if row[1].startswith("`uth "))
    rows = [row for row in attacks if not row[3].endswith("%")]
    assert len(rows) == 25
    for _, command, edge, dollars, hands in rows:
        gain = number(edge) / 100 - PLAIN_EDGE
        assert number(dollars) == pytest.approx(gain * HANDS * ANTE, abs=0.012), command
        if "±" not in edge:
            shows = (1.644854 * DEVIATION / gain) ** 2
            assert number(hands) == pytest.approx(shows, rel=2e-3, abs=0.6), command


def test_the_report_has_the_limits_of_every_house() -> None:
    from uth.rulebook.store import HOUSES, load_house

    header, _, *houses = report_rows(7)
    edges = [number(cell.split(", ")[-2 if "each" in cell else -1]) / 100 for cell in header[2:]]
    limits = {(house.limits.minimum, house.limits.maximum) for house in map(load_house, HOUSES)}
    assert {tuple(number(one) * 100 for one in row[1].split(" to ")) for row in houses} == limits
    for row in houses:
        antes = [number(one) for one in row[1].split(" to ")]
        for edge, cell in zip(edges, row[2:], strict=True):
            for ante, dollars in zip(antes, cell.split(" to "), strict=True):
                worth = (edge - PLAIN_EDGE) * HANDS * ante
                assert number(dollars) == pytest.approx(worth, abs=0.51 if worth > 12 else 0.02)
