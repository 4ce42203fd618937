"""What the engine does not allow, or does otherwise, is refused at the line that says so."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.table.driver import LOW_BOARD, Changes, Game, rules_of
from tests.table.notation.golden import load
from uth.core.cards import DECK, parse_cards
from uth.core.refusal import Refusal
from uth.rulebook.settings import with_settings
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table import events as e
from uth.table.decide import open_table, step
from uth.table.notation import parse, print_round, record, replay
from uth.table.notation.model import Round

ROUND = """
variant = "UTH"
_uth_house = "cardroom-25"
players = ["Ann", "Bob"]
seats = [1, 4]
starting_stacks = [500, 500]
_uth_floor = ["Sue"]
_uth_wagers = ["p1 ante 10 blind 10", "p2 ante 10 blind 10"]
actions = [
  "d dh p1 AcAd",
  "d dh p2 6c4c",
  "p1 cbr 40",
  "p2 cc",
  "d db AhKd7c",
  "p2 cc",
  "d db 7s2h",
  "p2 f",
  "d sm QsQd",
  "p1 sm AcAd",
]
"""
LINKED = """
variant = "UTH"
_uth_house = "hollywood-pa"
players = ["Ann", "Bob"]
seats = [1, 4]
starting_stacks = [500, 500]
_uth_floor = ["Sue"]
_uth_wagers = ["p1 ante 15 blind 15 progressive 5", "p2 ante 15 blind 15"]
_uth_meter = { main = 24999, mystery = 300, targets = [300] }
actions = [
  "m mystery p1 300.10",
  "d dh p1 JhTh",
  "d dh p2 6c4c",
  "p1 cbr 60",
  "p2 cc",
  "d db 9h8h7h",
  "p2 cc",
  "d db 7s2h",
  "p2 f",
  "d sm QsQd",
  "m award p1 2500",
  "p1 sm JhTh",
]
"""


def play(text: str) -> Round:
    round = parse(text)
    return replay(round, with_settings(round.house, round.settings)).round


def refused(text: str) -> tuple[str, str]:
    with pytest.raises(Refusal) as caught:
        play(text)
    assert "\n" not in str(caught.value)
    return caught.value.code, caught.value.where


@pytest.mark.parametrize("text", [ROUND, LINKED])
def test_what_a_person_leaves_out_the_engine_fills_in(text: str) -> None:
    given = parse(text)
    assert parse(print_round(given)) == given
    round = play(text)
    assert round.settlement
    assert play(print_round(round)) == round


@pytest.mark.parametrize(
    ("old", "new", "code", "where"),
    [
        ('  "p2 cc",\n  "d db A', '  "p1 cc",\n  "d db A', "act/decided", "actions[3]"),
        ('"p1 cbr 40"', '"p1 cbr 20"', "act/not_allowed", "actions[2]"),
        ('"p1 cbr 40"', '"p1 f"', "act/not_allowed", "actions[2]"),
        ('"p1 cbr 40"', '"p1 sm AcAd"', "notation/nothing_happened", "actions[2]"),
        ('"p1 cbr 40"', '"d db 8d5d3d", "p1 cbr 40"', "notation/nothing_happened", "actions[2]"),
        ('"d dh p1 AcAd",', '"p1 cc",', "act/not_now", "actions[0]"),
        ('  "d dh p1 AcAd",\n', "", "notation/differs", "actions[0]"),
        ('"d dh p1 AcAd"', '"d dh p2 AcAd"', "notation/differs", "actions[0]"),
        ('"d db AhKd7c"', '"d db AhKd7c", "d db 5d3d"', "notation/nothing_happened", "actions[5]"),
        ('"p1 sm AcAd"', '"p2 sm AcAd"', "notation/differs", "actions[9]"),
        ('"p1 sm AcAd",', '"p1 sm AcAd", "p1 leave",', "notation/nothing_happened", "actions[10]"),
        ('  "p1 sm AcAd",\n', "", "notation/left_out", "actions[9]"),
        (
            '"p1 sm AcAd"',
            '"p1 sm AcAd", "f1 approve 10"',
            "notation/nothing_happened",
            "actions[10]",
        ),
        ('"p2 f"', '"f1 approve 10"', "approval/none", "actions[7]"),
        ('"p2 f"', '"m award p1 10"', "jackpot/none", "actions[7]"),
        ('"d dh p1', '"m mystery p1 10", "d dh p1', "mystery/no_wager", "actions[0]"),
        ("[500, 500]", "[500, 0]", "chips/none", "players[1]"),
        ("[500, 500]", "[50, 500]", "act/not_enough_chips", "actions[2]"),
        ("seats = [1, 4]", "seats = [0, 4]", "seat/standing", "players[0]"),
        ('"Ann"', '" "', "player/name", "players[0]"),
        ("p1 ante 10 blind 10", "p1 ante 30 blind 30", "notation/multiple", "actions[2]"),
        ("p2 ante 10 blind 10", "p2 ante 30 blind 30", "wager/above_maximum", "_uth_wagers[1]"),
        ("p2 ante", "p2 behind p1 ante", "back_line/not_here", "_uth_wagers[1]"),
        ("cardroom-25", "california", "bank/none", "_uth_wagers"),
    ],
)
def test_a_line_that_the_rules_gainsay_is_refused(
    old: str, new: str, code: str, where: str
) -> None:
    assert old in ROUND
    assert refused(ROUND.replace(old, new, 1)) == (code, where)


@pytest.mark.parametrize(
    ("field", "code", "where"),
    [
        ('_uth_bank = { by = "p1", amount = 5 }', "bank/none_here", "_uth_bank"),
        ("_uth_kept_minimum = { p1 = 3 }", "notation/kept_minimum", "_uth_kept_minimum"),
        ("_uth_limits = { minimum = 4, maximum = 25 }", "house/departs", "_uth_limits"),
        (
            "_uth_meter_after = { main = 1, mystery = 1 }",
            "notation/nothing_happened",
            "_uth_meter_after.main",
        ),
    ],
)
def test_a_field_that_the_rules_gainsay_is_refused(field: str, code: str, where: str) -> None:
    assert refused(f"{field}\n{ROUND}") == (code, where)


@pytest.mark.parametrize(
    ("old", "new", "code", "where"),
    [
        ('"m mystery p1 300.10"', '"m mystery p1 300.20"', "notation/differs", "actions[0]"),
        ('  "m mystery p1 300.10",\n', "", "notation/differs", "actions[0]"),
        ("targets = [300]", "targets = [400]", "notation/nothing_happened", "actions[0]"),
        ("targets = [300]", "targets = []", "notation/targets", "_uth_meter.targets"),
        ("targets = [300]", "targets = [100]", "mystery/target", "_uth_meter.targets"),
        ("mystery = 300,", "mystery = 300.0001,", "notation/mystery_above", "_uth_meter.mystery"),
        (
            "mystery = 300, targets = [300]",
            "mystery = 999.9001, targets = []",
            "notation/mystery_above",
            "_uth_meter.mystery",
        ),
        ('  "p1 sm JhTh",\n', "", "notation/left_out", "actions[11]"),
        ('"m award p1 2500"', '"m award p1 2501"', "notation/differs", "actions[10]"),
        ('"m award p1 2500"', '"m award p2 2500"', "notation/differs", "actions[10]"),
        (
            '"m award p1 2500"',
            '"p1 leave", "m award p1 2500"',
            "notation/nothing_happened",
            "actions[11]",
        ),
    ],
)
def test_what_the_meter_did_not_pay_is_refused(old: str, new: str, code: str, where: str) -> None:
    assert old in LINKED
    assert refused(LINKED.replace(old, new, 1)) == (code, where)


def test_without_a_meter_its_owner_is_believed() -> None:
    unmetered = LINKED.replace("_uth_meter", "# _uth_meter").replace("300.10", "17")
    assert play(unmetered.replace("2500", "99.995")).meter_after is None
    assert refused(unmetered.replace("m award p1", "m award p2")) == (
        "jackpot/seats",
        "actions[10]",
    )


@pytest.mark.parametrize(
    ("end", "code", "says"),
    [
        ("d dh p1", "notation/not_dealt", "before the deal"),
        ("p2 cc", "notation/unfinished", "while p2 must still act"),
        ("m award", "notation/jackpot_open", "while the meter owes a jackpot"),
    ],
)
def test_a_record_that_stops_says_what_it_waits_for(end: str, code: str, says: str) -> None:
    head, _, _ = LINKED.partition(f'  "{end}')
    with pytest.raises(Refusal, match=says) as caught:
        play(head + "]\n")
    assert caught.value.code == code


def test_a_record_may_stop_at_a_payout_that_waits() -> None:
    _, round, rules = load("cardroom-25/approval-over-300.uth")
    last = [action.word for action in round.actions].index("approve")
    short = replace(round, actions=round.actions[:last], settlement=None)
    with pytest.raises(Refusal, match="waits for the floor"):
        replay(short, rules)


@pytest.mark.clause("CR-8")
def test_cr_8_a_kept_minimum_is_one_that_the_house_has() -> None:
    _, round, rules = load("cardroom-25/kept-minimum.uth")
    low = replace(round, players=(replace(round.players[0], kept_minimum=100), round.players[1]))
    with pytest.raises(Refusal, match="house/departs"):
        replay(low, rules)


def test_a_kept_minimum_needs_a_house_that_lets_one() -> None:
    _, round, _ = load("cardroom-25/kept-minimum.uth")
    high = replace(round, players=(replace(round.players[0], kept_minimum=500), round.players[1]))
    for lie, settings in ((round, {"limits": {"grandfathering": False}}), (high, {})):
        with pytest.raises(Refusal, match="notation/kept_minimum"):
            replay(lie, rules_of("cardroom-25", settings))


def test_a_banker_must_have_a_seat() -> None:
    _, round, rules = load("california/back-line.uth")
    assert round.bank is not None
    with pytest.raises(Refusal, match="seat/not_seated"):
        replay(replace(round, bank=replace(round.bank, player=4)), rules)


def test_all_may_leave_before_the_deal() -> None:
    """Every wager is forfeited; no wager, no deal."""
    text = (
        LINKED.partition("actions")[0].replace("300]", "400]")
        + """actions = [
  "p1 leave",
  "p1 f",
  "p2 leave",
  "p2 f",
]
"""
    )
    round = play(text)
    assert [(entry.what, entry.amount) for entry in round.settlement or ()] == [
        ("forfeit", 3_500),
        ("forfeit", 3_000),
    ]


def test_one_at_the_rail_may_go_as_soon_as_he_is_settled() -> None:
    """A back line and approvals together: their part is over while another's payout waits."""
    settings = {"payouts": {"approval_above": {"value": "30", "clause": "CR-12"}}}
    rules = rules_of("california", settings)
    _, table = open_table(rules)

    def ask(*commands: c.Command) -> list[e.Event]:
        nonlocal table
        all_events: list[e.Event] = []
        for command in commands:
            events, table = step(table, command, rules)
            all_events += events
        return all_events

    base = {"ante": 1_000, "blind": 1_000}
    ask(c.Sit("Cy", 1, 500_000), c.Sit("Ann", 2, 50_000), c.Join("Rae", 20_000))
    ask(c.Sit("Bob", 3, 50_000), c.TakeBank("Cy", 100_000))
    ask(c.Wager("Ann", base), c.Wager("Bob", base), c.BackSeat("Rae", 2, base))
    before = table
    named = parse_cards("6c4c AsAd QsQd AhKd7c 7s2h")
    deck = (*named, *(card for card in DECK if card not in named))
    events = ask(c.CloseBets())
    events += ask(c.Deal(deck), c.Act("Ann", "check"), c.Act("Bob", "4x"))
    events += ask(c.Act("Ann", "check"), c.Act("Ann", "fold"))
    assert any(isinstance(event, e.ApprovalRequested) for event in events)
    events += ask(c.Leave("Rae"))
    while table.approval_pending:
        events += ask(c.Approve("Sue", table.due[0].paid))
    written = record(before, events, rules)
    assert [action.word for action in written.actions].count("leave") == 1
    assert replay(parse(print_round(written)), rules).round == written


