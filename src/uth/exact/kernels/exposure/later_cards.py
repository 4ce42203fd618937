"""Which later cards a board leaves to chance, and in how many ways they can be dealt.

A board is three flop cards and two later ones, of which some are known (`later`). Each choice of
the unknown later cards gives a flop; its ways depend on what holding, flop and known cards leave.
"""

from __future__ import annotations

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined

NOBODY = -1


@inlined
def without_later(board: Array, later: Array, rest: Array) -> int:
    """Fill in the board's cards except the known later ones; -1 if it does not have all of them."""
    count = 0
    for i in range(5):
        rest[count] = board[i]
        count += 1
    for j in range(len(later)):
        at = 0
        while at < count and rest[at] != later[j]:
            at += 1
        if at == count:
            return -1
        for i in range(at, count - 1):
            rest[i] = rest[i + 1]
        count -= 1
    return count


@inlined
def unknown_later(rest: Array, count: int, out: Array) -> int:
    """The choices of unknown later cards, as positions in the rest; equal ones are listed once."""
    choices = 0
    unknown = count - 3
    if unknown == 0:
        out[0, 0], out[0, 1] = NOBODY, NOBODY
        return 1
    for i in range(count):
        if i and rest[i] == rest[i - 1] and unknown == 1:
            continue
        if unknown == 1:
            out[choices, 0], out[choices, 1] = i, NOBODY
            choices += 1
            continue
        if i and rest[i] == rest[i - 1]:
            continue
        for j in range(i + 1, count):
            if j > i + 1 and rest[j] == rest[j - 1]:
                continue
            out[choices, 0], out[choices, 1] = i, j
            choices += 1
    return choices


@inlined
def times_drawn(free: Array, gone: int, drawn: int, ways: Array) -> None:
    """Multiply the ways of every holding by those to draw one to four cards of one kind."""
    less, one = ways.dtype.type(gone), ways.dtype.type(1)
    if drawn == 1:
        for h in range(len(ways)):
            ways[h] *= free[h] - less
    elif drawn == 2:
        for h in range(len(ways)):
            left = free[h] - less
            ways[h] *= left * (left - one) >> one
    else:
        for h in range(len(ways)):
            left = free[h] - less
            ways[h] *= 1 if left == drawn else drawn + 1 if left > drawn else 0
