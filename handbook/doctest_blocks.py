"""Doctests in docstrings as code blocks: a prompt would else begin a quotation."""

from __future__ import annotations

from typing import Any

import griffe


class DoctestBlocks(griffe.Extension):
    """Fences the paragraphs that begin with a prompt."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        f"```pycon\n{part}\n```" if part.lstrip().startswith(">>>") else part for part in paragraphs
    )
