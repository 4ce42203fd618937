"""The documents are true: their links, the glossary's words, the layers, the files they name."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import grimp
import pytest

import uth
from uth.cli.commands import COMMANDS
from uth.core.money import parse_dollars
from uth.core.refusal import Refusal
from uth.core.texts import catalog, languages
from uth.ledger.sql.schema import metadata
from uth.web.refusal_list import SLOT, refusal_list

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "uth"
FRONTEND = ROOT / "frontend" / "src"
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
GENERATED = ("clauses/", "contributing.md", "changelog.md", "examples.md")
"""Pages that the handbook's build makes; it checks links to them."""
PACKAGES = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))
COLUMNS = ("term", "meaning", "Python", "JSON", "TypeScript", "SQL")
NOT_USED = "## Words that are not used any more"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if not link.startswith(("http", *GENERATED))]
    report([link for link in local if not (page.parent / link).exists()])


def test_the_list_of_refusals_is_up_to_date() -> None:
    """`make docs` writes it."""
    assert (ROOT / "docs" / "refusals.md").read_text(encoding="utf-8") == refusal_list()


# Reading pages and sources


def report(wrong: list[str]) -> None:
    """Fail with every item, one a line."""
    assert not wrong, f"{len(wrong)} in all:\n" + "\n".join(wrong)


def table_rows(text: str) -> list[list[str]]:
    """The cells of all Markdown tables in a text, without their headings."""
    rows = []
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        _, _, *body = table.splitlines()
        rows += [[cell.strip() for cell in row.strip("|").split("|")] for row in body]
    return rows


def code_words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_bytes()) for path in sorted(SOURCE.rglob("*.py"))}


def names_of(node: ast.AST) -> Iterator[str]:
    """The names that a node gives or uses: variables, arguments, attributes, functions, fields."""
    match node:
        case ast.Name():
            yield node.id
        case ast.Attribute():
            yield node.attr
        case ast.arg() | ast.keyword(arg=str()):
            yield node.arg or ""
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.alias():
            yield (node.asname or node.name).rpartition(".")[2]
        case ast.ExceptHandler() | ast.MatchAs() | ast.MatchStar():
            yield node.name or ""


@cache
def names_by_file() -> dict[Path, list[tuple[int, str]]]:
    """The names in each file, with their line numbers."""
    return {
        path: [(getattr(node, "lineno", 0), name)
               for node in ast.walk(tree) for name in names_of(node)]
        for path, tree in trees().items()
    }  # fmt: skip


@cache
def identifiers() -> frozenset[str]:
    return frozenset(name for names in names_by_file().values() for _, name in names)


@cache
def json_words() -> frozenset[str]:
    """What messages are made of: fields and tags, which are class names, and literal strings."""
    words = set()
    for tree in trees().values():
        for node in ast.walk(tree):
            match node:
                case ast.ClassDef():
                    words.add(node.name)
                case ast.AnnAssign(target=ast.Name(id=name)):
                    words.add(name)
                case ast.Constant(value=str(text)):
                    words.add(text)
    return frozenset(words)


@cache
def typescript_words() -> frozenset[str]:
    sources = [path for path in FRONTEND.rglob("*.*") if path.suffix in (".ts", ".svelte")]
    texts = [path.read_text("utf-8") for path in sources if not path.name.endswith(".d.ts")]
    return frozenset(word for text in texts for word in re.findall(r"\w+", text))


@cache
def sql_words() -> frozenset[str]:
    columns = [f"{table.name}.{column.name}" for table in metadata.sorted_tables
               for column in table.columns]  # fmt: skip
    return frozenset([*metadata.tables, *columns])


# The glossary


def glossary() -> list[dict[str, str]]:
    rows = table_rows(GLOSSARY.partition(NOT_USED)[0])
    return [dict(zip(COLUMNS, row, strict=True)) for row in rows]


def words_in(column: str) -> list[str]:
    return [word for row in glossary() for word in code_words(row[column])]


def not_used() -> list[str]:
    return [word for row in table_rows(GLOSSARY.partition(NOT_USED)[2])
            for word in code_words(row[0])]  # fmt: skip


def test_each_term_is_in_the_glossary_once_with_its_meaning() -> None:
    terms = [row["term"].lower() for row in glossary()]
    assert len(terms) > 100
    report([term for term, count in Counter(terms).items() if count > 1])
    report([row["term"] for row in glossary() if not row["meaning"]])