def test_onlookers_have_no_part_in_a_record_and_one_who_is_cut_off_has() -> None:
    game = Game("cardroom-25").sit(1, 2).bet(1)
    game.do(c.Disconnect("P1"))
    before, began = game.table, len(game.events)
    game.deal({1: "Ac Ad"}, "Kc 4d", LOW_BOARD)
    game.do(c.Leave("P2"))
    game.do(c.Reconnect("P1"))
    game.act(1, "4x")
    written = record(before, game.events[began:], game.rules)
    assert [(player.name, player.disconnected) for player in written.players] == [("P1", True)]
    assert [line.word for line in written.actions] == ["dh", "back", "cbr", "db", "db", "sm", "sm"]
    assert replay(parse(print_round(written)), game.rules).round == written


def test_a_jackpot_awarded_before_the_void_is_kept() -> None:
    """The meter has paid, a payout waits for the floor, and a backup has lost the cards."""
    changes: Changes = {"payouts": {"approval_above": {"value": "10", "clause": "CR-12"}}}
    game = Game("hollywood-pa", changes).sit(1).bet(1, 1_500, progressive=500)
    before, began = game.table, len(game.events)
    game.deal({1: "Jh Th"}, "Qs Qd", "9h 8h 7h 7s 2h").act(1, "4x")
    game.do(c.AwardJackpots(((1, 250_000, 0),)))
    game.do(c.VoidRestored("the floor"))
    round = record(before, game.events[began:], game.rules)
    assert [(entry.what, entry.amount) for entry in round.settlement or ()][-1] == ("kept", 250_000)
    assert round.actions[-1].text == "restored-from-backup"


