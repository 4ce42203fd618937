"""Habits of the source that no linter checks."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "uth"
FRONTEND = Path(__file__).parents[1] / "frontend" / "src"
MOST_POSITIONAL = 5
MOST_LINES = 300
MOST_MODULES = 15


def _files() -> Iterator[Path]:
    """Every file that is written by hand, of the program and of its pages."""
    yield from sorted(SOURCE.rglob("*.py"))
    for path in sorted(FRONTEND.rglob("*")):
        if path.suffix in (".ts", ".svelte", ".css") and not path.name.endswith(".d.ts"):
            yield path


@cache
def _nodes() -> list[tuple[Path, ast.AST]]:
    return [
        (path.relative_to(SOURCE), node)
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]


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


def _undeclared(node: ast.ClassDef) -> Iterator[str]:
    """The public attributes of a class whose type would have to be inferred from an expression."""
    nodes = [*ast.walk(node)]
    declared = {
        ast.unparse(each.target).removeprefix("self.")
        for each in nodes
        if isinstance(each, ast.AnnAssign)
    }
    for each in nodes:
        if isinstance(each, ast.Assign) and not isinstance(each.value, ast.Constant | ast.Name):
            targets = [*each.targets]
        elif isinstance(each, ast.AugAssign):
            targets = [each.target]
        else:
            continue
        for target in targets:
            for name in ast.unparse(target).strip("()").split(", "):
                own, _, attribute = name.lstrip("*").rpartition(".")
                public = attribute.isidentifier() and attribute[0] != "_"
                if own == "self" and public and attribute not in declared:
                    yield attribute


def test_public_attributes_declare_their_types() -> None:
    """So that every type checker sees the same; at length in `test_library.py`, by pyright."""
    undeclared = [
        f"{path}:{node.name}.{attribute}"
        for path, node in _nodes()
        if isinstance(node, ast.ClassDef) and node.name[0] != "_"
        for attribute in _undeclared(node)
    ]
    assert undeclared == []


def test_files_are_short() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in _files()}
    assert {path.suffix for path in lengths} == {".py", ".ts", ".svelte", ".css"}
    assert {str(path): lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


def test_packages_are_small() -> None:
    """Tests next to what they test do not count, nor does what a package says of itself."""
    modules = Counter(
        path.parent
        for path in _files()
        if path.name != "__init__.py" and not path.name.endswith(".test.ts")
    )
    assert len(modules) > 40
    assert {str(path): count for path, count in modules.items() if count > MOST_MODULES} == {}
