"""`uth settle`: the example round, and clauses that a short round shows best."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import uth
from tests.cli.command_runs import refusal_of, text_of
from tests.cli.example_round import ANSWER, HOUSE_ROUND, ROUND, changed
from tests.own_house import own_house
from uth.cli.fast_settle import settle_text
from uth.core.refusal import Refusal

Json = dict[str, Any]


def settled(played: Json) -> Json:
    return settle_text(json.dumps(played))


def rows(answer: Json, seat: int) -> dict[str, Json]:
    """The seat's rows by wager."""
    own = next(entry for entry in answer["seats"] if entry["seat"] == seat)
    return {row["wager"]: row for row in own["wagers"]}


def seat(number: int, cards: str, play: int | str, **wagers: str) -> Json:
    return {"seat": number, "cards": cards, "play": play, "wagers": wagers}


def california(bank: str | None, coverage: str, *seats: Json, **options: Any) -> Json:
    played = {
        "house": "california",
        "options": {"coverage": coverage, **options},
        "board": "Kd 9c 7c 4s 2h",
        "dealer": "Ks 3d",
        "banker": 6,
        "seats": list(seats),
    }
    return {**played, "bank": bank} if bank else played


LOSER = seat(1, "Qs 3s", 1, ante="10", blind="10")
WINNER = seat(2, "Kh Ah", 4, ante="10", blind="10")
LOSER_AFTER = seat(3, "Qh 3h", 2, ante="10", blind="10")


def test_the_example_round() -> None:
    assert settled(ROUND) == ANSWER


def test_cards_may_be_written_together() -> None:
    assert settled(changed(ROUND, "board", "AhKd7c7s2h")) == ANSWER


def test_banker_and_bank_have_defaults() -> None:
    played = changed(changed(ROUND, "banker", ...), "bank", ...)
    assert settled(played) == ANSWER


def test_rows_add_up() -> None:
    for entry in settled(ROUND)["seats"]:
        for row in entry["wagers"]:
            assert float(row["stake"]) == float(row["taken"]) + float(row["returned"])


@pytest.mark.clause("Q-1")
def test_q_1_gross_has_two_limits() -> None:
    answer = settled(california("30", "gross", LOSER, WINNER, LOSER_AFTER))
    assert answer["bank"] == {"paid": "30.00", "collected": "30.00"}
    assert rows(answer, 1)["blind"]["outcome"] == "lose"
    assert rows(answer, 2)["play"]["paid"] == "20.00"
    assert rows(answer, 3)["ante"]["outcome"] == "returned"


@pytest.mark.clause("Q-1")
def test_q_1_action_is_one_limit() -> None:
    answer = settled(california("35", "action", LOSER, WINNER, LOSER_AFTER))
    assert answer["bank"] == {"paid": "5.00", "collected": "30.00"}
    assert rows(answer, 2)["ante"]["paid"] == "5.00"
    assert rows(answer, 2)["play"]["outcome"] == "returned"


@pytest.mark.clause("Q-1")
def test_q_1_a_balance_is_not_offered() -> None:
    with pytest.raises(Refusal) as caught:
        settled(california("15", "net", LOSER))
    assert (caught.value.code, caught.value.where) == ("rulebook/choice", "options.coverage")
    default = settled(changed(california("15", "action", LOSER, WINNER), "options", {}))
    assert default == settled(california("15", "action", LOSER, WINNER))


@pytest.mark.clause("CA-6.15")
def test_ca_6_15_everybody_folded_needs_no_dealer() -> None:
    folded = changed(california("50", "action", {**LOSER, "play": "fold"}), "dealer", ...)
    answer = settled(folded)
    assert answer["dealer"] == {"hand": None, "qualifies": None}
    assert answer["bank"]["collected"] == "20.00"
    with pytest.raises(Refusal) as caught:
        settled(changed(california("50", "action", LOSER), "dealer", ...))
    assert caught.value.code == "json/missing_field"


@pytest.mark.clause("Q-28")
def test_q_28_a_play_above_the_ceiling_is_refused() -> None:
    ante = {"ante": "100", "blind": "100"}
    played = {"house": "light-and-wonder", "board": "Ah Kd 7c 7s 2h", "dealer": "Qs Qd"}
    one = {"seat": 1, "cards": "As Ad", "play": 3, "wagers": ante}
    assert settled({**played, "seats": [one]})["seats"]
    with pytest.raises(Refusal) as caught:
        settled({**played, "seats": [{**one, "play": 4}]})
    assert (caught.value.code, caught.value.where) == ("act/above_ceiling", "seats[0].play")
    assert caught.value.clause == "LW-1"


@pytest.mark.clause("Q-2")
def test_q_2_the_uncovered_part_of_a_loss_is_returned() -> None:
    lost = rows(settled(california("15", "gross", LOSER)), 1)
    assert (lost["play"]["outcome"], lost["play"]["taken"], lost["play"]["returned"]) == (
        "lose",
        "5.00",
        "5.00",
    )
    assert (lost["blind"]["outcome"], lost["blind"]["clause"]) == ("returned", "CA-1.2")


