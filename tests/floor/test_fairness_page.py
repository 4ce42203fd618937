"""The page that players check a round by: its commands are run, and give what it says."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from tests.patience import PATIENCE
from uth.cli.commands import run

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "fairness.md").read_text(encoding="utf-8")
EXAMPLE = DOCS / "receipt.example.json"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_the_example_is_good() -> None:
    assert run(["verify", str(EXAMPLE)]) == 0


def test_a_shell_and_sha256sum_are_enough() -> None:
    ran = subprocess.run(
        ["bash", "-e"],
        input="\n".join(blocks("sh")),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert ran.stderr == ""
    assert ran.stdout == "".join(blocks("text"))
    receipt = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    first, _, *deck = ran.stdout.splitlines()
    assert first == receipt["commitment"]
    assert " ".join(deck).split() == receipt["deck"]


def test_the_page_names_every_entry_and_every_verdict() -> None:
    receipt = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    table = PAGE[PAGE.index("## The receipt, entry by entry") :]
    for entry in [*receipt, *receipt["deal"]]:
        assert f"`{entry}`" in table
    script = (DOCS.parent / "src/uth/floor/fairness/verify_receipt.py").read_text(encoding="utf-8")
    codes = set(re.findall(r"receipt/[a-z_]+", script)) | {"receipt/deck", "receipt/deal"}
    assert len(codes) == 8
    for code in codes:
        assert f"`{code}`" in PAGE
