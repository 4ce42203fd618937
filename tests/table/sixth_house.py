"""A sixth house with a wager that no other has: the files that it takes, laid over a copy.

Hole Card Bonus pays by the player's two cards and the dealer's.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import uth

HOUSE = "hole-card-club"
WAGER = "hole_card_bonus"

NEW_FILES = {
    f"rulebook/data/houses/{HOUSE}.toml": """
id = "hole-card-club"
extends = "light-and-wonder"
name = "Hole Card Club"
document = "The rules of a sixth house"

[layout]
circles = { value = ["Ante", "Blind", "Play", "Trips", "Hole Card Bonus"], clause = "HC-1" }

[wagers]
bad_beat = { value = false, clause = "HC-1" }
ultimate_pairs = { value = false, clause = "HC-1" }
hole_card_bonus = { value = true, clause = "HC-1" }

[tables]
hole_card_bonus = { value = "1", clause = "HC-2" }
approved_hole_card_bonus = { value = ["1"], clause = "HC-2" }

[settlement]
order = { value = [
  "ante", "play", "blind", "trips", "hole_card_bonus",
  "bad_beat", "ultimate_pairs", "progressive", "envy",
], clause = "HC-1" }
survives_fold = { value = ["trips", "hole_card_bonus"], clause = "HC-3" }

[cites.hole_card_bonus]
win = ["HC-2"]
lose = ["HC-2"]
fold_win = ["HC-2", "HC-3"]
fold_lose = ["HC-2", "HC-3"]
""",
    f"table/wagers/{WAGER}.py": '''
"""Hole Card Bonus: the player's two cards and the dealer's."""

from __future__ import annotations

from uth.table.wagers.bonus import HoldingBonus


class HoleCardBonus(HoldingBonus):
    name = "hole_card_bonus"
''',
}

ADDED_TEXT = {
    "rulebook/data/wagers.toml": """
[hole_card_bonus]
circle = "Hole Card Bonus"
offered = "wagers.hole_card_bonus"
pays = { kind = "hole_card_bonus", part = "pays", by = "holding" }
endings = ["win", "lose", "fold_win", "fold_lose"]
""",
    "rulebook/data/tables.toml": """
[hole_card_bonus.1]
clauses = ["HC-2"]
pays = [
  { hands = ["AA"], dealer = ["AA"], pays = "1,000 to 1" },
  { hands = ["AA"], pays = "30 to 1" },
  { hands = ["AKs"], dealer = ["KK", "QQ"], pays = "50 to 1" },
  { hands = ["KK", "QQ", "JJ"], pays = "10 to 1" },
]
""",
    "rulebook/data/clauses.toml": """
["HC-1"]
house = "hole-card-club"
wording = "The layout has a circle for the Hole Card Bonus"
how = ["E"]

["HC-2"]
house = "hole-card-club"
wording = "The Hole Card Bonus pays by the player's two cards and the dealer's"
how = ["E"]

["HC-3"]
house = "hole-card-club"
wording = "A fold leaves the Hole Card Bonus in action"
how = ["E"]
""",
}

REPLACED_TEXT = {
    "core/texts/en/words.json": (
        (
            '  "wager.envy": "Envy",\n',
            '  "wager.envy": "Envy",\n'
            f'  "wager.{WAGER}": "Hole Card Bonus",\n  "wager_short.{WAGER}": "Hole",\n',
        ),
    ),
    "table/wagers/__init__.py": (
        (
            "from uth.table.wagers.wager import DependsOn, Owed, WagerKind\n",
            f"from uth.table.wagers.{WAGER} import HoleCardBonus\n"
            "from uth.table.wagers.wager import DependsOn, Owed, WagerKind\n",
        ),
        ("    UltimatePairs(),\n", "    UltimatePairs(),\n    HoleCardBonus(),\n"),
    ),
}

FILES = (*NEW_FILES, *ADDED_TEXT, *REPLACED_TEXT)
"""All that has to be written or changed."""


def copy_with_sixth_house(folder: Path) -> Path:
    """A folder to import `uth` from: a copy of the package with the sixth house in it.

    The kernels are those of the original: in another folder they would be compiled again.
    """
    package = folder / "uth"
    source = Path(uth.__file__).parent
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in NEW_FILES.items():
        assert not (package / name).exists()
        (package / name).write_text(text.lstrip())
    for name, text in ADDED_TEXT.items():
        (package / name).write_text((package / name).read_text() + text)
    for name, changes in REPLACED_TEXT.items():
        content = (package / name).read_text()
        for old, new in changes:
            assert old in content, f"{name} no longer has {old!r}"
            content = content.replace(old, new)
        (package / name).write_text(content)
    kernels = source / "exact/kernels"
    (package / "exact/kernels/__init__.py").write_text(f"__path__ = [{str(kernels)!r}]\n")
    return folder
