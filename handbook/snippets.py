"""The code and the tests behind a clause, as they are in the sources."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_LINES = 24
"""Of a function; of a longer one, those around the line that is shown."""
AROUND = 5


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


@cache
def _functions(path: Path) -> list[tuple[int, int]]:
    """The first and the last line of each function, decorators included."""
    if path.suffix != ".py":
        return []
    return [
        (min([node.lineno, *(mark.lineno for mark in node.decorator_list)]), node.end_lineno or 0)
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def source_at(path: Path, number: int) -> str:
    """The innermost function around a line, or as much of it as is near; else the lines around."""
    lines = _lines(path)
    around = [span for span in _functions(path) if span[0] <= number <= span[1]]
    first, last = max(around, default=(1, len(lines)))
    if last - first >= MOST_LINES:
        first, last = max(first, number - AROUND), min(last, number + AROUND)
    shown = lines[first - 1 : last]
    margin = min((len(line) - len(line.lstrip()) for line in shown if line.strip()), default=0)
    return "\n".join(line[margin:] for line in shown).strip("\n")


def folded(place: str) -> str:
    """What is at `path:line`, under a heading that opens it."""
    name, _, number = place.rpartition(":")
    path = ROOT / name if (ROOT / name).exists() else ROOT / "src" / "uth" / name
    language = "py" if path.suffix == ".py" else path.suffix.removeprefix(".")
    return (
        f'<details markdown="1">\n<summary markdown="span">`{place}`</summary>\n\n'
        f"```{language}\n{source_at(path, int(number))}\n```\n\n</details>\n"
    )


def most_telling(places: list[str], count: int) -> list[str]:
    """The places that show best what is done: code of the table, then other code, then data."""
    code = [place for place in places if ".py:" in place]
    table = [place for place in code if place.startswith("table/")]
    chosen: list[str] = []
    for place in [*table, *code, *places]:
        if not any(_are_near(place, other) for other in chosen):
            chosen.append(place)
    return chosen[:count]


def _are_near(place: str, other: str) -> bool:
    """Whether what is shown of one shows the other, too."""
    (path, _, line), (other_path, _, other_line) = place.rpartition(":"), other.rpartition(":")
    return path == other_path and abs(int(line) - int(other_line)) <= 2 * AROUND
