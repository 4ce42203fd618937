"""Rounds as hands of hold'em in PHH: PokerKit plays them, and they come back as they were."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from tests.table.notation import golden
from uth.core.refusal import Refusal
from uth.rulebook.store import load_house
from uth.table.notation import print_round, replay
from uth.table.notation.model import Round
from uth.table.notation.poker_hand_history import RECORD, parse_hand, print_hands

if TYPE_CHECKING:
    from pokerkit import HandHistory


def loaded(text: str) -> list[HandHistory]:
    """The hands as PokerKit reads them; it takes a second to import."""
    from pokerkit import HandHistory

    return list(HandHistory.loads_all(text)) if text.startswith("[") else [HandHistory.loads(text)]


def hands_of(round: Round) -> list[str]:
    return list(print_hands(round, {"table": "t1"}))


def finished(name: str) -> Round:
    _, round, rules = golden.load(name)
    return replay(round, rules).round


@pytest.mark.parametrize("name", golden.NAMES)
def test_pokerkit_plays_every_seat_and_the_record_comes_back(name: str) -> None:
    round = finished(name)
    for text in hands_of(round):
        (hand,) = loaded(text)
        assert hand.players is not None
        number = [player.name for player in round.players].index(hand.players[0]) + 1
        *_, state = hand
        assert not state.status, "the hand is over"
        assert len(state.board_cards) == 5
        ante, play = round.ante(number), _play(round, number)
        contest = _contest(round, number)
        assert state.payoffs[0] == Decimal(contest * (ante + play)) / 100
        assert hand.user_defined_fields["_uth_net"] == Decimal(round.net(number)) / 100
        assert parse_hand(text) == round
        assert print_round(parse_hand(text)) == print_round(round)


def _play(round: Round, number: int) -> int:
    """The Play bet of a player, 0 for a fold."""
    bets = [a.amount for a in round.actions if (a.word, a.number) == ("cbr", number)]
    return bets[0] if bets else 0


def _contest(round: Round, number: int) -> int:
    """Whether the player's cards win (1), tie (0) or lose (-1), or were folded."""
    from uth.core.hands import rank_hand

    if not _play(round, number):
        return -1
    mine, theirs = (rank_hand((*round.board, *round.cards(each))) for each in (number, 0))
    return (mine > theirs) - (mine < theirs)


def test_most_golden_rounds_have_hands() -> None:
    counts = {name: len(hands_of(finished(name))) for name in golden.NAMES}
    assert sum(counts.values()) > len(golden.NAMES)
    without = {name for name, count in counts.items() if not count}
    assert all("void" in name or "leave" in name or "left" in name for name in without), without


HAND: dict[str, Any] = {
    "variant": '"NT"',
    "antes": "[10, 10]",
    "blinds_or_straddles": "[0, 0]",
    "min_bet": "10",
    "starting_stacks": "[500, 500]",
    "players": '["Ann", "Bob"]',
}
DEALT = ["d dh p1 AhKd", "d dh p2 QsQd"]
CHECKED = ["p1 cc", "p2 cc"]
FLOP, TURN, RIVER = ["d db 2c7hQh"], ["d db 4h"], ["d db 9d"]
SHOWN = ["p1 sm AhKd", "p2 sm QsQd # a comment"]
PLAYED = {
    "4x": [*DEALT, "p1 cbr 40", "p2 cc", *FLOP, *CHECKED, *TURN, *CHECKED, *RIVER, *CHECKED],
    "2x": [*DEALT, *CHECKED, *FLOP, "p1 cbr 20.00", "p2 cc", *TURN, *CHECKED, *RIVER, *CHECKED],
    "1x": [*DEALT, *CHECKED, *FLOP, *CHECKED, *TURN, *CHECKED, *RIVER, "p1 cbr 10", "p2 cc"],
    "call": [
        *DEALT, *CHECKED, *FLOP, *CHECKED, *TURN, *CHECKED, *RIVER,
        "p1 cc", "p2 cbr 10.00", "p1 cc",
    ],
    "fold": [
        *DEALT, *CHECKED, *FLOP, *CHECKED, *TURN, *CHECKED, *RIVER,
        "p1 cc", "p2 cbr 10", "p1 f",
    ],
}  # fmt: skip


