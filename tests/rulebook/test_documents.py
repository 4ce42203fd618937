"""The inventory of the documents: every sentence is theirs, every clause has one."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from uth.rulebook import store
from uth.rulebook.approval.documents import sentences

REPOSITORY = Path(__file__).parents[2]
MARKUP = re.compile(r"\*\*+|</?u>|\\")


def _documents() -> Path | None:
    """Where the documents lie beside the checkout, if they do."""
    beside = (parent / "shared" / "rules" for parent in REPOSITORY.parents)
    return next((folder for folder in beside if folder.is_dir()), None)


DOCUMENTS = _documents()


def _plain(text: str) -> str:
    """A line as one reads it: without markup, with single spaces."""
    return " ".join(MARKUP.sub("", text).split())


@pytest.mark.parametrize("house", store.HOUSES)
def test_every_sentence_stands_in_the_document(house: str) -> None:
    raw = store.data(f"documents/{house}.toml")
    inventory = sentences(house)
    listed = "\n".join(f"{sentence.line_number} {sentence.words}" for sentence in inventory)
    assert hashlib.sha256(listed.encode()).hexdigest() == raw["words_digest"]
    if DOCUMENTS is not None:
        document = (DOCUMENTS / raw["document"]).read_bytes()
        assert hashlib.sha256(document).hexdigest() == raw["document_digest"]
        lines = document.decode().split("\n")
        assert [
            sentence
            for sentence in inventory
            if sentence.words.strip("…") not in _plain(lines[sentence.line_number - 1])
        ] == []


@pytest.mark.parametrize("house", store.HOUSES)
def test_the_inventory_has_a_sentence_for_every_clause(house: str) -> None:
    inventory = sentences(house)
    cited = {clause for sentence in inventory for clause in sentence.clauses}
    clauses = store.clause_list()
    assert {name for name, entry in clauses.items() if entry["house"] == house} <= cited
    assert {clauses[name]["house"] for name in cited} <= {house, "reading"}
    lines = [sentence.line_number for sentence in inventory]
    assert lines == sorted(lines)
    assert len({sentence.key for sentence in inventory}) == len(inventory)
    assert lines[0] > 0
    assert all(sentence.words and sentence.clauses for sentence in inventory)
    assert {sentence.document for sentence in inventory} == {f"{house}.txt"}


def test_a_house_cites_its_own_document_and_the_readings() -> None:
    """What the second California document leaves out of CA-7.1 and CA-7.6 is as there."""
    rules = store.load_house("california-bad-beat")
    cited = {*rules.sources.values(), *(name for names in rules.cites.values() for name in names)}
    assert {name for name in cited if name.startswith("CA-")} == {"CA-7.1", "CA-7.6"}
    own = {
        name
        for name, entry in store.clause_list().items()
        if entry["house"] == "california-bad-beat" and entry["how"] != ["N"]
    }
    assert own - cited == set()
