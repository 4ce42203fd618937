"""What may be staked, with what, and between which limits."""

from __future__ import annotations

import pytest

from tests.table.driver import STAKES, Changes, Game, defects
from uth.table import commands as c

clause = pytest.mark.clause


@clause("Q-3")
def test_q_3_bad_beat_needs_trips_unless_the_rulebook_says_otherwise() -> None:
    offered: Changes = {"wagers": {"bad_beat": True}}
    wagers = {**STAKES, "bad_beat": 500}
    refusal = Game("cardroom-25", offered).sit(1).refused(c.Wager("P1", wagers))
    assert (refusal.code, refusal.clause) == ("wager/needs", "Q-3")
    alone = {"wagers": {"bad_beat": True, "bad_beat_needs_trips": False}}
    Game("cardroom-25", alone).sit(1).do(c.Wager("P1", wagers))
    wrong = {"wagers": {"bad_beat_needs_trips": "no"}}
    assert defects("cardroom-25", wrong)["wagers.bad_beat_needs_trips"].clause == "Q-3"


LIMITS_CITED = {
    "california": ("CA-6.1",),
    "california-bad-beat": ("CB-7", "CB-6"),
    "hollywood-pa": ("Q-16",),
    "light-and-wonder": ("LW-1", "Q-16", "Q-28"),
    "cardroom-25": ("CR-7", "CR-8", "Q-16"),
}
"""What a refused amount may cite: the clause of the limit that it is outside of."""


@clause("Q-16")
@pytest.mark.parametrize(
    ("house", "low", "high", "bonus"),
    [("california", 5, 500, 5), ("california-bad-beat", 5, 500, 5), ("hollywood-pa", 15, 1_000, 1),
     ("light-and-wonder", 5, 300, 1), ("cardroom-25", 3, 25, 1)],
)  # fmt: skip
def test_q_16_the_limits_of_each_house(house: str, low: int, high: int, bonus: int) -> None:
    game = Game(house).sit(1)
    for ante in (low, high):
        game.bet(1, ante * 100, trips=bonus * 100)
    for wagers in (
        {"ante": low * 100 - 100, "blind": low * 100 - 100},
        {"ante": high * 100 + 100, "blind": high * 100 + 100},
        {"ante": low * 100, "blind": low * 100, "trips": high * 100 + 100},
        {"ante": low * 100, "blind": low * 100, "trips": bonus * 100 - 100},
    ):
        refusal = game.refused(c.Wager("P1", wagers))
        assert refusal.clause in LIMITS_CITED[house] or refusal.code == "money/zero"
    game.do(c.SetLimits("Fay", game.table.minimum, game.table.maximum))
    wrong = {"limits": {"minimum": {"value": "x", "clause": "Q-16"}}}
    assert defects(house, wrong)["limits.minimum"].clause == "Q-16"


@clause("Q-27")
def test_q_27_every_bonus_needs_ante_and_blind_and_one_spot_a_player() -> None:
    game = Game("light-and-wonder").sit(1)
    assert game.refused(c.Wager("P1", {"trips": 500})).clause == "Q-27"
    refusal = game.refused(c.Sit("P1", 2, 1_000))
    assert (refusal.code, refusal.clause) == ("player/twice", "Q-27")
