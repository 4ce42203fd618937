"""Refusals: one line, a stable code, the place and the clause."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest

from uth.core.refusal import Gather, Refusal, Refusals, shown


def test_a_refusal_is_one_line() -> None:
    assert str(Refusal("money/zero")) == "money/zero: an amount must be above 0"
    assert str(Refusal("money/zero", "x")) == "money/zero: an amount must be above 0 (x)"
    assert str(Refusal("money/zero", "", "CA-1")) == "money/zero: an amount must be above 0 (CA-1)"
    assert (
        str(Refusal("money/zero", "x", "CA-1")) == "money/zero: an amount must be above 0 (x, CA-1)"
    )


@pytest.mark.parametrize("where", ["a\nb", "a\u2028b", "a\x00b", "a\ud800b", "x" * 10_000])
def test_whatever_is_quoted_it_stays_one_short_printable_line(where: str) -> None:
    text = str(Refusal("money/zero", where))
    assert text.isprintable()
    assert len(text) < 300
    text.encode()


def test_a_refusal_is_told_from_further_outside() -> None:
    refusal = Refusal("money/zero", "x").at("seats[0]")
    assert refusal.where == "seats[0].x"
    assert Refusal("money/zero", "[2]").at("list").where == "list[2]"
    assert Refusal("money/zero").at("list").where == "list"
    assert Refusal("money/zero", "x").at("").where == "x"


def test_a_refusal_keeps_its_own_clause() -> None:
    assert Refusal("money/zero").citing("Q-1").clause == "Q-1"
    assert Refusal("money/zero", "", "CA-1").citing("Q-1").clause == "CA-1"


def test_many_refusals_are_a_line_each() -> None:
    many = Refusals([Refusal("money/zero", "x"), Refusal("rulebook/status")]).at("top")
    assert str(many).splitlines() == [
        "money/zero: an amount must be above 0 (top.x)",
        "rulebook/status: what an entry may be is for the house's document to say (top)",
    ]


def test_gather_keeps_all_and_raises_once() -> None:
    def picky(value: Any) -> int:
        if value is None:
            raise Refusal("none")
        if value == []:
            raise Refusals([Refusal("one"), Refusal("two", "", "Q-2")])
        return int(value)

    gather = Gather()
    gather.finish()
    assert gather.read("a", picky, "5") == 5
    assert gather.read("b", picky, None, "Q-1") is None
    assert gather.read("c", picky, [], "Q-1") is None
    gather.add("extra", "d", "Q-3")
    with pytest.raises(Refusals) as caught:
        gather.finish()
    assert [(r.code, r.where, r.clause) for r in caught.value.defects] == [
        ("none", "b", "Q-1"),
        ("one", "c", "Q-1"),
        ("two", "c", "Q-2"),
        ("extra", "d", "Q-3"),
    ]
    assert Refusal("a").defects[0].code == "a"


def test_shown_is_short_and_never_fails() -> None:
    assert shown("x") == "'x'"
    assert len(shown("x" * 1000)) == 60
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown(deep) == "a list"
    assert "\n" not in shown("a\nb")
    assert shown(10**5000) == "a int"


def test_a_refusal_travels_to_another_process_with_its_facts() -> None:
    refusal = Refusal("money/too_large", where="wagers", clause="Q-1", digits=30)
    copy = pickle.loads(pickle.dumps(refusal))
    assert str(copy) == str(refusal)
    assert copy.facts == {"digits": 30}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (None, "null"),
        ([False, None, "a", 1.5], "[false, null, 'a', 1.5]"),
        ((4, 3), "[4, 3]"),
        ({"trips": None, "a\nb": [True]}, "{trips = null, 'a\\nb' = [true]}"),
        (Fraction(3, 2), "3/2"),
    ],
)
def test_shown_is_written_as_in_a_file(value: object, text: str) -> None:
    assert shown(value) == text
