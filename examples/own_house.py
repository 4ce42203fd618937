"""A house of one's own: only what differs from an approved one is written down."""

import tempfile
from pathlib import Path

import uth

RULES = """
id = "riverside"
extends = "cardroom-25"
name = "Riverside Club"
document = "House rules, 2026"

[limits]
minimum = "5"
"""

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder, "riverside.toml")
    file.write_text(RULES)
    rules = uth.load_house(file)
print(rules, "approved" if rules.approved else "not approved")
print(uth.Table(rules, seats=(1, 2), seed=1).play_round())
