"""The handbook: its blocks of code run, its links lead somewhere, it needs no other host."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from handbook import clause_pages, hooks
from handbook.snippets import AROUND, most_telling, source_at

from tests.handbook_blocks import ROOT, Sandbox, blocks
from tests.patience import PATIENCE
from tests.web.served_app import in_memory
from uth.cli.commands import app
from uth.web import static_pages

PAGES = sorted(path for path in ROOT.glob("docs/*.md") if blocks(path))
RUN = ("python", "console")
NOT_RUN = {"cluster.md": 1, "index.md": 1, "pay-tables.md": 1, "play.md": 1, "readings.md": 1}
"""Blocks that say that they are not run: clusters, installing, playing, what takes minutes."""
COMMAND = re.compile(r"(\$ |uth |make |pip |python )")
PROSE = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md"))]
RUNNING = [page for page in PAGES if any(block.language in RUN for block in blocks(page))]


@pytest.mark.slow
@pytest.mark.usefixtures("solved_once")
@pytest.mark.parametrize("page", RUNNING, ids=lambda page: page.stem)
def test_every_block_of_a_page_runs(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    sandbox = Sandbox(tmp_path, capsys, monkeypatch)
    try:
        for block in blocks(page):
            sandbox.run(block)
    finally:
        sandbox.close()


def test_few_blocks_are_not_run_and_each_says_so() -> None:
    counts = {
        page.name: len([block for block in blocks(page) if block.how == "not-run"])
        for page in PAGES
    }
    assert {name: count for name, count in counts.items() if count} == NOT_RUN
    known = {"", "not-run", "serve", "refused"}
    assert {block.how for page in PAGES for block in blocks(page)} <= known
    fences = sum(page.read_text("utf-8").count("\n```") for page in PAGES)
    assert sum(len(blocks(page)) for page in PAGES) == fences // 2


def test_no_page_shows_commands_in_another_way() -> None:
    """A block of another language could hide a command that nobody runs."""
    languages = {block.language for page in PAGES for block in blocks(page)}
    assert languages <= {"console", "python", "toml", "json", "text", "sh"}
    printed = [block for page in PAGES for block in blocks(page) if block.language == "text"]
    assert [
        line for block in printed for line in block.text.splitlines() if COMMAND.match(line)
    ] == []
    shown = {page.name for page in PAGES for block in blocks(page) if block.language == "sh"}
    assert shown <= {"fairness.md"}  # run by its own test


@pytest.mark.parametrize("page", PROSE, ids=lambda page: page.stem)
def test_commands_in_sentences_have_the_options_that_they_name(page: Path) -> None:
    """What is named outside of blocks is not run, but parsed as the command parses it."""
    named = re.findall(r"(?<!`)`uth ([a-z][^`]+)`", page.read_text("utf-8"))
    for words in (shlex.split(text, comments=True) for text in named):
        if (
            words[0] == "commitment" or "…" in words
        ):  # a line of a receipt, or any command of a group
            continue
        command: click.Command = app
        context = click.Context(app)
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            name, found, words = command.resolve_command(context, words)
            assert found is not None
            command, context = found, click.Context(found, info_name=name, parent=context)
        command.make_parser(context).parse_args(words)


@pytest.mark.slow
def test_every_page_is_in_the_navigation() -> None:
    nav = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    listed = set(re.findall(r"[\w/-]+\.md", nav))
    written = {path.name for path in ROOT.glob("docs/*.md")}
    assert listed == written | set(clause_pages.pages()) | {
        "examples.md", "contributing.md", "changelog.md",
    }  # fmt: skip


@pytest.mark.slow
def test_clause_pages_show_sentence_reading_code_and_test() -> None:
    pages = clause_pages.pages()
    rows = {row.clause: row for row in clause_pages.rows()}
    california = pages["clauses/california.md"]
    part = california.partition("## CA-1.2 ")[2].partition("\n## ")[0]
    assert "Once the player-dealer's wager has been exhausted" in part
    assert "**We read:** When the player-dealer's wager is exhausted" in part
    assert "`table/settling/cashier.py:" in part
    assert "tests/table/test_california.py:" in part
    assert '    clauses += cite("cover.partly") if paid else ()\n' in part
    assert "```py\n@both(" in part
    assert "the bank pays beyond its amount" in part
    untested = [
        clause
        for clause, row in rows.items()
        if row.how != ["N"] and clause not in clause_pages.marked_tests()
    ]
    assert untested == []
    whole = "\n".join(pages.values())
    assert [clause for clause in rows if f"## {clause} " not in whole] == []


def test_a_snippet_is_the_function_around_its_line() -> None:
    path = ROOT / "handbook" / "snippets.py"
    lines = path.read_text("utf-8").splitlines()
    assert source_at(path, lines.index("@cache") + 1).startswith("@cache\ndef _lines(")
    assert source_at(path, 1) == "\n".join(lines[: 1 + AROUND]).strip("\n")
    places = ["a.toml:1", "cli/a.py:3", "table/a.py:9", "table/a.py:10"]
    assert most_telling(places, 2) == ["table/a.py:9", "cli/a.py:3"]


def test_links_out_of_the_docs_lead_to_pages() -> None:
    text = hooks.on_page_markdown(
        "[a](../CONTRIBUTING.md) [b](../examples/own_house.py) [one](receipt.json) [c](play.md)"
    )
    assert text == (
        "[a](contributing.md) [b](examples.md#own-house) one (`receipt.json`) [c](play.md)"
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The handbook, built anew; any warning fails."""
    folder = tmp_path_factory.mktemp("handbook")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir"]
    ended = subprocess.run(
        [*command, str(folder)], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode == 0, ended.stderr
    return folder


@pytest.mark.slow
def test_it_builds_and_asks_no_other_host(built: Path) -> None:
    pages = list(built.rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        text = page.read_text("utf-8")
        fetched = re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=\"?(https?:[^\"\s>]+)", text)
        assert [address for address in fetched if "rel=canonical" not in address] == []
    assert not list(built.rglob("*.map"))
    assert "play_round" in (built / "reference.html").read_text("utf-8")
    assert "<blockquote>" not in (built / "reference.html").read_text("utf-8")
    assert sum(path.stat().st_size for path in built.rglob("*") if path.is_file()) < 8_000_000


@pytest.mark.slow
def test_the_server_shows_it(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_pages, "HANDBOOK", built)
    monkeypatch.setattr(static_pages.Handbook.__init__, "__defaults__", (built,))
    with in_memory() as served:
        moved = served.client.get("/docs", follow_redirects=False)
        assert moved.headers["location"] == "/docs/"
        page = served.client.get("/docs/")
        policy = page.headers["content-security-policy"]
        assert "Start here" in page.text
        assert "'sha256-" in policy
        assert "script-src 'self' 'unsafe-inline'" not in policy
        image = served.client.get("/docs/screenshots/table.png")
        assert image.headers["content-type"] == "image/png"
        assert "sha256" not in image.headers["content-security-policy"]
        assert served.client.get("/docs/play.html").status_code == 200
        for wrong in ("/docs/nothing.html", "/docs/../app.py", "/docs/%2e%2e/app.py"):
            assert served.client.get(wrong).status_code == 404


def test_without_a_build_the_server_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_pages.Handbook.__init__, "__defaults__", (tmp_path / "none",))
    with in_memory() as served:
        answer = served.client.get("/docs/")
        page = served.client.get("/docs/", headers={"accept": "text/html"})
    assert answer.status_code == page.status_code == 404
    assert answer.json()["code"] == "docs/unbuilt"
    assert "<h1>Handbook</h1>" in page.text
    assert "make docs" in page.text


def test_the_figures_are_there() -> None:
    shown = {
        name
        for page in ROOT.glob("docs/*.md")
        for name in re.findall(r"\(((?:figures|screenshots)/[^)]+)\)", page.read_text("utf-8"))
    }
    assert {name for name in shown if not (ROOT / "docs" / name).is_file()} == set()
    assert len(shown) > 10
