"""Every guard that the security page names can be taken away, to see that its test notices."""

from __future__ import annotations

from tests.guard.removed_guards import SOURCE, named_tests, removals


def test_every_named_test_has_a_guard_to_take_away() -> None:
    assert named_tests() <= {removal.test for removal in removals()}


def test_every_guard_is_where_it_is_said_to_be() -> None:
    found = {
        (removal.file, removal.old): (SOURCE / removal.file).read_text().count(removal.old)
        for removal in removals()
    }
    assert {where: count for where, count in found.items() if count != 1} == {}
