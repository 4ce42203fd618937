"""Several browsers at one table: each sees his own cards, all see the same money."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.casino import FLOOR, Caller, Casino, table_name
from tests.browser.conftest import Visit
from tests.browser.screen import Screen, dollars
from tests.browser.scripts import Part, Script, told
from tests.browser.test_console import play_at_three
from tests.browser.test_floor import sign_in
from tests.browser.test_moments import apart_on_a_phone
from uth.cli.fast_settle import settle_text
from uth.core.money import parse_dollars
from uth.floor.tables.orders import Order
from uth.table import commands as c

HANDS = {1: "As Ad", 2: "Kh Kc", 3: "7c 2d"}
DEALER, BOARD = "Qs Qd", "Ah Kd 7d 9s 3c"


def test_three_browsers_share_a_table(casino: Casino, visit: Visit) -> None:
    table = casino.open("three", "light-and-wonder")
    screens = {seat: Screen(visit(f"/table/{table}")) for seat in HANDS}
    for seat, screen in screens.items():
        screen.sit(seat)
    for screen in screens.values():
        expect(screen.page.locator(".bar .where")).to_contain_text(table_name(table))
    casino.stack(table, HANDS, DEALER, BOARD)
    for screen in screens.values():
        screen.put("ante", "trips")
        screen.place()
    for seat, screen in screens.items():
        screen.phase("preflop")
        screen.follow(casino, table)
        for other in HANDS:
            seen = HANDS[other].split() if other == seat else ["", ""]
            assert screen.cards(f"seat-{other}") == seen
        assert screen.cards("dealer") == ["", ""]
    for screen in screens.values():
        screen.act("check")
    for screen in screens.values():
        screen.phase("flop")
        screen.act("check")
    for seat, screen in screens.items():
        screen.phase("river")
        screen.act("fold" if seat == 3 else "1x")
    wagers = {"ante": 500, "blind": 500, "trips": 500}
    parts = tuple(Part(seat, cards, wagers, 1 if seat < 3 else 0) for seat, cards in HANDS.items())
    expected = Script("light-and-wonder", BOARD, DEALER, parts).settled(0, 0, 0)
    for screen in screens.values():
        screen.result(1)
        assert screen.settled() == expected
        assert screen.cards("dealer") == DEALER.split()
        assert screen.cards("board") == BOARD.split()


def test_the_maker_of_a_practice_table_approves_a_payout_there(
    casino: Casino, visit: Visit
) -> None:
    """Nobody else at the table is asked, and the round goes on."""
    page = visit()
    page.request.post("/api/guest")
    body = {"name": "practice", "house": "cardroom-25", "timed": False}
    assert page.request.post("/api/tables", data=body).ok
    page.goto("/table/practice")
    screen, other = Screen(page), Screen(visit("/table/practice"))
    casino.enrich("practice", screen.sit(1), 100_000)
    casino.stack("practice", {1: "Ah Kh"}, "2c 3d", "Qh Jh Th 4s 6d")
    screen.by("chip-2500").check()
    screen.put("ante")
    screen.place()
    screen.act("4x")
    expect(screen.by("approval")).to_contain_text("Your practice table")
    expect(other.by("approval")).to_contain_text("The floor approves")
    expect(other.by("approve")).to_have_count(0)
    expect(screen.by("approve")).to_contain_text("$12,500")
    screen.by("approve").click()
    assert screen.result(1).get_attribute("data-net") == "1260000"


def test_taking_the_bank_in_california(casino: Casino, visit: Visit) -> None:
    """One visitor banks with an amount of his choice, the other wins more than it covers."""
    table = casino.open("bank", "california")
    banker = Screen(visit(f"/table/{table}"))
    banker.sit(2)
    player = Screen(visit(f"/table/{table}"))
    player.sit(5)
    expect(banker.by("bank-offer")).to_be_visible()
    banker.by("bank-amount").fill("1")
    expect(banker.by("take-bank")).to_have_attribute("aria-disabled", "true")
    banker.by("bank-amount").fill("40")
    expect(banker.by("covers")).to_contain_text("$40")
    expect(banker.by("take-bank")).not_to_have_attribute("aria-disabled", "true")
    banker.by("take-bank").click()
    expect(banker.by("banking")).to_contain_text("$40")
    expect(player.by("seat-2")).to_contain_text(dollars(4_000))
    casino.stack(table, {5: "As Ad"}, "Qs Qd", "Ah Kd 7c 7s 2h")
    player.put("ante", "trips", "bad_beat")
    player.place()
    player.phase("preflop")
    player.act("4x")
    player.result(1)
    answer = settle_text(
        '{"house": "california", "board": "Ah Kd 7c 7s 2h", "dealer": "Qs Qd", "banker": 2,'
        ' "bank": "40", "seats": [{"seat": 5, "cards": "As Ad", "play": 4,'
        ' "wagers": {"ante": "5", "blind": "5", "trips": "5", "bad_beat": "5"}}]}'
    )
    assert any(row.get("short_by") for row in answer["seats"][0]["wagers"]), "the bank runs out"
    banker.follow(casino, table)
    assert player.settled() == told(answer) == banker.settled()
    expect(player.by("settlement")).to_contain_text("not covered")
    returned = player.page.locator("[data-testid=settled][data-outcome=returned]")
    rows = [row for row in answer["seats"][0]["wagers"] if row["outcome"] == "returned"]
    assert returned.count() == len(rows) == 2, "a win and a loss go back"
    for row in rows:
        amount = dollars(parse_dollars(row.get("short", row["stake"])))
        expect(player.by("call-list")).to_contain_text(f"is returned: {amount} is not covered.")


def test_a_bet_behind_a_seat(casino: Casino, visit: Visit) -> None:
    """A visitor at the rail bets behind a seat, and is bound by its decision."""
    table = casino.open("rail", "california")
    bank = Caller(casino)
    bank.sit(table, 6, 400_000)
    bank.take_bank(table, 300_000)
    player = Screen(visit(f"/table/{table}"))
    player.sit(1)
    behind = Screen(visit(f"/table/{table}"))
    other = Caller(casino)
    other.sit(table, 3, 50_000)
    behind.by("join-rail").click()
    expect(behind.by("rail")).to_be_visible()
    player.put("ante")
    player.place()
    behind.by("rail-ante").fill("10")
    expect(behind.by("rail-back")).not_to_have_attribute("aria-disabled", "true")
    behind.by("rail-back").click()
    line = player.by("behind-1")
    for screen in (player, behind):
        apart_on_a_phone(screen, ".backs .behind, .backs .pile", ".plate, .hand .card")
    expect(line.locator("[data-wager=ante]")).to_have_attribute("data-amount", "1000")
    expect(line.locator("[data-wager=blind]")).to_contain_text("$10")
    other.order(table, "Wager", wagers={"ante": 500, "blind": 500})
    player.phase("preflop")
    expect(behind.by("rail")).to_contain_text("$20 behind seat 1.")
    expect(behind.by("rail-ante")).to_have_count(0)
    player.act("3x")
    expect(line.locator("[data-wager=play]")).to_have_attribute("data-amount", "3000")
    other.act(table, "preflop", "4x")
    player.result(1)
    expect(
        behind.page.locator("[data-testid=settled][data-backer=yes][data-wager=play]")
    ).to_have_attribute("data-stake", "3000")


def test_a_held_seat_is_taken_again(casino: Casino, visit: Visit) -> None:
    """CR-9: he who goes for funds finds his seat where it was, and how long it still waits."""
    table = casino.open("held", "cardroom-25")
    page = visit(f"/table/{table}")
    screen = Screen(page)
    player = screen.sit(5)
    casino.perform(Order(table, FLOOR, c.HoldSeat(FLOOR, player, 10)))
    missing: list[str] = []
    page.on("response", lambda answer: missing.append(answer.url) if answer.status == 404 else None)
    screen.by("leave").click()
    expect(screen.by("house-cardroom-25")).to_be_visible()
    page.goto(f"/table/{table}")
    expect(screen.by("held")).to_have_attribute("data-seat", "5")
    expect(screen.by("held").get_by_role("timer")).to_have_text(re.compile(r"^\d+:\d\d left$"))
    expect(screen.by("sit-4")).to_have_count(0)
    screen.by("sit-5").click()
    expect(screen.by("place")).to_be_visible()
    assert screen.own_seat() == 5
    assert not missing


def test_the_floor_sees_until_when_a_seat_is_held(casino: Casino, visit: Visit) -> None:
    table = casino.open("held-empty", "cardroom-25")
    pat = Caller(casino)
    pat.sit(table, 5, 5_000)
    casino.perform(Order(table, FLOOR, c.HoldSeat(FLOOR, pat.name, 10)))
    page = visit("/floor")
    sign_in(page, FLOOR)
    page.get_by_role("button", name=f"Manage {table_name(table)}").click()
    seat = page.get_by_test_id("desk-seat-5")
    expect(seat).to_contain_text("held for 10 minutes")
    pat.order(table, "Leave")
    expect(seat).to_contain_text(re.compile(r"held until \d+:\d\d"))


def test_a_minimum_that_is_kept_is_told(casino: Casino, visit: Visit) -> None:
    table = casino.open("kept", "cardroom-25")
    screen = Screen(visit(f"/table/{table}"))
    player = screen.sit(2)
    expect(screen.by("own-minimum")).to_have_count(0)
    play_at_three(casino, table, player)
    casino.perform(Order(table, FLOOR, c.SetLimits(FLOOR, 500, 2_500, (player,))))
    expect(screen.by("own-minimum")).to_have_attribute("data-amount", "300")
    screen.page.reload()  # until then the last round's result is shown
    expect(screen.by("bet-why")).to_contain_text("yours is still $3")
