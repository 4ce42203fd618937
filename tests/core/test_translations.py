"""The languages besides English: whole, with the same slots, and nothing left untranslated."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from uth.core import texts
from uth.core.texts import catalog, hand_text, held_text, languages
from uth.rulebook.check import SECTIONS
from uth.web.refusal_list import SLOT

OTHERS = sorted({*languages()} - {"en"})
SAME_WORDS = re.compile(
    "Ante|Blind|Play|Trips|Bad|Beat|Ultimate|Pairs|Five|Card|Progressive|Envy|Must|Hit|By"
    "|BadBt|Progr|Texas|Hold|em|HTML|JSON|Markdown|Parquet|MB|n|x|Bots|Flop|Turn|River|Esc|Enter|Lobby|jackpot|no"
)
"""Names on the cloth, of formats and symbols, and words that another language has as well."""
ENTRIES = {f"{name}.{entry}" for name, section in SECTIONS.items() for entry in section.readers}


def _files(language: str) -> dict[str, dict[str, str]]:
    files = (Path(texts.FOLDER) / language).glob("*.json")
    return {file.name: json.loads(file.read_text("utf-8")) for file in files}


def _names_entry(key: str) -> bool:
    """English calls an entry and its choices as the rulebook does, so it has no text for them."""
    family, _, rest = key.partition(".")
    return family in ("entry", "entry_value") and ".".join(rest.split(".")[:2]) in ENTRIES


def _form(sentence: str) -> tuple[int, set[tuple[str, bool, str]]]:
    """The columns of a text, and its slots; the forms of a plural are the language's own."""
    slots = [(slot[1], slot[2] or "") for slot in SLOT.finditer(sentence)]
    shown = {(name, "|" in how, "" if "|" in how else how) for name, how in slots}
    return SLOT.sub("", sentence).count("|"), shown


def test_there_is_spanish() -> None:
    assert "es" in OTHERS
    assert hand_text("full_house A7", catalog("es")) == "full de ases y sietes"


@pytest.mark.parametrize(
    ("hand", "english", "spanish"),
    [
        ("high_card K", "king high", "rey como carta alta"),
        ("flush K", "a king-high flush", "un color al rey"),
        ("straight Q", "a queen-high straight", "una escalera a la reina"),
        ("pair 3", "a pair of threes", "una pareja de treses"),
    ],
)
def test_a_hand_within_a_sentence(hand: str, english: str, spanish: str) -> None:
    assert held_text(hand) == english
    assert held_text(hand, catalog("es")) == spanish


@pytest.mark.parametrize("language", languages())
def test_a_void_round_names_the_role_that_decided_and_no_account(language: str) -> None:
    texts = catalog(language).texts
    for key in ("event.RoundVoided", "event.RoundVoided.confirmed"):
        assert "{by}" not in texts[key]
        assert "{confirmed_by}" not in texts[key]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_files_and_keys_of_english_in_their_order(language: str) -> None:
    english = {name: [*file] for name, file in _files("en").items()}
    other = {
        name: [key for key in file if key in english.get(name, ()) or not _names_entry(key)]
        for name, file in _files(language).items()
    }
    assert other == english


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_names_every_entry(language: str) -> None:
    named = catalog(language).texts
    assert [each for each in sorted(ENTRIES) if f"entry.{each}" not in named] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_slots_and_columns_of_english(language: str) -> None:
    english, other = catalog("en").texts, catalog(language).texts
    assert {key: other[key] for key in english if _form(other[key]) != _form(english[key])} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_of_another_language_is_left_in_english(language: str) -> None:
    """Commands are typed alike in every language."""
    other = catalog(language).texts
    same = {key: each for key, each in catalog("en").texts.items() if other[key] == each}
    words = {key: re.findall(r"[^\W\d_]+", SLOT.sub(" ", each)) for key, each in same.items()}
    untranslated = {
        key: same[key]
        for key in same
        if not all(map(SAME_WORDS.fullmatch, words[key])) and not key.endswith("_commands")
    }
    assert untranslated == {}
