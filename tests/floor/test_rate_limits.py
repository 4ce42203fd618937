"""Token buckets: a burst, a steady flow, nothing rounded, bounded memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.floor.sources import Clock
from uth.core.refusal import Refusal
from uth.floor.clock import MINUTE
from uth.floor.people.rate_limits import Rate, RateLimit


def test_a_burst_and_then_a_steady_flow() -> None:
    clock = Clock()
    limit = RateLimit(Rate(burst=5, tokens=2), clock)
    assert [limit.take("a") for _ in range(7)] == [0] * 5 + [500, 500]
    clock.pass_ms(499)
    assert limit.take("a") == 1
    clock.pass_ms(1)
    assert limit.take("a") == 0
    assert limit.take("b") == 0
    clock.pass_ms(MINUTE)
    assert [limit.take("a") for _ in range(6)] == [0] * 5 + [500]


def test_thirds_are_not_rounded_away() -> None:
    clock = Clock()
    limit = RateLimit(Rate(burst=1, tokens=3), clock)
    taken = 0
    for _ in range(10_000):
        taken += limit.take("a") == 0
        clock.pass_ms(1)
    assert taken == 30


def test_a_refusal_says_how_long() -> None:
    limit = RateLimit(Rate(burst=1, tokens=1, per=MINUTE), Clock())
    limit.require("a")
    with pytest.raises(
        Refusal, match=r"^rate/too_many: too many requests; try again in 60 seconds"
    ):
        limit.require("a")


def test_a_check_takes_nothing() -> None:
    limit = RateLimit(Rate(burst=1, tokens=1), Clock())
    for _ in range(3):
        limit.check("a")
    limit.take("a")
    with pytest.raises(Refusal, match="rate/too_many"):
        limit.check("a")


def test_memory_is_bounded_and_recent_callers_are_remembered() -> None:
    clock = Clock()
    limit = RateLimit(Rate(burst=2, tokens=1, per=MINUTE), clock, most=100)
    assert [limit.take("flood") for _ in range(3)][-1] > 0
    for number in range(10_000):
        limit.take(f"caller {number}")
        if number % 50 == 0:
            assert limit.take("flood") > 0
        assert len(limit._levels) <= 100
        clock.pass_ms(1)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    clock = Clock()
    limit = RateLimit(Rate(burst=1, tokens=1), clock)
    assert limit.take("a") == 0
    clock.pass_s(-100)
    assert limit.take("a") > 0
    clock.pass_s(100)
    assert limit.take("a") > 0
    clock.pass_s(1)
    assert limit.take("a") == 0


@pytest.mark.parametrize("wrong", [(0, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_a_rate_lets_something_through(wrong: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Rate(*wrong)


@given(
    st.integers(1, 20),
    st.integers(1, 20),
    st.integers(1, 5_000),
    st.lists(st.integers(0, 2_000), max_size=60),
)
def test_never_more_than_the_burst_and_what_flowed_in(
    burst: int, tokens: int, per: int, waits: list[int]
) -> None:
    clock = Clock(0)
    limit = RateLimit(Rate(burst, tokens, per), clock)
    taken = 0
    for wait in waits:
        clock.pass_ms(wait)
        wait = limit.take("a")
        taken += wait == 0
        assert taken * per <= burst * per + clock.now * tokens
        if wait:
            clock.pass_ms(wait - 1)
            assert limit.take("a") == 1
            clock.pass_ms(1)
            assert limit.take("a") == 0
            taken += 1
