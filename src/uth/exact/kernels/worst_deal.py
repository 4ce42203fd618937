"""Search for the most expensive set of disjoint holdings against one dealer strength.

Branch and bound. Holdings are grouped into *classes* by how they compare with the dealer's hand
and by what bonuses on hole cards pay for them; a seat's winnings depend only on its class. A
branch is cut when its upper bound does not exceed the best total so far.
"""

from __future__ import annotations

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel

MOST_DISJOINT = 7
"""Six seats and the dealer: a class with this many disjoint holdings is unrestricted."""
MOST_LISTED = (MOST_DISJOINT - 1) * 46
"""The most holdings that six cards can block."""
IMPOSSIBLE = -(1 << 60)
"""The total if some seat cannot be given a holding."""


@inlined
def disjoint_bound(first: Array, second: Array, many: int, degree: Array) -> int:
    """An upper bound on disjoint pairs: a greedy vertex cover, or half of the cards involved."""
    if many > MOST_LISTED:
        return MOST_DISJOINT
    touched = 0
    for card in range(52):
        touched += degree[card] > 0
    chosen = 0
    while many > 0 and chosen < MOST_DISJOINT:
        card = 0
        for other in range(1, 52):
            if degree[other] > degree[card]:
                card = other
        chosen += 1
        left = 0
        for i in range(many):
            if first[i] == card or second[i] == card:
                degree[first[i]] -= 1
                degree[second[i]] -= 1
            else:
                first[left], second[left] = first[i], second[i]
                left += 1
        many = left
    return min(chosen, touched // 2)


@kernel
def best_assignment(worth: Array, rooms: Array, sizes: Array, best_by_seats: Array) -> int:
    """The most that all seats win, by dynamic programming over classes and sets of seats.

    `rooms[0]` limits the seats in a class; `rooms[1]` limits the seats in it and all before it.
    """
    whole = len(best_by_seats) - 1
    for some in range(1, whole + 1):
        best_by_seats[some] = IMPOSSIBLE
    best_by_seats[0] = 0
    for cls in range(len(worth)):
        if rooms[0, cls] <= 0:
            continue
        for some in range(whole, 0, -1):
            if sizes[some] > rooms[1, cls]:
                continue
            more = some
            while more:
                if sizes[more] <= rooms[0, cls]:
                    total = best_by_seats[some ^ more] + worth[cls, more]
                    if total > best_by_seats[some]:
                        best_by_seats[some] = total
                more = (more - 1) & some
    return int(best_by_seats[whole])


@kernel
def upper_bound(
    worth: Array, sizes: Array, last_equal: int, own: int, pairs: Array, spans: Array,
    start: int, used: Array, taken: Array, rooms: Array, lists: Array, degrees: Array,
    best_by_seats: Array,
) -> int:  # fmt: skip
    """An upper bound on what the seats win with the taken holdings and those from `start` on.

    If `start` is past the last holding, it is what the taken holdings win. Until the classes that
    equal the dealer's hand are reached, one of the remaining holdings is reserved for the dealer.
    `own` is the only class that the dealer's holding can be in, or -1.
    """
    total = taken_so_far = 0
    dealt = start <= spans[last_equal, 2]
    for card in range(52):
        degrees[0, card] = 0
    for cls in range(len(worth)):
        here = 0
        for card in range(52):
            degrees[1, card] = 0
        for i in range(max(start, spans[cls, 0]), spans[cls, 1]):
            c, d = pairs[i, 0], pairs[i, 1]
            if used[c] or used[d]:
                continue
            if here < MOST_LISTED:
                lists[2, here], lists[3, here] = c, d
                degrees[1, c] += 1
                degrees[1, d] += 1
            if total < MOST_LISTED:
                lists[0, total], lists[1, total] = c, d
                degrees[0, c] += 1
                degrees[0, d] += 1
            here += 1
            total += 1
        taken_so_far += taken[cls]
        rooms[0, cls] = taken[cls] + disjoint_bound(lists[2], lists[3], here, degrees[1])
        if here and total <= MOST_LISTED:
            for i in range(total):
                lists[4, i], lists[5, i] = lists[0, i], lists[1, i]
            for card in range(52):
                degrees[1, card] = degrees[0, card]
            rooms[1, cls] = disjoint_bound(lists[4], lists[5], total, degrees[1])
        elif here:
            rooms[1, cls] = MOST_DISJOINT
        else:
            rooms[1, cls] = rooms[1, cls - 1] - rooms[2, cls - 1] if cls else 0
        rooms[2, cls] = taken_so_far - (dealt and cls >= last_equal)
        rooms[1, cls] += rooms[2, cls]
        rooms[0, cls] -= dealt and cls == own
    return best_assignment(worth, rooms, sizes, best_by_seats)


@kernel
def search_holdings(
    best: int, steps: int, last_equal: int, own: int, worth: Array, sizes: Array,
    pairs: Array, classes: Array, spans: Array, may_deal: Array, scratch: tuple[Array, ...],
    out: Array,
) -> int:  # fmt: skip
    """The highest total if it exceeds `best`, else `best`; stops after `steps` bounds.

    `out[0]` is the number of steps left if the search finished, else 0. Then come the indices of
    the dealer's holding and of the seats' holdings.
    """
    used, taken, rooms, lists, degrees, best_by_seats, chosen, at_most, pointer = scratch
    seats = len(out) - 2
    for card in range(52):
        used[card] = 0
    for cls in range(len(worth)):
        taken[cls] = 0
    level, pointer[0], at_most[0] = 0, 0, -IMPOSSIBLE
    while level >= 0 and steps > 0:
        i = pointer[level]
        promising = i < len(pairs) and at_most[level] > best
        if promising and (i == 0 or classes[i] != classes[i - 1]):
            steps -= 1
            at_most[level] = upper_bound(
                worth, sizes, last_equal, own, pairs, spans, i, used, taken, rooms, lists,
                degrees, best_by_seats,
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
            more = upper_bound(
                worth, sizes, last_equal, own, pairs, spans, len(pairs) if leaf else i + 1,
                used, taken, rooms, lists, degrees, best_by_seats,
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
