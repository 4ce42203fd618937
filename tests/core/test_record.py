"""Frozen records: whole, compared by value, never changed."""

from __future__ import annotations

import pytest

from uth.core.record import Record


class Point(Record):
    x: int
    y: int = 0


class Named(Point):
    name: str = "here"


def test_fields_by_place_by_name_and_by_default() -> None:
    assert Point(1, 2) == Point(x=1, y=2) == Point(1, y=2)
    assert Point(1) == Point(1, 0)
    assert Named(1).name == "here"
    assert Named(1, 2, "there") == Named(x=1, y=2, name="there")


def test_records_of_another_kind_are_not_equal() -> None:
    assert Point(1, 2) != Named(1, 2)
    assert Point(1, 2) != (1, 2)
    assert Point(1, 2) != Point(2, 1)


def test_equal_records_hash_alike() -> None:
    assert hash(Point(1, 2)) == hash(Point(1, 2))
    assert len({Point(1), Point(1, 0), Named(1)}) == 2


def test_a_record_shows_its_fields() -> None:
    assert repr(Named(1, 2)) == "Named(x=1, y=2, name='here')"


def test_a_changed_copy_leaves_the_record_alone() -> None:
    point = Point(1, 2)
    assert point.replace(y=3) == Point(1, 3)
    assert point == Point(1, 2)


def test_a_record_is_frozen() -> None:
    point = Point(1, 2)
    with pytest.raises(AttributeError, match="frozen"):
        point.x = 5  # type: ignore[misc]
    with pytest.raises(AttributeError, match="frozen"):
        del point.x
    with pytest.raises(AttributeError, match="frozen"):
        setattr(point, "z", 5)  # noqa: B010


def test_a_record_needs_its_fields_and_no_others() -> None:
    with pytest.raises(TypeError, match="needs x"):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no such fields"):
        Point(1, z=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no such fields"):
        Point(1, 2, 3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no such fields"):
        Point(1, 2, x=3)  # type: ignore[misc]
    with pytest.raises(TypeError, match="no such fields"):
        Named(1, x=3)  # type: ignore[misc]
