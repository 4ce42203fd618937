"""Hooks of mkdocs: generated pages, and links to files outside of docs/ that lead somewhere."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
if str(ROOT) not in sys.path:  # mkdocs reads this file by its path, not as part of a package
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from handbook.clause_pages import pages  # noqa: E402

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
MOVED = {"../CONTRIBUTING.md": "contributing.md", "../CHANGELOG.md": "changelog.md"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from the rules, the examples and the files at the root."""
    made = {
        **pages(),
        "examples.md": examples_page(),
        "contributing.md": from_root("CONTRIBUTING.md"),
        "changelog.md": from_root("CHANGELOG.md"),
    }
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links to the examples lead to their page; of other files only the name is left."""
    return LINK.sub(_link, markdown)


def _link(link: re.Match[str]) -> str:
    image, text, target = link.groups()
    if target in MOVED:
        return f"[{text}]({MOVED[target]})"
    if target.startswith("../examples"):
        name = target.removeprefix("../examples").strip("/")
        return f"[{text}](examples.md{f'#{_anchor(name)}' if name else ''})"
    outside = target.startswith("../") and not target.endswith(".md")
    if not image and (outside or target.endswith((".json", ".toml", ".yaml"))):
        return f"`{target.removeprefix('../')}`" if text in target else f"{text} (`{target}`)"
    return link[0]


def on_post_build(config: MkDocsConfig) -> None:
    """Leave out what only serves debuggers, other languages and search engines."""
    site = Path(config.site_dir)
    lunr = [*site.glob("assets/javascripts/lunr/*.js"), *site.glob("assets/javascripts/lunr/min/*")]
    for path in (*site.rglob("*.map"), *lunr, *site.glob("sitemap.xml*"), site / "objects.inv"):
        path.unlink(missing_ok=True)


def from_root(name: str) -> str:
    """A page from the root of the project, its links as seen from docs/."""
    text = ROOT.joinpath(name).read_text("utf-8")
    text = re.sub(r"\]\(docs/", "](", text)
    return re.sub(r"\[([^\]]+)\]\((\.[^)]+|examples|LICENSE)\)", r"`\2`", text)


def examples_page() -> str:
    """Every program of `examples/`, with what it is for."""
    parts = ["# Examples\n\nSmall programs to start from; the tests run each of them.\n"]
    for path in sorted(ROOT.glob("examples/*.py")):
        source = path.read_text("utf-8")
        parts.append(f"## {path.name} {{ #{_anchor(path.name)} }}\n\n```py\n{source}```\n")
    return "\n".join(parts)


def _anchor(name: str) -> str:
    return name.removesuffix(".py").replace("_", "-")