def test_the_shuffler_that_dealt_is_recorded_and_replayed() -> None:
    text = f'_uth_shuffler = "back-up"\n{ROUND}'
    replayed = replay(parse(text), load_house("cardroom-25"))
    assert replayed.round.shuffler == "back-up"
    assert '_uth_shuffler = "back-up"' in print_round(replayed.round)
    assert "_uth_shuffler" not in print_round(replay(parse(ROUND), load_house("cardroom-25")).round)
    for wrong in ("main shuffler", "other"):
        changed = text.replace("back-up", wrong)
        assert refused(changed) == ("notation/differs", "_uth_shuffler")
    assert replay(parse(text.replace("back-up", "main")), load_house("cardroom-25"))


def test_a_posted_maximum_is_part_of_the_record() -> None:
    """The floor posts one before the first round, and withdraws it before the second."""
    changes: Changes = {"payouts": {"maximum": {"value": "900", "clause": "CR-10"}}}
    for change, says in (
        (c.PostMaximum("Fay", 6_000), 6_000),
        (c.WithdrawMaximum("Fay"), 0),
        (None, None),
    ):
        game = Game("cardroom-25", changes).sit(1)
        if change is not None:
            game.do(change)
        game.bet(1, 1_000)
        before, began = game.table, len(game.events)
        game.deal({1: "Ac Ad"}, "Kc 4d", LOW_BOARD).act(1, "4x")
        text = print_round(record(before, game.events[began:], game.rules))
        round = parse(text)
        assert round.posted_maximum == says
        replayed = replay(round, game.rules)
        assert print_round(replayed.round) == text
        assert repr(replayed) == f"Replayed({round.house!r}, round={round.number})"
