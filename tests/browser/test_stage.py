"""At a real table's pace: one card, one wager at a time, and nothing goes before its turn."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.casino import Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen, stop_the_clock

WAGERS = {
    "ante": 1_500,
    "blind": 1_500,
    "trips": 500,
    "bad_beat": 500,
    "ultimate_pairs": 500,
    "progressive": 500,
}
DEAL, ROUND = 10_000, 60_000
"""Milliseconds, more than enough to show a deal and the rest of a round at a real table's pace."""
WATCH = """() => {
  const seen = window.seen = {cards: [], rows: [], early: []};
  const add = (to, figure) => to.at(-1) === figure || to.push(figure);
  const look = () => {
    add(seen.cards, document.querySelectorAll('[data-testid=felt] .card').length);
    const rows = [...document.querySelectorAll('[data-testid=settled]')];
    add(seen.rows, rows.length);
    if (!rows.length || document.querySelector('[data-testid=result]')) return;
    const own = rows.filter((row) => row.matches('.mine'));
    const mine = new Set(own.map((row) => row.dataset.wager));
    for (const circle of document.querySelectorAll('.seat.own .circle')) {
      const wager = circle.dataset.anchor.split('-').at(-1);
      const cents = circle.querySelector('[data-amount]').dataset.amount;
      if (!mine.has(wager) && cents === '0') add(seen.early, wager);
    }
  };
  const all = {childList: true, subtree: true, attributes: true};
  new MutationObserver(look).observe(document.body, all);
}"""


def test_cards_and_wagers_come_one_by_one(casino: Casino, visit: Visit) -> None:
    """Others act before the first card is dealt, and bet again before the first wager is settled.

    The page's clock stands still until they have, and then runs through.
    """
    table = casino.open("real", "hollywood-pa")
    page = visit(f"/table/{table}", speed="real")
    screen = Screen(page)
    player = screen.sit(1)
    other = Caller(casino)
    other.sit(table, 3, 500_000)
    casino.stack(table, {1: "As Ad", 3: "7c 2d"}, "Qs Qd", "Ah Kd 7h 9s 3c")
    casino.enrich(table, player, 500_000)
    page.evaluate(WATCH)
    other.order(table, "Wager", wagers=WAGERS)
    for wager in WAGERS:
        if wager != "blind":
            screen.by(f"bet-{wager}").click()
    expect(screen.by("place")).not_to_have_attribute("aria-disabled", "true")
    stop_the_clock(page)
    screen.place()
    expect(screen.by("act-4x")).to_be_visible()
    other.act(table, "preflop", "check")
    screen.follow(casino, table)
    page.clock.run_for(DEAL)
    page.wait_for_function("() => window.seen.cards.at(-1) === 11")
    assert page.evaluate("() => window.seen.cards") == list(range(12)), "a card at a time"
    screen.act("4x")
    other.act(table, "flop", "check")
    other.act(table, "river", "1x")
    expect(screen.by("bet-now")).to_be_visible()
    other.order(table, "Wager", wagers={"ante": 1_500, "blind": 1_500})
    screen.follow(casino, table)
    expect(screen.by("result")).to_have_count(0)
    page.clock.run_for(ROUND)
    screen.result(1)
    rows = page.evaluate("() => window.seen.rows")
    assert rows == list(range(rows[-1] + 1)), "a wager at a time"
    assert rows[-1] == 14
    assert page.evaluate("() => window.seen.early") == [], "chips lie there until they are settled"
    expect(screen.by("bet-ante")).to_be_visible()


def test_one_can_bet_before_the_last_round_is_told(casino: Casino, visit: Visit) -> None:
    table = casino.open("now", "light-and-wonder")
    page = visit(f"/table/{table}", speed="real")
    screen = Screen(page)
    screen.sit(1)
    screen.put("ante", "trips")
    screen.place()
    screen.act("4x")
    screen.by("bet-now").click()
    screen.result(1)
    screen.put("ante")
    screen.place()
    expect(screen.by("act-4x")).to_be_visible()