@pytest.mark.clause("Q-2")
def test_q_2_the_stake_of_a_win_is_returned_with_whatever_was_paid() -> None:
    won = rows(settled(california("15", "gross", WINNER)), 2)
    assert (won["play"]["paid"], won["play"]["short"], won["play"]["short_by"]) == (
        "5.00",
        "35.00",
        "bank",
    )
    assert won["play"]["returned"] == won["play"]["stake"] == "40.00"
    assert "short" not in won["ante"]


@pytest.mark.clause("CA-6.16")
def test_ca_6_16_settlement_starts_at_the_bankers_left() -> None:
    played = changed(california(None, "gross", LOSER, WINNER, LOSER_AFTER), "banker", 5)
    played = changed(played, "seats.0.seat", 6)
    assert [number for number, wager in settled(played)["order"] if wager == "ante"] == [6, 2, 3]
    assert [entry["seat"] for entry in settled(played)["seats"]] == [6, 2, 3]


@pytest.mark.clause("Q-6")
def test_q_6_the_back_line_follows_its_seat() -> None:
    backer = {"name": "Ada", "wagers": {"ante": "20", "blind": "20", "trips": "5"}}
    second = {"name": "Bob", "wagers": {"ante": "5", "blind": "5"}}
    played = california(None, "gross", {**WINNER, "back_line": [backer, second]}, LOSER)
    answer = settled(played)
    ada, bob = answer["seats"][0]["back_line"]
    assert (ada["name"], ada["net"]) == ("Ada", "95.00")
    assert [row["wager"] for row in ada["wagers"]] == ["ante", "play", "blind", "trips"]
    assert ada["wagers"][1]["stake"] == "80.00"
    assert (bob["name"], bob["net"]) == ("Bob", "25.00")
    assert answer["order"][:3] == [[1, "ante"], [1, "play"], [1, "blind"]]
    assert answer["order"][3:] == [
        [2, wager]
        for wager in (
            "ante",
            "play",
            "blind",
            "ante",
            "play",
            "blind",
            "trips",
            "ante",
            "play",
            "blind",
        )
    ]


@pytest.mark.clause("Q-22")
def test_q_22_the_back_line_and_bonuses_count_in_the_fee() -> None:
    backer = {"name": "Ada", "wagers": {"ante": "10", "blind": "10", "trips": "9"}}
    base = {**LOSER, "back_line": [backer]}
    assert settled(california(None, "gross", base, schedule=1))["bank"]["fee"] == "2.00"
    more = changed(base, "wagers.trips", "5")
    assert settled(california(None, "gross", more, schedule=1))["bank"]["fee"] == "4.00"
    assert "fee" not in settled(california(None, "gross", more))["bank"]
    assert settled(california(None, "gross", more, schedule="1"))["bank"]["fee"] == "4.00"


@pytest.mark.clause("CR-5")
def test_cr_5_antes_are_refunded_first_from_right_to_left() -> None:
    played = {
        "house": "cardroom-25",
        "board": "Kd 9c 7c 4s 2h",
        "dealer": "Qs 3d",
        "seats": [
            seat(1, "Kh Ah", 4, ante="5", blind="5"),
            seat(3, "Js 3s", "fold", ante="5", blind="5"),
            seat(6, "As 8h", 1, ante="5", blind="5"),
        ],
    }
    answer = settled(played)
    assert answer["order"] == [
        [6, "ante"], [1, "ante"],
        [6, "play"], [6, "blind"], [3, "ante"], [3, "blind"], [1, "play"], [1, "blind"],
    ]  # fmt: skip
    assert rows(answer, 6)["ante"]["clause"] == "CR-5"
    assert rows(answer, 3)["ante"]["outcome"] == "lose"
    assert answer["house"] == {"paid": "25.00", "collected": "10.00"}


@pytest.mark.clause("CR-9")
def test_cr_9_a_grandfathered_seat_keeps_the_minimum_of_3() -> None:
    played = {
        "house": "cardroom-25",
        "options": {"minimum": "5"},
        "board": "Kd 9c 7c 4s 2h",
        "dealer": "Qs 3d",
        "seats": [{**seat(1, "Kh Ah", 4, ante="3", blind="3"), "grandfathered": True}],
    }
    assert rows(settled(played), 1)["play"]["paid"] == "12.00"


@pytest.mark.clause("CR-12")
@pytest.mark.parametrize(("trips", "waits"), [("10", False), ("11", True)])
def test_cr_12_more_than_300_waits_for_approval(trips: str, waits: bool) -> None:
    played = {
        "house": "cardroom-25",
        "board": "Kd Kc 7c 4s 2h",
        "dealer": "Qs 3d",
        "seats": [seat(1, "Kh Ks", 4, ante="5", blind="5", trips=trips)],
    }
    assert rows(settled(played), 1)["trips"].get("approval", False) is waits


