"""The words of a page, and which of them are English words of the catalog."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from playwright.sync_api import Page

import uth.core.texts as texts

FOLDER = Path(texts.__file__).parent
PAGES = """() => {
  const words = [document.title];
  const OTHER = '[lang]:not(html):not([lang=es]), script, style, option[value], textarea, pre';
  const foreign = (node) => node.closest(OTHER) !== null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent && !foreign(parent)) words.push(walker.currentNode.textContent);
  }
  for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    if (!foreign(one))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        words.push(one.getAttribute(name) ?? '');
  return words.map((text) => text.trim()).filter(Boolean);
}"""
HASH = re.compile(r"\b[0-9a-f]{16,}\b")
WORD = re.compile(r"[^\W\d_]{3,}")
NAMES = re.compile(
    r"California cardroom|Bad Beat|Cardroom 25|Hollywood Casino, Pennsylvania|The maker's sheet"
    r"|Ultimate Texas Hold'em|Ultimate Pairs|Five Card Progressive|Must[- ]Hit[- ]By|UTH-\\d+"
)
"""Houses, wagers and the game are called the same in every language."""


@cache
def catalog(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in (FOLDER / language).glob("*.json"):
        found |= json.loads(path.read_text(encoding="utf-8"))
    return found


def _words(text: str) -> set[str]:
    plain = re.sub(r"\{[^{}]*\}", " ", text)
    return {word.lower() for word in WORD.findall(plain)}


@cache
def english_words() -> frozenset[str]:
    """Words of the English catalog that no Spanish text has."""
    spanish = set().union(*map(_words, catalog("es").values()))
    return frozenset(set().union(*map(_words, catalog("en").values())) - spanish)


def english_on(page: Page, *own: str) -> list[str]:
    """The texts of a page with an English word or a key; `own` are names of people and tables."""
    keys, wrong = catalog("en").keys(), []
    for text in dict.fromkeys(page.evaluate(PAGES)):
        plain = NAMES.sub(" ", HASH.sub(" ", text))
        for name in own:
            plain = plain.replace(name, " ")
        missing = [word for word in re.findall(r"[\w./]+", text) if word in keys and "." in word]
        english = sorted(_words(plain) & english_words())
        if missing or english:
            wrong.append(f"{text[:90]!r}: {missing or english}")
    return wrong