ANY = """
id = "any-hand"
name = "Any hand"
document = "The rules of this test"
extends = "light-and-wonder"
[play]
qualify = "none"
"""
UNDER = """([seat, wager]) => {
  const place = document.querySelector(`[data-testid=seat-${seat}]`);
  const middle = (box) => box.left + box.width / 2;
  const boxes = (all) => [...all].map((one) => one.getBoundingClientRect());
  const cards = boxes(place.querySelectorAll('.hand .card'));
  const [ring] = boxes(place.querySelectorAll(`.circle.${wager} .ring`));
  const left = Math.min(...cards.map((box) => box.left));
  const hand = (left + Math.max(...cards.map((box) => box.right))) / 2;
  const foot = Math.max(...cards.map((box) => box.bottom));
  return Math.abs(hand - middle(ring)) < 2 && foot > ring.top && foot < ring.bottom;
}"""


def test_a_hand_lies_under_the_circle_that_the_clause_names(casino: Casino, visit: Visit) -> None:
    """Under the Blind when it plays (CR-3)."""
    table = casino.open("tuck-blind", "cardroom-25")
    screen = Screen(visit(f"/table/{table}"))
    screen.sit(2)
    other = Caller(casino)
    other.sit(table, 5, 100_000)
    screen.put("ante", "trips")
    screen.place()
    other.order(table, "Wager", wagers={"ante": 500, "blind": 500, "trips": 500})
    other.act(table, "preflop", "4x")
    screen.page.wait_for_function(UNDER, arg=[5, "blind"])
    screen.page.set_viewport_size({"width": 1000, "height": 900})
    screen.page.wait_for_function(UNDER, arg=[5, "blind"])


def test_a_folded_hand_is_tucked_when_its_lost_bets_are_taken(casino: Casino, visit: Visit) -> None:
    """The dealer takes the lost bets, then tucks the hand under Ultimate Pairs (LW-9)."""
    table = casino.open("tuck-pairs", "light-and-wonder")
    screen = Screen(visit(f"/table/{table}"))
    screen.sit(2)
    screen.put("ante", "ultimate_pairs")
    screen.place()
    for phase, action in (("preflop", "check"), ("flop", "check"), ("river", "fold")):
        screen.phase(phase)
        screen.act(action)
    screen.result(1)
    calls = screen.by("call-list").inner_text()
    taken, tucked = calls.index("the fold lost"), calls.index("tucked under Ultimate Pairs")
    assert tucked < taken, "the newest call comes first"


def test_a_play_that_chips_do_not_reach_says_so(casino: Casino, visit: Visit) -> None:
    table = casino.open("short", "light-and-wonder")
    screen = Screen(visit(f"/table/{table}"))
    screen.sit(1)
    screen.by("chip-2500").check()
    screen.put("ante", "ante")
    screen.place()
    screen.phase("preflop")
    assert screen.chips(1) == 10_000
    for action, needs in (("4x", "$200"), ("3x", "$150")):
        button = screen.by(f"act-{action}")
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_contain_text(f"needs {needs}, you have $100")
    screen.page.keyboard.press("4")
    screen.act("check")
    screen.phase("flop")
    expect(screen.by("act-2x")).not_to_have_attribute("aria-disabled", "true")


def test_one_who_would_forfeit_is_asked_first(casino: Casino, visit: Visit) -> None:
    """PA-7: the question names the amount; staying changes nothing."""
    table = casino.open("forfeit", "hollywood-pa")
    screen = Screen(visit(f"/table/{table}"))
    player = screen.sit(1)
    before = screen.chips(1)
    screen.put("ante")
    screen.place()
    screen.phase("preflop")
    screen.by("leave").click()
    expect(screen.by("forfeits")).to_have_attribute("data-amount", "3000")
    screen.by("stay").click()
    expect(screen.by("forfeits")).to_have_count(0)
    assert casino.chips(table, player) == before - 3_000
    screen.by("leave").click()
    screen.by("leave-anyway").click()
    expect(screen.felt).to_be_hidden()
    assert casino.ask(lambda: casino.table_writer(table).table.find(player)) == 0


def test_the_cloth_says_what_the_dealer_needs(casino: Casino, visit: Visit) -> None:
    for name, house, own, words in (
        ("needs-pair", "light-and-wonder", "", "Dealer Plays With a Pair or Higher"),
        ("needs-none", "", ANY, "Dealer Plays With Any Hand"),
    ):
        screen = Screen(visit(f"/table/{casino.open(name, house, own)}"))
        expect(screen.by("inscription")).to_have_text(words)
