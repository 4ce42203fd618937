"""Refusals: one line, a stable code, the place and the clause."""

from __future__ import annotations

from typing import Any

import pytest

from uth.core.refusal import Gather, Refusal, Refusals, shown


def test_a_refusal_is_one_line() -> None:
    assert str(Refusal("a/b", "no")) == "a/b: no"
    assert str(Refusal("a/b", "no", "x")) == "a/b: no (x)"
    assert str(Refusal("a/b", "no", "", "CA-1")) == "a/b: no (CA-1)"
    assert str(Refusal("a/b", "no", "x", "CA-1")) == "a/b: no (x, CA-1)"


@pytest.mark.parametrize("where", ["a\nb", "a\u2028b", "a\x00b", "a\ud800b", "x" * 10_000])
def test_whatever_is_quoted_it_stays_one_short_printable_line(where: str) -> None:
    line = str(Refusal("a/b", "no", where))
    assert line.isprintable()
    assert len(line) < 300
    line.encode()


def test_a_refusal_is_told_from_further_outside() -> None:
    no = Refusal("a/b", "no", "x").at("seats[0]")
    assert no.where == "seats[0].x"
    assert Refusal("a/b", "no", "[2]").at("list").where == "list[2]"
    assert Refusal("a/b", "no").at("list").where == "list"
    assert Refusal("a/b", "no", "x").at("").where == "x"


def test_a_refusal_keeps_its_own_clause() -> None:
    assert Refusal("a/b", "no").citing("Q-1").clause == "Q-1"
    assert Refusal("a/b", "no", "", "CA-1").citing("Q-1").clause == "CA-1"


def test_many_refusals_are_a_line_each() -> None:
    many = Refusals([Refusal("a/b", "no", "x"), Refusal("c/d", "never")]).at("top")
    assert str(many) == "a/b: no (top.x)\nc/d: never (top)"


def test_gather_keeps_all_and_raises_once() -> None:
    def picky(value: Any) -> int:
        if value is None:
            raise Refusal("none", "nothing there")
        if value == []:
            raise Refusals([Refusal("one", "first"), Refusal("two", "second", "", "Q-2")])
        return int(value)

    gather = Gather()
    gather.finish()
    assert gather.read("a", picky, "5") == 5
    assert gather.read("b", picky, None, "Q-1") is None
    assert gather.read("c", picky, [], "Q-1") is None
    gather.add("extra", "more", "d", "Q-3")
    with pytest.raises(Refusals) as no:
        gather.finish()
    assert [(r.code, r.where, r.clause) for r in no.value.defects] == [
        ("none", "b", "Q-1"),
        ("one", "c", "Q-1"),
        ("two", "c", "Q-2"),
        ("extra", "d", "Q-3"),
    ]
    assert Refusal("a", "b").defects[0].code == "a"


def test_shown_is_short_and_never_fails() -> None:
    assert shown("x") == "'x'"
    assert len(shown("x" * 1000)) == 58
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown(deep) == "a list"
    assert "\n" not in shown("a\nb")
    assert shown(10**5000) == "a int"
