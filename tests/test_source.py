"""Habits of the source that no linter checks."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "uth"
MOST_POSITIONAL = 5


def _nodes() -> Iterator[tuple[Path, ast.AST]]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield path.relative_to(SOURCE), node


def test_no_class_name_stands_for_two_things() -> None:
    names = Counter(node.name for _, node in _nodes() if isinstance(node, ast.ClassDef))
    assert len(names) > 300
    assert [name for name, count in names.items() if count > 1] == []


def test_long_constructors_are_called_by_keyword() -> None:
    long = [
        f"{path}:{node.lineno}"
        for path, node in _nodes()
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2][:1].isupper()
        and len(node.args) > MOST_POSITIONAL
    ]
    assert long == []
