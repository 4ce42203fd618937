"""All refusals as a page: `python -m uth.web.refusal_list` prints docs/refusals.md."""

from __future__ import annotations

import json
import os
import re

from uth.core.texts import ENGLISH, FOLDER
from uth.web.responses import status_of

HEAD = """# Refusals

What the rules do not allow is refused with a stable code, a sentence, and where the trouble is.
Slots are facts. The command line prints the refusal and exits with 2; over HTTP it is a body with
`code`, `sentence`, `where` and `clause`, answered with the status given here. `make docs` writes
this page from `src/uth/core/texts/en/refusals.json`.

| code | sentence | HTTP |
|---|---|---|
"""

SLOT = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
"""A slot of a text: its fact, and how that is shown."""


def _slot(slot: re.Match[str]) -> str:
    """A slot by its name; of the forms that go with a number, the last."""
    name = f"{{{slot[1]}}}"
    *_, last = (slot[2] or "").rpartition("|")
    return last.replace("#", name) if "|" in (slot[2] or "") else name


def refusal_list() -> str:
    """Every code with its sentence and its HTTP status, as Markdown."""
    with open(os.path.join(FOLDER, ENGLISH, "refusals.json"), encoding="utf-8") as file:
        sentences: dict[str, str] = json.load(file)
    rows = (
        f"| `{code}` | {SLOT.sub(_slot, sentence)} | {status_of(code)} |\n"
        for code, sentence in sentences.items()
    )
    return HEAD + "".join(rows)


if __name__ == "__main__":
    print(refusal_list(), end="")
