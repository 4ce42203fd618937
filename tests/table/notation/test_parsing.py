"""What is no notation is refused, with a code and its place; what is one reads back alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth.core.refusal import Refusal
from uth.table.meters import UNITS
from uth.table.notation import parse, print_round
from uth.table.notation.values import parse_units, print_units

GOOD = """
variant = "UTH"
author = "A. Dealer"
year = 2024
_uth_house = "hollywood-pa"
players = ["Ann", "Bob", "Rae"]
seats = [1, 4, 0]
starting_stacks = [500, 250.50, 100]
_uth_floor = ["Sue"]
_uth_limits = { minimum = 5, maximum = 25 }
_uth_kept_minimum = { p1 = 3 }
_uth_cut_off = ["p2"]
_uth_bank = { by = "p2", amount = 100 }
_uth_meter = { main = 10000.123456, mystery = 250, targets = [300] }
_uth_meter_after = { main = 10001, mystery = 250.1 }
_uth_wagers = ["p1 ante 10 blind 10", "p3 behind p1 ante 10 blind 10"]
_uth_fees = ["p2 2 on 20 CB-4"]
actions = [
  "d dh p1 AhKd",
  "p1 cbr 40",
  "d db QhJhTh",
  "d db 2c2d",
  "d sm 2sKs",
  "m award p1 1000.0001",
  "m mystery p1 300",
  "f1 approve 350",
  "f1 void  a jam",
  "p1 sm AhKd",
  "p1 add 5.5",
]
_uth_settlement = [
  "p1 ante 10 win paid 10 returned 10 short 1 cap rest 1/2 from p2 approval CR-14 CR-12",
]
finishing_stacks = [1, 2, 3]
"""


def test_a_good_notation_reads_back_alike() -> None:
    round = parse(GOOD)
    assert parse(print_round(round)) == round
    assert round.context == {"author": "A. Dealer", "year": 2024}
    assert round.player(2).stack == 250_50
    assert round.actions[8].text == " a jam"
    assert round.actions[10].amount == 5_50
    assert round.meter is not None
    assert round.meter.main == 10_000_123456


REFUSED = [
    ("year = 2024", "year = [", "notation/not_toml", ""),
    ("year = 2024", "year = " + "[" * 3000, "notation/too_deep", ""),
    ("year = 2024", "year = " + "9" * 5000, "notation/not_toml", ""),
    ("year = 2024", "colour = 1", "notation/unknown_field", "'colour'"),
    ("year = 2024", 'year = "MMXXIV"', "notation/type", "year"),
    ('variant = "UTH"', "", "notation/missing_field", "variant"),
    ('variant = "UTH"', 'variant = "NT"', "notation/variant", "variant"),
    ('"hollywood-pa"', "7", "notation/type", "_uth_house"),
    ('players = ["Ann", "Bob", "Rae"]', 'players = "Ann"', "notation/type", "players"),
    ('["Ann", "Bob", "Rae"]', '["Ann", 2, "Rae"]', "notation/type", "players[1]"),
    ('"Bob", "Rae"', '"Bob", "Ann"', "notation/player_twice", "players[2]"),
    ('"Bob", "Rae"', '"Bob"', "notation/length", "seats"),
    ("[1, 4, 0]", "[1, 7, 0]", "notation/number", "seats[1]"),
    ("[1, 4, 0]", "[1, 1, 0]", "seat/twice", "seats[1]"),
    ("[500, 250.50, 100]", "[500]", "notation/length", "starting_stacks"),
    ("[500, 250.50, 100]", "[500, 250.505, 100]", "money/decimals", "starting_stacks[1]"),
    ("[500, 250.50, 100]", "[500, 250.5000001, 100]", "money/six_decimals", "starting_stacks[1]"),
    ("[500, 250.50, 100]", "[500, 2.00e4, 100]", "money/six_decimals", "starting_stacks[1]"),
    ("[500, 250.50, 100]", "[500, 2e4, 100]", "money/malformed", "starting_stacks[1]"),
    ("[500, 250.50, 100]", "[-5, 250.50, 100]", "notation/amount", "starting_stacks[0]"),
    ("[500, 250.50, 100]", '["5", 250.50, 100]', "notation/amount", "starting_stacks[0]"),
    ("[500,", "[0x" + "f" * 5000 + ",", "notation/amount", "starting_stacks[0]"),
    ("[500, 250.50, 100]", "[true, 250.50, 100]", "notation/amount", "starting_stacks[0]"),
    ("= [1, 2, 3]", "= [1, 2]", "notation/length", "finishing_stacks"),
    ("year = 2024", "hand = 0", "notation/number", "hand"),
    ("{ minimum = 5, maximum = 25 }", "{ minimum = 5 }", "notation/table", "_uth_limits"),
    ("{ minimum = 5, maximum = 25 }", "5", "notation/type", "_uth_limits"),
    ("{ p1 = 3 }", "{ p9 = 3 }", "notation/not_a_player", "_uth_kept_minimum"),
    ("{ p1 = 3 }", "{ p1 = 3.333 }", "money/decimals", "_uth_kept_minimum.p1"),
    ('["p2"]', '["Bob"]', "notation/not_a_player", "_uth_cut_off"),
    ('by = "p2"', 'by = "Bob"', "notation/not_a_player", "_uth_bank.by"),
    ("targets = [300]", "target = 300", "notation/table", "_uth_meter"),
    ("mystery = 250.1 }", "mystery = 250.1, targets = [] }", "notation/table", "_uth_meter_after"),
    ("p1 ante 10 blind 10", "p1 ante 10 blind", "notation/stakes", "_uth_wagers[0]"),
    ("p1 ante 10 blind 10", "", "notation/player_word", "_uth_wagers[0]"),
    ("p1 ante 10 blind 10", "p1", "notation/stakes", "_uth_wagers[0]"),
    ("p1 ante 10 blind 10", "p1 ante 10 ante 10", "notation/wager", "_uth_wagers[0]"),
    ("p1 ante 10 blind 10", "p1 play 10", "notation/wager", "_uth_wagers[0]"),
    ("p1 ante 10 blind 10", "p1 ante ten", "money/malformed", "_uth_wagers[0]"),
    ("p1 ante 10 blind 10", "p9 ante 10 blind 10", "notation/player", "_uth_wagers[0]"),
    ("p1 ante 10 blind 10", "p0 ante 10 blind 10", "notation/player_word", "_uth_wagers[0]"),
    ("p1 ante 10 blind 10", "p3 ante 10 blind 10", "notation/twice", "_uth_wagers[1]"),
    ("p3 behind p1 ante 10 blind 10", "p3 behind", "notation/player_word", "_uth_wagers[1]"),
    ("p3 behind p1 ante 10 blind 10", "p3 behind p8 ante 10", "notation/player", "_uth_wagers[1]"),
    ("p2 2 on 20 CB-4", "p2 2 of 20", "notation/fee", "_uth_fees[0]"),
    ("p2 2 on 20 CB-4", "p2 2 on 20 cheap", "notation/word", "_uth_fees[0]"),
    ("p2 2 on 20 CB-4", "p5 2 on 20", "notation/player", "_uth_fees[0]"),
    ("d dh p1 AhKd", "d dh p1", "notation/follows", "actions[0]"),
    ("d dh p1 AhKd", "d dh p1 Ah", "notation/card_count", "actions[0]"),
    ("d dh p1 AhKd", "d dh p1 AhAh", "card/twice", "actions[0]"),
    ("d dh p1 AhKd", "d dh p1 AhXx", "card/unknown", "actions[0]"),
    ("d dh p1 AhKd", "d dh x1 AhKd", "notation/player_word", "actions[0]"),
    ("d dh p1 AhKd", "d dh p4 AhKd", "notation/player", "actions[0]"),
    ("d dh p1 AhKd", "d1 dh p1 AhKd", "notation/actor", "actions[0]"),
    ("d dh p1 AhKd", "", "notation/action", "actions[0]"),
    ("d db 2c2d", "d db 2cQh", "card/twice", "actions[3]"),
    ("d sm 2sKs", "d sm 2sQh", "card/twice", "actions[4]"),
    ("p1 cbr 40", "p1 cbr 45", "notation/multiple", "actions[1]"),
    ("p1 cbr 40", "p1 cbr 0", "notation/multiple", "actions[1]"),
    ("p1 cbr 40", "p2 cbr 40", "notation/no_wager", "actions[1]"),
    ("p1 cbr 40", "p4 cc", "notation/player", "actions[1]"),
    ("p1 cbr 40", "p cc", "notation/actor", "actions[1]"),
    ("p1 cbr 40", "p1 cc 40", "notation/nothing_follows", "actions[1]"),
    ("p1 cbr 40", "p1 raises 40", "notation/action", "actions[1]"),
    ("f1 approve 350", "f2 approve 350", "notation/floor", "actions[7]"),
    ("m award p1 1000.0001", "m award p1 1000.00012x", "money/six_decimals", "actions[5]"),
    ("p1 ante 10 win", "p1 ante ten win", "money/malformed", "_uth_settlement[0]"),
    ('[\n  "p1 ante 10 win', '[\n  "p1 ante", "', "notation/settlement", "_uth_settlement[0]"),
    ("p1 ante 10 win", "p1 luck 10 win", "notation/settlement", "_uth_settlement[0]"),
    ("p1 ante 10 win", "p1 ante 10", "notation/ending", "_uth_settlement[0]"),
    ("p1 ante 10 win", "p7 ante 10 win", "notation/player", "_uth_settlement[0]"),
    ("from p2", "from p8", "notation/player", "_uth_settlement[0]"),
    ("from p2", "from p2 from p2", "notation/word_twice", "_uth_settlement[0]"),
    ("from p2", "from seat", "notation/player_word", "_uth_settlement[0]"),
    ("short 1 cap", "short 1 purse", "notation/word", "_uth_settlement[0]"),
    ("rest 1/2", "rest half", "notation/word", "_uth_settlement[0]"),
    ("paid 10", "paid ten", "money/malformed", "_uth_settlement[0]"),
    ("paid 10 returned 10", "paid", "money/malformed", "_uth_settlement[0]"),
    ("CR-14 CR-12", "CR-14 really", "notation/word", "_uth_settlement[0]"),
    (" approval CR-14 CR-12", " gratis", "notation/word", "_uth_settlement[0]"),
]


@pytest.mark.parametrize(("old", "new", "code", "where"), REFUSED)
def test_what_is_no_notation_is_refused_at_its_place(
    old: str, new: str, code: str, where: str
) -> None:
    assert old in GOOD
    with pytest.raises(Refusal) as refused:
        parse(GOOD.replace(old, new, 1))
    assert (refused.value.code, refused.value.where) == (code, where)
    assert "\n" not in str(refused.value)


def test_settings_of_any_shape_are_kept() -> None:
    settings = """
_uth_settings.id = "mine"
_uth_settings.tables = {}
_uth_settings.wagers.trips = false
_uth_settings.payouts.aggregate = { value = { blind = "100" }, clause = "Q-25" }
_uth_settings.paytable."a table, mine" = { clauses = ["Q-14"], assumed = true }
_uth_settings.collection.schedule = 3
"""
    round = parse(GOOD + settings)
    assert round.settings["wagers"] == {"trips": False}
    assert parse(print_round(round)) == round


def test_no_remark_breaks_its_line() -> None:
    round = parse(GOOD.replace('"Ann"', '"Ann\\n\\u007f\\""').replace("sm AhKd", "sm AhQh"))
    assert parse(print_round(round)) == round


@given(st.integers(min_value=0, max_value=10**15))
def test_units_are_printed_exactly(units: int) -> None:
    assert parse_units(print_units(units)) == units
    assert parse_units(print_units(units // UNITS * UNITS)) == units // UNITS * UNITS


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(Refusal):
        parse(text)
