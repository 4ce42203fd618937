"""`uth verify`: good receipts, and bad ones refused in one line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.floor.receipt_files import to_text
from tests.floor.rounds import betting, shuffle_for
from tests.floor.sources import Bytes
from tests.floor.test_receipt import MYSTERY, OTHER, ROUND, changed
from uth.cli.commands import run
from uth.floor.fairness.mystery_value import draw_value
from uth.floor.fairness.receipts import mystery_receipt, receipt_of
from uth.rulebook import store
from uth.table import commands as c

MALFORMED = "receipt/malformed: its entries do not fit its format"


def write(folder: Path, text: str) -> str:
    path = folder / "receipt.json"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_good_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", write(tmp_path, json.dumps(ROUND))]) == 0
    out = capsys.readouterr().out
    assert out.startswith("good: round 1 of table T-1 (hollywood-pa)\n")
    assert "the house's seed and those of seats 2, 5\nevery card was dealt" in out
    assert ROUND["commitment"] in out


def test_a_good_round_without_player_seeds_or_a_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = betting("cardroom-25")
    shuffle = shuffle_for(game).close()
    game.close()
    game.do(c.VoidRound("floor", "shuffler-malfunction"))
    file = write(tmp_path, to_text(receipt_of(shuffle, game.events)))
    assert run(["verify", file]) == 0
    assert "the house's seed alone\nno card was dealt" in capsys.readouterr().out
    assert run(["verify", "--json", file]) == 0
    assert json.loads(capsys.readouterr().out)["checked"] == ["commitment", "deck"]


def test_the_verdict_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "--json", write(tmp_path, json.dumps(ROUND))]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "verdict": "good",
        "table": "T-1",
        "round": 1,
        "checked": ["commitment", "deck", "deal"],
        "commitment": ROUND["commitment"],
        "ending": "settled",
        "player_seeds": {"5": "lucky dog", "2": "Glück"},
    }


def test_a_good_mystery(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, json.dumps(MYSTERY))
    assert run(["verify", file]) == 0
    assert capsys.readouterr().out.startswith("good: mystery 3 of meter five-card\n")
    assert run(["verify", "--json", file, "--commitment", MYSTERY["commitment"]]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["value"] == MYSTERY["value"]
    assert answer["checked"] == ["commitment", "value", "paid"]


@pytest.mark.parametrize("flag", [[], ["--json"]])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (changed(ROUND, "seed", OTHER), "receipt/commitment: "),
        (changed(ROUND, "player_seeds", {}), "receipt/deck: "),
        (changed(ROUND, "deal.procedure", "shoe"), "receipt/deal: "),
        (
            changed(ROUND, "round", True),
            "receipt/malformed: its entries do not fit its format (round)",
        ),
        (changed(ROUND, "no\nte", 1), MALFORMED),
        (changed(ROUND, "format", "\x1b[31m"), "receipt/format: unknown format '\\x1b[31m'"),
        ("{", "receipt/malformed: this is not JSON"),
        (changed(ROUND, "round", "\ud800"), "receipt/malformed: it contains half a character"),
        (changed(ROUND, "deck", "\ud800"), "receipt/malformed: it contains half a character"),
    ],
)
def test_a_bad_receipt_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, message: str, flag: list[str]
) -> None:
    assert run(["verify", *flag, write(tmp_path, text)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(message)
    assert shown.err.count("\n") == 1


def test_another_commitment_and_a_missing_file_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", write(tmp_path, json.dumps(ROUND)), "--commitment", OTHER]) == 2
    assert capsys.readouterr().err.startswith("receipt/not_shown: ")
    assert run(["verify", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.startswith("input/unreadable: ")


def test_a_name_that_the_terminal_cannot_show_is_escaped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    progressive = store.load_house("hollywood-pa").progressive
    value = draw_value(progressive, "Glück", 1, Bytes())
    file = write(tmp_path, to_text(mystery_receipt(value, value.target())))
    screen = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", screen)
    assert run(["verify", file]) == 0
    screen.flush()
    assert b"meter Gl\\xfcck" in screen.buffer.getvalue()
