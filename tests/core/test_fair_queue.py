"""The fair queue: priorities, turns of the networks, who gives way, and its end."""

from __future__ import annotations

from uth.core.fair_queue import FairQueue


def test_networks_take_turns_within_a_priority() -> None:
    queue = FairQueue[str](9)
    for number in range(3):
        assert queue.put(f"much {number}", "north", 1) is None
    queue.put("little", "south", 1)
    queue.put("urgent", "north", 0)
    assert len(queue) == 5
    order = [queue.pop() for _ in range(5)]
    assert order == ["urgent", "much 0", "little", "much 1", "much 2"]
    assert not len(queue)


def test_whoever_waits_for_the_most_gives_way_where_there_is_no_room() -> None:
    queue = FairQueue[str](4)
    for number, priority in enumerate((0, 1, 1, 0)):
        queue.put(f"much {number}", "north", priority)
    assert queue.put("more", "north") == "more", "the one who has the most makes no room"
    assert queue.put("first", "south") == "much 2", "the last of what is least urgent"
    assert queue.put("second", "west", 1) == "much 1"
    assert queue.put("third", "south") == "third", "nobody waits for more than they would then"
    assert [queue.pop() for _ in range(4)] == ["much 0", "first", "much 3", "second"]


def test_what_nobody_wants_any_more_is_taken_out() -> None:
    queue = FairQueue[str](4)
    for item, network, priority in (("a", "n", 0), ("b", "n", 0), ("c", "s", 0), ("d", "s", 1)):
        queue.put(item, network, priority)
    for item in ("b", "a", "d", "none"):
        queue.remove(item)
    assert list(queue) == ["c"]
    queue.clear()
    assert not len(queue)