@pytest.mark.clause("PA-12")
def test_pa_12_the_cap_counts_base_wagers_alone() -> None:
    played = {
        "house": "hollywood-pa",
        "board": "Th Jh Qh 2c 3d",
        "dealer": "4s 4c",
        "seats": [seat(2, "Ah Kh", 4, ante="200", blind="200", trips="1000")],
    }
    won = rows(settled(played), 2)
    assert (won["blind"]["paid"], won["blind"]["short"], won["blind"]["short_by"]) == (
        "49000.00",
        "51000.00",
        "cap",
    )
    assert won["trips"]["paid"] == "50000.00"
    assert "short" not in won["trips"]


@pytest.mark.clause("Q-25")
def test_q_25_an_aggregate_is_used_up_in_settlement_order() -> None:
    played = {
        "house": "light-and-wonder",
        "options": {"aggregate": "100"},
        "board": "Kd Kc 7c 4s 2h",
        "dealer": "Qs 3d",
        "seats": [
            seat(1, "7h 7s", 4, ante="5", blind="5", trips="10"),
            seat(4, "Kh 8s", 4, ante="5", blind="5", trips="5"),
        ],
    }
    answer = settled(played)
    assert rows(answer, 4)["trips"]["paid"] == "15.00"
    short = rows(answer, 1)["trips"]
    assert (short["paid"], short["short"], short["short_by"]) == ("85.00", "5.00", "aggregate")


@pytest.mark.clause("Q-7")
@pytest.mark.clause("Q-24")
def test_q_7_q_24_a_royal_and_a_straight_flush_in_one_round() -> None:
    answer = settled(HOUSE_ROUND)
    assert answer["meter"] == {"before": "25000.00", "paid": "26000.00", "after": "9000.00"}
    royal, straight = rows(answer, 2), rows(answer, 5)
    assert (royal["progressive"]["paid"], royal["progressive"]["taken"]) == ("25000.00", "5.00")
    assert straight["progressive"]["paid"] == "1000.00"
    assert (royal["envy"]["paid"], royal["envy"]["from"]) == ("1500.00", 5)
    assert (straight["envy"]["paid"], straight["envy"]["from"]) == ("5000.00", 2)
    assert straight["envy"]["stake"] == "0.00"


@pytest.mark.clause("Q-24")
def test_q_24_an_envied_hand_need_not_have_bet() -> None:
    answer = settled(changed(HOUSE_ROUND, "seats.0.wagers.progressive", ...))
    assert rows(answer, 5)["envy"]["paid"] == "5000.00"
    assert "envy" not in rows(answer, 2)
    assert answer["meter"]["paid"] == "2500.00"


@pytest.mark.clause("Q-10")
def test_q_10_a_share_is_rounded_down_and_the_answer_says_so() -> None:
    answer = settled(changed(HOUSE_ROUND, "seats.0.wagers.progressive", ...) | {"meter": "100.07"})
    jackpot = rows(answer, 5)["progressive"]
    assert jackpot["paid"] == "10.00"
    assert jackpot["rounded_down_by"] == "7000/10000 cent"
    assert answer["meter"]["after"] == "90.07"


@pytest.mark.clause("Q-3")
def test_q_3_bad_beat_without_trips_if_the_option_allows_it() -> None:
    lone = changed(
        changed(ROUND, "seats.0.wagers.trips", ...), "options.bad_beat_needs_trips", False
    )
    assert rows(settled(lone), 1)["bad_beat"]["outcome"] == "lose"


OWN = own_house("hollywood-pa", "[play]\npreflop = [5, 3]\n")
OWN_ROUND = changed(changed(HOUSE_ROUND, "house", ...), "seats.0.play", 5)


@pytest.mark.clause("Q-29")
def test_q_29_a_round_of_a_house_of_ones_own_says_that_it_is_not_approved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, played = tmp_path / "own.toml", tmp_path / "round.json"
    rules.write_text(OWN)
    played.write_text(json.dumps(OWN_ROUND))
    answer = json.loads(text_of(capsys, "settle", str(played), "--rules", str(rules)))
    assert rows(answer, 2)["play"]["stake"] == "75.00"
    assert answer["approved"] is False
    assert [one["entry"] for one in answer["departures"]] == ["play.preflop"]
    assert uth.settle(OWN_ROUND, rules) == answer
    assert "approved" not in settled(ROUND)


@pytest.mark.clause("Q-29")
def test_q_29_a_rulebook_file_passes_the_guard_before_a_round_is_settled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, played = tmp_path / "own.toml", tmp_path / "round.json"
    rules.write_text('extends = "hollywood-pa"\n[play]\npreflop = [5, 3]\n')
    played.write_text(json.dumps(OWN_ROUND))
    words = ("settle", str(played), "--rules", str(rules))
    assert "house/departs: play.preflop is [4, 3] in hollywood-pa" in refusal_of(capsys, *words)
    rules.write_text(OWN)
    played.write_text(json.dumps({**OWN_ROUND, "house": "hollywood-pa"}))
    assert refusal_of(capsys, *words).startswith("house/other: ")
    played.write_text(json.dumps({**OWN_ROUND, "options": {"paytable": "UTH-09"}}))
    assert "(options.paytable" in refusal_of(capsys, *words)
    assert "give only one of FILE or --rules" in refusal_of(capsys, "settle", "--rules", "-")
