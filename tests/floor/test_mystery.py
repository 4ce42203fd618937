"""The mystery's hidden value: drawn without bias, committed to, and secret until it is hit."""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from typing import Any

import pytest

from tests.floor.receipt_files import to_text
from tests.floor.sources import Bytes
from tests.floor.test_bad_shufflers import ERROR, upper_tail
from uth.core.refusal import Refusal
from uth.floor.fairness.mystery_value import HiddenValue, draw_value, reopen_value
from uth.floor.fairness.receipts import check_receipt, mystery_receipt, read_receipt
from uth.rulebook import store
from uth.table.meters import link

PROGRESSIVE = store.load_house("hollywood-pa").progressive


def draw(number: int = 1, source: str = "mystery") -> HiddenValue:
    return draw_value(PROGRESSIVE, "five-card", number, Bytes(f"{source} {number}"))


def test_a_commitment_is_the_hash_of_plain_lines() -> None:
    value = draw()
    seed = Bytes("mystery 1")(32).hex()
    text = (
        "uth commitment uth-mystery/1\nmeter five-card\nnumber 1\n"
        f"low 25000\nhigh 99990\nincrement 10\nseed {seed}\n"
    )
    assert value.commitment == hashlib.sha256(text.encode()).hexdigest()


def test_values_are_spread_evenly_over_the_whole_range() -> None:
    """Fifteen equal parts of the range, 6,000 draws: chi-square with 14 degrees of freedom."""
    low, high = link.target_range(PROGRESSIVE)
    targets = [draw(number).target() for number in range(1, 6_001)]
    assert low <= min(targets)
    assert max(targets) <= high
    parts = Counter((target - low) * 15 // (high - low + 1) for target in targets)
    chi = sum((parts[part] - 400) ** 2 / 400 for part in range(15))
    assert ERROR < upper_tail(chi, 14) < 1 - ERROR


def test_both_ends_can_be_drawn() -> None:
    """In a range of three cents instead of 74,991 each value occurs."""
    narrow = PROGRESSIVE.replace(mystery_between=(25_000, 25_012))
    targets = {draw_value(narrow, "m", 1, Bytes(str(at))).target() for at in range(40)}
    assert targets == {25_000, 25_001, 25_002}


def test_the_value_is_hit_in_time() -> None:
    """Feed the meter until it is hit: the receipt is good."""
    for number in range(1, 21):
        value = draw(number)
        meters = link.draw(PROGRESSIVE, link.start(PROGRESSIVE), value.target())
        won = 0
        while not won:
            meters, _, won = link.feed(PROGRESSIVE, meters)
        assert won <= 100_000
        receipt = read_receipt(to_text(mystery_receipt(value, won)))
        check_receipt(receipt, value.commitment)


def test_it_is_not_shown_before_it_is_hit() -> None:
    value = draw()
    for paid in (0, value.target() - 1, value.target() + 11):
        with pytest.raises(Refusal, match=r"^receipt/not_hit: .* \(paid\)$"):
            mystery_receipt(value, paid)


def test_a_value_is_reopened_from_the_store() -> None:
    value = draw()
    reopened = reopen_value(value.name, value.commitment, value.seed.open())
    assert reopened.commitment == value.commitment
    assert reopened.target() == value.target()


@pytest.mark.parametrize(
    "changes",
    [{"seed": bytes(32)}, {"commitment": "00" * 32}, {"name": draw(2).name}],
)
def test_an_altered_value_is_refused(changes: dict[str, Any]) -> None:
    value = draw()
    stored = {"name": value.name, "commitment": value.commitment, "seed": value.seed.open()}
    with pytest.raises(Refusal, match=r"^mystery/altered: .* \(five-card\)$"):
        reopen_value(**{**stored, **changes})


def test_nothing_that_prints_shows_the_value(caplog: pytest.LogCaptureFixture) -> None:
    value = draw()
    meters = link.draw(PROGRESSIVE, link.start(PROGRESSIVE), value.target())
    things = [value, value.seed, meters]
    with caplog.at_level(logging.DEBUG):
        for thing in [*things, things]:
            logging.getLogger("floor").warning("%s %r", thing, thing)
    printed = caplog.text + "".join(f"{thing} {thing!r}" for thing in things)
    assert printed.count("<sealed>") > 5
    assert str(value.target()) not in printed.replace(value.commitment, "")
    assert value.seed.open().hex() not in printed
    assert repr(link.start(PROGRESSIVE)).count("target=None") == 1


@pytest.mark.parametrize(
    ("meter", "number", "code"), [("", 1, "mystery/meter"), ("m", 0, "mystery/number")]
)
def test_a_value_has_a_name(meter: str, number: int, code: str) -> None:
    with pytest.raises(Refusal) as error:
        draw_value(PROGRESSIVE, meter, number, Bytes())
    assert error.value.code == code
