"""The catalog: every text by its key, with its facts filled in."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import uth
from tests.core.refusal_calls import RefusalCall, refusal_calls
from uth.cli.protection.attacks import ATTACKS
from uth.core import texts
from uth.core.cards import RANK_LETTERS, SUIT_LETTERS
from uth.core.hands import CATEGORIES
from uth.core.refusal import Refusal
from uth.core.texts import catalog, languages, text
from uth.floor.meters.linked_game import GAMES
from uth.floor.people.permissions import Permission
from uth.floor.people.roles import Role
from uth.reports.designer.form import GROUPS
from uth.rulebook.check import SECTIONS
from uth.rulebook.entries.readers import OneOf
from uth.rulebook.model import VOID_REASONS, Collection
from uth.rulebook.procedures import PROCEDURES
from uth.rulebook.store import load_house
from uth.rulebook.wager_facts import WAGER_FACTS
from uth.table.events import Shuffler
from uth.table.options import BASES, document_options
from uth.table.state import COLOURS, Phase
from uth.web.refusal_list import SLOT

ENGLISH = Path(texts.FOLDER) / "en"
SENTENCES: dict[str, str] = json.loads((ENGLISH / "refusals.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("slots", "words"),
    [
        ("{plain}", "trips"),
        ("{plain:quoted}", "'trips'"),
        ("{plain:wager.*}", "Trips"),
        ("{amount:dollars}", "$1,050.50"),
        ("{one:# seat|# seats} {many:# seat|# seats}", "1 seat 1,200 seats"),
        ("{names:list} / {names:or}", "ante, play, trips / ante, play or trips"),
        ("{names:list wager.*}", "Ante, Play, Trips"),
        ("{amounts:or dollars}", "$3 or $5"),
        ("{single:or}", "ante"),
    ],
)
def test_a_slot_says_how_its_fact_is_shown(slots: str, words: str) -> None:
    facts = {
        "plain": "trips",
        "amount": 105_050,
        "one": 1,
        "many": 1200,
        "names": ["ante", "play", "trips"],
        "amounts": (300, 500),
        "single": ["ante"],
    }
    assert catalog("en").fill(slots, facts) == words


def test_a_language_that_there_is_no_folder_for_is_english() -> None:
    assert "en" in languages()
    assert catalog("tlh") is catalog("en")
    assert text("language.name") == "English"


def test_a_word_that_is_missing_is_shown_as_its_value_or_key() -> None:
    """The tests below find what is missing; a person gets an answer all the same."""
    assert (
        catalog("en").fill("{role:role_noun.*} may not", {"role": "pit boss"}) == "pit boss may not"
    )
    assert Refusal("table/haunted").sentence == "table/haunted"


# What a text or a program refers to


def _choices(section: str, entry: str) -> tuple[str, ...]:
    reader = SECTIONS[section].readers[entry]
    assert isinstance(reader, OneOf)
    return reader.words


def _literals(pattern: str) -> set[str]:
    files = Path(uth.__file__).parent.rglob("*.py")
    return {word for file in files for word in re.findall(pattern, file.read_text("utf-8"))}


def _designed_choices() -> set[str]:
    """What the fields of the designer offer that choose one of several words."""
    entries = [entry.split(".") for group in GROUPS.values() for entry in group]
    designed = [SECTIONS[section].readers.get(name) for section, name in entries
                if section in SECTIONS]  # fmt: skip
    return {word for reader in designed if isinstance(reader, OneOf) for word in reader.words}


FAMILIES: dict[str, Iterable[str]] = {
    "bank_kind": _choices("bank", "kind"),
    "banks": _choices("bank", "kind"),
    "collection_basis": {*Collection._fields} - {"drop", "schedule"},
    "collection_drop": _choices("collection", "drop"),
    "departs": ("printed", "chosen", "within", "open"),
    "departs_value": ("open",),
    "coverage": _choices("bank", "coverage"),
    "deck_colour": COLOURS,
    "designer.word": _designed_choices(),
    "device": PROCEDURES,
    "during_round": _literals(r'(?:need_betting\(|\bwhat=)"(\w+)"'),
    "house.drop": _choices("collection", "drop"),
    "linked_game": GAMES,
    "held_hand": [category.name.lower() for category in CATEGORIES],
    "made_hand": [category.name.lower() for category in CATEGORIES],
    "may": Permission,
    "option": {option.entry for option in document_options(load_house("california-bad-beat"))},
    "option_basis": BASES,
    "option_drop": _choices("collection", "drop"),
    "option_payer": BASES,
    "phase": get_args(Phase),
    "procedure": PROCEDURES,
    "protection": ATTACKS,
    "rank": RANK_LETTERS,
    "rank_high": RANK_LETTERS,
    "ranks": RANK_LETTERS,
    "receipt_defect": _literals(r'malformed\("(\w+)"'),
    "return.hand": [category.name.lower() for category in CATEGORIES],
    "role": Role,
    "role_noun": Role,
    "shuffler_name": get_args(Shuffler),
    "step.direction": _choices("settlement", "direction"),
    "step.qualify": _choices("play", "qualify"),
    "suit": SUIT_LETTERS,
    "toml_kind": ("dict", "int", "list", "str"),
    "value_kind": _literals(r'"rulebook/type".*\bkind="(\w+)"'),
    "void_reason": VOID_REASONS,
    "wager": WAGER_FACTS,
}
"""The beginning of a key → everything that may follow it."""


@pytest.mark.parametrize("family", FAMILIES)
def test_every_value_has_its_words(family: str) -> None:
    assert [*FAMILIES[family]]
    assert [
        each for each in FAMILIES[family] if f"{family}.{each}" not in catalog("en").texts
    ] == []


def test_every_text_that_a_program_names_is_there() -> None:
    named = _literals(r'\btext\(\s*"([a-z_]+\.[\w./-]+)"')
    assert len(named) > 100
    assert sorted(named - catalog("en").texts.keys()) == []


# The list of refusals


@cache
def calls() -> list[RefusalCall]:
    return refusal_calls()


@pytest.mark.untraced
def test_every_refusal_has_a_literal_code() -> None:
    assert [call.at for call in calls() if not call.codes] == []


@pytest.mark.untraced
def test_every_refusal_is_in_the_list() -> None:
    raised = {code: call.at for call in calls() for code in call.codes}
    assert {code: at for code, at in raised.items() if code not in SENTENCES} == {}


@pytest.mark.untraced
def test_the_list_has_no_refusal_that_nothing_raises() -> None:
    raised = {code for call in calls() for code in call.codes}
    assert SENTENCES.keys() - raised == set()


@pytest.mark.untraced
def test_every_refusal_gives_the_facts_of_its_sentence() -> None:
    wrong = {
        f"{call.at} {code}": call.facts
        for call in calls()
        for code in call.codes
        if call.facts != _slots(SENTENCES[code])
    }
    assert wrong == {}


def _slots(sentence: str) -> frozenset[str]:
    return frozenset(slot[1] for slot in SLOT.finditer(sentence))


def test_the_list_is_in_order_and_every_code_has_a_sentence() -> None:
    assert list(SENTENCES) == sorted(SENTENCES)
    assert all(re.fullmatch(r"[a-z_]+/[a-z0-9_]+", code) for code in SENTENCES)
    assert all(sentence.strip() == sentence != "" for sentence in SENTENCES.values())


def test_every_family_of_words_that_a_text_refers_to_is_held() -> None:
    """A slot `wager.*` takes any text that begins with `wager.`."""
    slots = [slot for each in catalog("en").texts.values() for slot in SLOT.finditer(each)]
    families = {how[:-2].split()[-1] for slot in slots if (how := slot[2] or "").endswith(".*")}
    assert sorted(families - FAMILIES.keys()) == []


def test_braces_are_slots() -> None:
    rests = {key: SLOT.sub("", each) for key, each in catalog("en").texts.items()}
    assert {key: rest for key, rest in rests.items() if "{" in rest or "}" in rest} == {}


def test_no_key_is_in_two_files() -> None:
    keys = [key for file in ENGLISH.glob("*.json") for key in json.loads(file.read_text("utf-8"))]
    assert sorted(keys) == sorted(set(keys))


# Another language


@pytest.fixture
def second_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder `xx` next to `en`, with one sentence and the plural rule of Polish.

    `catalog.test.ts` has the same numbers: forms are in the order of Unicode's categories.
    """
    shutil.copytree(ENGLISH, tmp_path / "en")
    (tmp_path / "xx").mkdir()
    plural = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"
    language = {"language.plural": plural, "language.name": "Xx"}
    english = {"test/digits": "{digits:# digit|# digits}"}
    sentence = {"test/digits": "{digits:# Ziffer|# Ziffern|# Ziffeer}"}
    (tmp_path / "en" / "test.json").write_text(json.dumps(english))
    (tmp_path / "xx" / "language.json").write_text(json.dumps(language))
    (tmp_path / "xx" / "refusals.json").write_text(json.dumps(sentence))
    monkeypatch.setattr(texts, "FOLDER", str(tmp_path))
    catalog.cache_clear()
    yield
    catalog.cache_clear()


@pytest.mark.usefixtures("second_language")
def test_another_language_is_a_folder_and_what_it_lacks_is_english() -> None:
    assert "xx" in languages()
    refusals = [Refusal("test/digits", digits=digits) for digits in (1, 3, 5, 22)]
    english = ["1 digit", "3 digits", "5 digits", "22 digits"]
    assert [refusal.sentence for refusal in refusals] == english
    other = ["1 Ziffer", "3 Ziffern", "5 Ziffeer", "22 Ziffern"]
    assert [refusal.sentence_in("xx") for refusal in refusals] == other
    zero = Refusal("money/zero")
    assert zero.sentence_in("xx") == zero.sentence == zero.sentence_in("tlh")
    assert catalog("xx").text("wager.ante") == texts.words().text("wager.ante") == "Ante"


def test_a_number_that_is_too_long_to_print_is_named() -> None:
    huge = 10**5_000
    assert "a int is above" in Refusal("wager/above_maximum", stake=huge, limit=500).sentence
    assert "of a int digits" in Refusal("money/too_large", digits=huge).sentence