def test_python_words_of_the_glossary_are_names_in_the_source() -> None:
    parts = [part for word in words_in("Python") for part in word.split(".")]
    assert len(parts) > 100
    report([part for part in parts if part not in identifiers()])


def test_json_words_of_the_glossary_are_in_messages() -> None:
    report([word for word in words_in("JSON") if word not in json_words()])


def test_typescript_words_of_the_glossary_are_in_the_frontend() -> None:
    report([word for word in words_in("TypeScript") if word not in typescript_words()])


def test_sql_words_of_the_glossary_are_tables_and_columns() -> None:
    report([word for word in words_in("SQL") if word not in sql_words()])


REPLACED = {
    "Keeper", "Keeping", "Situation", "Beside", "Prepared", "Standing", "Link", "Reckoning",
    "Telling", "Published", "AskMeter", "Kept", "Mark", "Marks", "Answered", "Noting",
    "Applying", "WrittenStore", "RecordingStore", "Told", "Asked", "Talk", "Desk",
    "Workshop", "Hurry", "FloorNews", "Called", "CutOff", "ComeBack", "Back",
    "ApprovalAsked", "CorrectionAsked", "OwnLimits", "Book", "Lottery", "Crowds",
    "situation", "keeper", "cents", "desk",
}  # fmt: skip
"""Names of things that have other names now."""

OF_PYTHON = {("heads.py", "tell")}
"""Python's own names: the position in a file."""


@pytest.mark.parametrize("package", PACKAGES)
def test_words_that_are_not_used_any_more_are_no_names(package: str) -> None:
    banned = REPLACED | set(not_used())
    assert banned >= {"told", "tell", "kept", "beside", "found", "place", "line", "asked"}
    places = sorted(
        f"{path.relative_to(ROOT)}:{number} {name}"
        for path, names in names_by_file().items()
        if SOURCE / package in path.parents
        for number, name in names
        if name.strip("_") in banned and (path.name, name) not in OF_PYTHON
    )
    report(places)


def test_what_is_said_instead_is_a_name_in_the_source() -> None:
    instead = [word for row in table_rows(GLOSSARY.partition(NOT_USED)[2])
               for word in code_words(row[1])]  # fmt: skip
    report([word for word in instead if word not in identifiers()])


# The layers


def contracts() -> dict[str, list[str]]:
    """Package → its layers, top first, as import-linter checks them."""
    raw = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layered: list[dict[str, Any]] = raw["tool"]["importlinter"]["contracts"]
    return {contract["containers"][0]: contract["layers"] for contract in layered}


def picture() -> list[list[str]]:
    """The layers of the picture, top first; packages side by side are in one."""
    rows = re.findall(r"^│(.+)│$", ARCHITECTURE, re.MULTILINE)
    cells = [[cell.split() for cell in row.split("│")] for row in rows]
    return [[words[0] for words in row] for row in cells if all(row)]


def test_the_picture_has_every_package_once() -> None:
    assert sorted(package for layer in picture() for package in layer) == PACKAGES


def test_the_picture_is_the_contract_of_the_layers() -> None:
    assert [set(layer) for layer in picture()] == [
        set(re.split(r" [:|] ", layer)) for layer in contracts()["uth"]
    ]


def test_every_import_points_down_in_the_picture() -> None:
    height = {package: -at for at, layer in enumerate(picture()) for package in layer}
    graph = grimp.build_graph("uth", cache_dir=None)
    upward = [
        f"{importer} -> {imported}"
        for importer in sorted(graph.modules)
        for imported in sorted(graph.find_modules_directly_imported_by(importer))
        for above, below in [(importer.split(".")[1:2], imported.split(".")[1:2])]
        if above and below and height.get(above[0], 1) < height.get(below[0], 1)
        and below[0] in height
    ]  # fmt: skip
    report(upward)


def test_the_inner_order_of_packages_is_their_contract() -> None:
    section = ARCHITECTURE.partition("### Inside packages")[2].partition("\n## ")[0]
    drawn = re.findall(r"^(\w+): (.+(?:\n  .+)*)", section, re.MULTILINE)
    orders = {f"uth.{name}": re.split(r"\s+>\s+", order) for name, order in drawn}
    inner = {name: layers for name, layers in contracts().items() if name != "uth"}
    assert orders.keys() == inner.keys()
    report([f"{name}: {' > '.join(inner[name])}" for name in inner if orders[name] != inner[name]])


