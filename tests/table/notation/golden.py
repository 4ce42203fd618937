"""The golden rounds and the rulebook each is played under."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from uth.rulebook.model import Rulebook
from uth.rulebook.settings import with_settings
from uth.table.notation import parse
from uth.table.notation.model import Round

FOLDER = Path(__file__).parents[2] / "golden"
NAMES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/*.uth"))


@cache
def load(name: str) -> tuple[str, Round, Rulebook]:
    text = (FOLDER / name).read_text(encoding="utf-8")
    round = parse(text)
    return text, round, with_settings(round.house, round.settings)
