"""The catalog itself: enough wrong rules, one for every clause, and each can be made."""

from __future__ import annotations

from tests.conformance.patches import locate
from tests.conformance.wrong_rules import _phrases, says_otherwise, wrong_rules
from uth.rulebook import store
from uth.rulebook.approval.documents import sentences

LEAST = 150
RULES = wrong_rules()


def test_every_clause_that_is_not_physical_has_a_wrong_rule() -> None:
    assert len(RULES) >= LEAST
    broken = {clause for rule in RULES for clause in rule.clauses}
    clauses = store.clause_list()
    assert broken <= clauses.keys()
    assert [
        clause
        for clause, entry in clauses.items()
        if entry["how"] != ["N"] and clause not in broken
    ] == []
    assert {clauses[clause]["house"] for clause in broken} == {*store.HOUSES, "reading"}


def test_every_wrong_rule_changes_what_is_there() -> None:
    for rule in RULES:
        locate(rule)
        assert bool(rule.code) != bool(rule.file), rule.name
        assert rule.old != rule.new or not rule.code, rule.name


def test_a_named_line_is_one_of_the_clauses() -> None:
    for rule in RULES:
        for house, numbers in rule.sentences.items():
            cited = {
                sentence.line_number: sentence.clauses
                for sentence in sentences(house)
                if set(sentence.clauses) & set(rule.clauses)
            }
            assert numbers, rule.name
            assert set(numbers) <= cited.keys(), rule.name


def test_every_sentence_has_a_wrong_rule_that_says_otherwise() -> None:
    clauses = store.clause_list()
    contradicted: dict[str, set[str]] = {house: set() for house in store.HOUSES}
    for rule in RULES:
        for house, keys in says_otherwise(rule).items():
            contradicted[house].update(keys)
    missing = [
        (house, sentence.key, sentence.words)
        for house in store.HOUSES
        for sentence in sentences(house)
        if sentence.key not in contradicted[house]
        and any(clauses[clause]["how"] != ["N"] for clause in sentence.clauses)
    ]
    assert missing == []


def test_every_phrase_is_in_a_document_and_names_wrong_rules() -> None:
    names = {rule.name for rule in RULES}
    words = [one.words.lower() for house in store.HOUSES for one in sentences(house)]
    for phrase, contradicted_by in _phrases().items():
        assert contradicted_by, phrase
        assert set(contradicted_by) <= names, phrase
        assert any(phrase.lower() in sentence for sentence in words), phrase