def test_every_package_is_described() -> None:
    section = ARCHITECTURE.partition("## What belongs where")[2].partition("\n## ")[0]
    described = [word.rstrip("/") for row in table_rows(section) for word in code_words(row[0])]
    packages = [path.parent.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("__init__.py")]
    migrations = "ledger/sql/migrations"
    needed = [name for name in packages if name != "." and not name.startswith(migrations)]
    report(sorted({*described} ^ {*needed}))
    assert len(described) == len(needed)


# Files and names that the pages point to: `table/decide.py:step`


def file_of(path: str) -> Path:
    return ROOT / path if (ROOT / path).exists() else SOURCE / path


def is_there(path: str, name: str) -> bool:
    file = file_of(path)
    if not file.exists():
        return False
    if not name:
        return True
    if file.suffix != ".py":
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", file.read_text("utf-8")) is not None
    scope: list[ast.stmt] = ast.parse(file.read_bytes()).body
    for part in name.split("."):
        inner = next((node for node in scope if part in defined_by(node)), None)
        if inner is None:
            return False
        scope = getattr(inner, "body", [])
    return True


def defined_by(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return {node.name}
        case ast.Assign():
            targets = [name for target in node.targets for name in ast.walk(target)]
            return {target.id for target in targets if isinstance(target, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.If():
            return {name for inner in node.body for name in defined_by(inner)}
    return set()


REFERENCE = re.compile(
    r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|toml|ts|svelte|html|md|json|j2)|(?:[\w.-]+/)+)"
    r"(?::([\w./]+))?`"
)


MODULE = re.compile(r"`uth((?:\.\w+)+)[`(]")
CURRENT = [page for page in PAGES if page.name != "CHANGELOG.md"]
"""The changelog may name what is no more."""


@pytest.mark.parametrize("page", CURRENT, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_and_names_that_a_page_points_to_are_there(page: Path) -> None:
    references = REFERENCE.findall(page.read_text("utf-8"))
    made = (ROOT / ".gitignore").read_text("utf-8").splitlines()  # only there after its command
    report([f"{path}:{name}" for path, name in references
            if path not in made and not is_there(path, name)])  # fmt: skip


@pytest.mark.parametrize("page", CURRENT, ids=lambda page: str(page.relative_to(ROOT)))
def test_modules_that_a_page_names_are_there(page: Path) -> None:
    """`uth.table.decide.step`: a module or what it defines."""
    named = MODULE.findall(page.read_text("utf-8"))
    report([f"uth{dotted}" for dotted in named if not is_importable(dotted[1:])])


def is_importable(dotted: str) -> bool:
    """Whether a dotted name below `uth` is a package, a module, or a name that one defines."""
    outer, _, name = dotted.rpartition(".")
    module = SOURCE / dotted.replace(".", "/")
    if module.with_suffix(".py").exists() or (module / "__init__.py").exists():
        return True
    if not outer:
        return name in dir(uth)
    if (SOURCE / outer.replace(".", "/") / "__init__.py").exists():
        offered = import_module(f"uth.{outer}")
        return name in (*vars(offered), *getattr(offered, "__all__", ()))
    return is_there(f"{outer.replace('.', '/')}.py", name)


def test_the_worked_example_starts_from_what_the_program_says() -> None:
    """Or ends with it: who follows the example changes the sentence."""
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    sentences = re.findall(r"\*(an amount of 16 [^*]+)\*", contributing)
    with pytest.raises(Refusal) as raised:
        parse_dollars("1" * 16)
    assert raised.value.sentence in [" ".join(sentence.split()) for sentence in sentences]


def test_the_worked_example_changes_the_sentence_in_every_language() -> None:
    """Each says more than now, or the same if the example was followed, with the same slots."""
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    blocks = re.findall(
        r"`src/uth/core/texts/(\w+)/refusals.json`:\n\s+```json\n\s+(.+),\n", contributing
    )
    changed = {language: json.loads(f"{{{entry}}}") for language, entry in blocks}
    assert {*changed} == {*languages()}
    for language, sentences in changed.items():
        for code, sentence in sentences.items():
            assert sentence.startswith(catalog(language).texts[code])
            assert SLOT.findall(sentence) == SLOT.findall(changed["en"][code])


def test_the_readme_has_every_command() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    section = readme.partition("## What you can do with it")[2].partition("\n### ")[0]
    named = [word.split()[1] for row in table_rows(section) for word in code_words(row[1])]
    assert {*named} == {*COMMANDS}