def text_of(actions: list[str], **changes: str) -> str:
    fields = {**HAND, "actions": repr(actions), **changes}
    return "".join(f"{name} = {value}\n" for name, value in fields.items())


@pytest.mark.parametrize(
    ("played", "net"),
    [("4x", -6000), ("2x", -4000), ("1x", -3000), ("call", -3000), ("fold", -2000)],
)
def test_a_hand_of_another_program_becomes_a_round(played: str, net: int) -> None:
    shown = SHOWN if played != "fold" else []
    text = text_of([*PLAYED[played], *shown])
    (hand,) = loaded(text)
    *_, state = hand
    assert not state.status
    round = replay(parse_hand(text), load_house("light-and-wonder")).round
    assert (round.net(1), round.players[0].name, round.players[0].seat) == (net, "Ann", 1)
    (again,) = hands_of(round)
    without = "".join(row for row in again.splitlines(True) if not row.startswith(RECORD))
    assert replay(parse_hand(without), load_house("light-and-wonder")).round == round


def test_where_players_bank_the_dealer_of_the_hand_is_the_banker() -> None:
    hidden = [row.replace("QsQd", "????") for row in PLAYED["fold"]]
    text = text_of(hidden, starting_stacks="[500, 900]")
    round = replay(parse_hand(text, house="california"), load_house("california")).round
    assert [round.net(1), round.net(2)] == [-2000, 2000]
    (again,) = hands_of(round)
    assert loaded(again)[0].players == ["Ann", "Bob"]
    with pytest.raises(Refusal, match="phh/dealer"):
        parse_hand(text)


def test_a_file_has_hands_by_number() -> None:
    text = f"[1]\n{text_of(PLAYED['fold'])}\n[2]\n{text_of([*PLAYED['4x'], *SHOWN])}"
    assert len(loaded(text)) == 2
    assert parse_hand(text, 1, "california").house == "california"
    assert parse_hand(text, 2).actions[1].word == "cbr"
    for number in (None, 0, 3):
        with pytest.raises(Refusal, match="phh/hand"):
            parse_hand(text, number)


def test_a_notation_is_read_as_before() -> None:
    text, round, _ = golden.load(golden.NAMES[0])
    assert parse_hand(text) == round
    with pytest.raises(Refusal, match="notation/variant"):
        parse_hand(text.replace('variant = "UTH"', 'variant = "X"'))
    with pytest.raises(Refusal, match="notation/missing_field"):
        parse_hand("hand = 1")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"antes": "[10, 20]"}, "phh/game"),
        ({"antes": "[0, 0]"}, "phh/game"),
        ({"antes": "[10, 10, 10]"}, "phh/game"),
        ({"blinds_or_straddles": "[5, 10]"}, "phh/game"),
        ({"starting_stacks": "[500]"}, "phh/game"),
        ({"players": "7"}, "notation/type"),
        ({"_uth_seat": "9"}, "notation/number"),
        ({RECORD: "7"}, "notation/type"),
    ],
)
def test_what_is_no_round_of_this_game_is_refused(changes: dict[str, str], code: str) -> None:
    with pytest.raises(Refusal, match=code):
        parse_hand(text_of([*PLAYED["4x"], *SHOWN], **changes))


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        (DEALT, "phh/play"),
        ([*PLAYED["4x"][1:], "p1 sm Ah"], "phh/play"),
        (PLAYED["4x"][:-4], "phh/play"),
        ([DEALT[0], *PLAYED["4x"][2:]], "phh/dealer"),
        ([*DEALT, "p1 cbr many"], "phh/play"),
        ([*DEALT, "p1 cbr 40", "p1 cbr 40"], "phh/play"),
        ([*DEALT, "p1 cc", "p2 cbr 10"], "phh/play"),
        ([*DEALT, *FLOP, *TURN, *RIVER, "p1 cc", "p2 cbr 30"], "phh/play"),
        ([*DEALT, "p1 f"], "phh/play"),
        (["p3 cc"], "phh/play"),
        (["d dh p1 Ax"], "card/unknown"),
    ],
)
def test_what_nobody_can_play_here_is_refused(actions: list[str], code: str) -> None:
    with pytest.raises(Refusal, match=code):
        parse_hand(text_of(actions))
