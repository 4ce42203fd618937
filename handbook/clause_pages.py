"""A page for each document: of each clause its sentence, our reading, the code and the tests."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from handbook.snippets import folded, most_telling
from uth.cli.conformance_matrix import ConformanceRow, Evidence, matrix
from uth.rulebook.store import HOUSES, load_house

ROOT = Path(__file__).parent.parent
SHOWN = 2
"""How many places of the code are shown for a clause; the others are named."""
READING = "reading"
"""The house of clauses that no document prints."""
HOW = {
    "E": "the engine does it",
    "D": "data that is checked when a rulebook is loaded",
    "S": "a step or call of the dealer",
    "R": "a record that is kept",
    "N": "physical: nothing that software does",
}


class MarkedTest(msgspec.Struct, frozen=True):
    """A test that is marked for a clause."""

    path: str
    line_number: int
    name: str


@cache
def marked_tests() -> dict[str, list[MarkedTest]]:
    """Clause → the tests that are marked for it, as the sources of the tests say."""
    marked: dict[str, list[MarkedTest]] = {}
    for path in sorted(ROOT.joinpath("tests").rglob("test_*.py")):
        name = str(path.relative_to(ROOT))
        tree = ast.parse(path.read_bytes())
        shared = [clause for node in tree.body if _marks_all(node) for clause in _clauses(node)]
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                test = MarkedTest(name, node.lineno, node.name)
                own = [clause for mark in node.decorator_list for clause in _clauses(mark)]
                for clause in dict.fromkeys([*own, *shared]):
                    marked.setdefault(clause, []).append(test)
    return marked


def _marks_all(node: ast.stmt) -> bool:
    """Whether a statement marks all tests of its module."""
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"


def _clauses(node: ast.AST) -> Iterator[str]:
    """The clauses of the marks in a decorator or statement."""
    for call in ast.walk(node):
        if not isinstance(call, ast.Call):
            continue
        numbers = [str(part.value) for part in call.args if isinstance(part, ast.Constant)]
        match ast.unparse(call.func).rpartition(".")[2]:
            case "clause":
                yield from numbers
            case "of":  # the clauses of the house-banked documents, by house
                words = [part.value for part in call.keywords]
                texts = [str(part.value) for part in words if isinstance(part, ast.Constant)]
                yield from (clause for text in texts for clause in text.split())
            case "both":  # the same clause of both California documents
                yield from (f"{letters}-{number}" for number in numbers for letters in ("CA", "BB"))


@cache
def wrong_rules() -> dict[str, list[str]]:
    """Clause → in what the rules are broken to see that its tests fail."""
    rules: dict[str, list[str]] = {}
    for path in sorted(ROOT.glob("tests/conformance/catalog/*.toml")):
        for entry in tomllib.loads(path.read_text("utf-8")).values():
            for clause in entry["clauses"]:
                rules.setdefault(clause, []).append(entry["wrong"])
    return rules


@cache
def rows() -> list[ConformanceRow]:
    """All clauses, with their sentences and where the code cites them."""
    return matrix(Evidence([], []))


@cache
def pages() -> dict[str, str]:
    """Path → Markdown: a page for each house, one for the readings, and a list of all."""
    names = [*HOUSES, READING]
    made = {f"clauses/{name}.md": _page(name) for name in names}
    return {"clauses/index.md": _index(names), **made}


def _title(name: str) -> str:
    return "Readings" if name == READING else load_house(name).name


def _index(names: list[str]) -> str:
    counts = {name: len([row for row in rows() if row.house == name]) for name in names}
    listed = "\n".join(
        f"| [{_title(name)}]({name}.md) | {count} |" for name, count in counts.items()
    )
    return (
        "# The rules, clause by clause\n\n"
        "Each of the five documents is divided into numbered clauses. A page shows, for every "
        "clause, the sentence of the document, what we read in it, where the code cites it, the "
        "tests that are marked for it, and the wrong rules under which they must fail. Where "
        "a document is silent or unclear, a reading (Q-…) says what we do; "
        "[readings](../readings.md) shows what other answers would be worth.\n\n"
        f"| document | clauses |\n|---|---|\n{listed}\n\n"
        "`uth conformance --check` fails while a clause is not shown; `uth conformance --run` runs "
        "every wrong rule first.\n"
    )


def _page(name: str) -> str:
    document = "" if name == READING else f"From *{load_house(name).document}*.\n\n"
    clauses = "\n".join(_clause(row) for row in rows() if row.house == name)
    return f"# {_title(name)}\n\n{document}{clauses}"


def _clause(row: ConformanceRow) -> str:
    parts = [f"## {row.clause} {{ #{row.clause.lower().replace('.', '-')} }}\n"]
    parts += [
        f"> {sentence.words}\n>\n> {sentence.document}, line {sentence.line_number}\n"
        for sentence in row.sentences
    ]
    parts.append(f"**We read:** {_escaped(row.wording)}.\n")
    parts.append(f"**How:** {'; '.join(HOW[letter] for letter in row.how)}.\n")
    if row.entries:
        parts.append(f"**Rulebook:** {', '.join(f'`{entry}`' for entry in row.entries)}.\n")
    if row.implemented:
        parts.append(f"**Code:** {', '.join(f'`{part}`' for part in row.implemented)}.\n")
        parts += map(folded, most_telling(row.implemented, SHOWN))
    tests = marked_tests().get(row.clause, [])
    if tests:
        listed = [f"- `{test.path}:{test.line_number}` {_words(test.name)}" for test in tests]
        parts.append("**Tests:**\n\n" + "\n".join(listed) + "\n")
        parts.append(folded(f"{tests[0].path}:{tests[0].line_number}"))
    wrong = wrong_rules().get(row.clause, [])
    if wrong:
        listed = [f"- {_escaped(text)}" for text in wrong]
        parts.append("**Wrong rules that they catch:**\n\n" + "\n".join(listed) + "\n")
    return "\n".join(parts)


def _words(name: str) -> str:
    """A test's name as a sentence."""
    return name.removeprefix("test_").replace("_", " ")


def _escaped(text: str) -> str:
    return text.rstrip(".").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")
