"""Holdings for all seats at once, no card twice: branch and bound against one dealer's strength.

Holdings come in *classes*, by how they stand to the dealer's hand and what Ultimate Pairs pays
for them; a seat's winnings depend on the class alone. A node is left as soon as sharing out the
room that is left cannot exceed the best that is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uth.exact.kernels.cache import inlined, kernel

if TYPE_CHECKING:
    from uth.exact.kernels.counting import Array

MOST = 7
"""Six seats and the dealer: beyond that, a class is as good as free."""
ENOUGH = (MOST - 1) * 46
"""So many holdings, or fewer, may be touched by six cards."""
NOWHERE = -(1 << 60)
"""Some seat is left without a hand."""


@inlined
def disjoint_at_most(first: Array, second: Array, many: int, degree: Array) -> int:
    """A bound on disjoint pairs: cards that touch every pair, chosen greedily, or half of all."""
    if many > ENOUGH:
        return MOST
    touched = 0
    for card in range(52):
        touched += degree[card] > 0
    chosen = 0
    while many > 0 and chosen < MOST:
        card = 0
        for other in range(1, 52):
            if degree[other] > degree[card]:
                card = other
        chosen += 1
        kept = 0
        for i in range(many):
            if first[i] == card or second[i] == card:
                degree[first[i]] -= 1
                degree[second[i]] -= 1
            else:
                first[kept], second[kept] = first[i], second[i]
                kept += 1
        many = kept
    return min(chosen, touched // 2)


@kernel
def share(worth: Array, rooms: Array, sizes: Array, found: Array) -> int:
    """The most that seats win: class by class, for every set of seats served.

    `rooms[0]`: how many holdings of a class there are; `rooms[1]`: of it and those before it.
    """
    whole = len(found) - 1
    for some in range(1, whole + 1):
        found[some] = NOWHERE
    found[0] = 0
    for of in range(len(worth)):
        if rooms[0, of] <= 0:
            continue
        for some in range(whole, 0, -1):
            if sizes[some] > rooms[1, of]:
                continue
            more = some
            while more:
                if sizes[more] <= rooms[0, of]:
                    total = found[some ^ more] + worth[of, more]
                    if total > found[some]:
                        found[some] = total
                more = (more - 1) & some
    return int(found[whole])


@kernel
def bound(
    worth: Array, sizes: Array, last_equal: int, own: int, pairs: Array, spans: Array,
    start: int, used: Array, taken: Array, rooms: Array, lists: Array, degrees: Array,
    found: Array,
) -> int:  # fmt: skip
    """What the seats win at most with the holdings taken and those from `start` on.

    Past all holdings it is what the holdings taken win. Before the dealer's own classes (`own`: the
    one that he must be in, or -1) his holding is among those left, and nobody else's.
    """
    total = taken_so_far = 0
    dealt = start <= spans[last_equal, 2]
    for card in range(52):
        degrees[0, card] = 0
    for of in range(len(worth)):
        here = 0
        for card in range(52):
            degrees[1, card] = 0
        for i in range(max(start, spans[of, 0]), spans[of, 1]):
            c, d = pairs[i, 0], pairs[i, 1]
            if used[c] or used[d]:
                continue
            if here < ENOUGH:
                lists[2, here], lists[3, here] = c, d
                degrees[1, c] += 1
                degrees[1, d] += 1
            if total < ENOUGH:
                lists[0, total], lists[1, total] = c, d
                degrees[0, c] += 1
                degrees[0, d] += 1
            here += 1
            total += 1
        taken_so_far += taken[of]
        rooms[0, of] = taken[of] + disjoint_at_most(lists[2], lists[3], here, degrees[1])
        if here and total <= ENOUGH:
            for i in range(total):
                lists[4, i], lists[5, i] = lists[0, i], lists[1, i]
            for card in range(52):
                degrees[1, card] = degrees[0, card]
            rooms[1, of] = disjoint_at_most(lists[4], lists[5], total, degrees[1])
        elif here:
            rooms[1, of] = MOST
        else:
            rooms[1, of] = rooms[1, of - 1] - rooms[2, of - 1] if of else 0
        rooms[2, of] = taken_so_far - (dealt and of >= last_equal)
        rooms[1, of] += rooms[2, of]
        rooms[0, of] -= dealt and of == own
    return share(worth, rooms, sizes, found)


@kernel
def search_dealer(
    best: int, steps: int, last_equal: int, own: int, worth: Array, sizes: Array,
    pairs: Array, classes: Array, spans: Array, may_deal: Array, scratch: tuple[Array, ...],
    out: Array,
) -> int:  # fmt: skip
    """The most above `best`, or `best`, giving up after so many steps.

    `out`: the steps left where the search came to its end, else 0; then the dealer's holding and
    the seats'.
    """
    used, taken, rooms, lists, degrees, found, chosen, at_most, pointer = scratch
    seats = len(out) - 2
    for card in range(52):
        used[card] = 0
    for of in range(len(worth)):
        taken[of] = 0
    level, pointer[0], at_most[0] = 0, 0, -NOWHERE
    while level >= 0 and steps > 0:
        i = pointer[level]
        anew = i < len(pairs) and at_most[level] > best
        if anew and (i == 0 or classes[i] != classes[i - 1]):
            steps -= 1
            at_most[level] = bound(
                worth, sizes, last_equal, own, pairs, spans, i, used, taken, rooms, lists,
                degrees, found,
            )  # fmt: skip
        if i == len(pairs) or at_most[level] <= best:
            level -= 1
            if level >= 0:
                last = chosen[level]
                used[pairs[last, 0]] = used[pairs[last, 1]] = 0
                taken[classes[last]] -= 1
            continue
        pointer[level] = i + 1
        if used[pairs[i, 0]] or used[pairs[i, 1]]:
            continue
        chosen[level] = i
        used[pairs[i, 0]] = used[pairs[i, 1]] = 1
        taken[classes[i]] += 1
        dealer = -1
        for k in range(len(pairs) - 1, spans[last_equal, 2] - 1, -1):
            if may_deal[k] and not used[pairs[k, 0]] and not used[pairs[k, 1]]:
                dealer = k
                break
        if dealer >= 0:
            steps -= 1
            leaf = level + 1 == seats
            more = bound(
                worth, sizes, last_equal, own, pairs, spans, len(pairs) if leaf else i + 1,
                used, taken, rooms, lists, degrees, found,
            )  # fmt: skip
            if more > best and not leaf:
                level += 1
                pointer[level], at_most[level] = i + 1, more
                continue
            if more > best:
                best = more
                out[1] = dealer
                for seat in range(seats):
                    out[seat + 2] = chosen[seat]
        used[pairs[i, 0]] = used[pairs[i, 1]] = 0
        taken[classes[i]] -= 1
    out[0] = steps if level < 0 else 0
    return best
