"""At a real table's pace: one card, one wager at a time, and nothing goes before its turn."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.casino import Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen

WAGERS = {
    "ante": 1_500,
    "blind": 1_500,
    "trips": 500,
    "bad_beat": 500,
    "ultimate_pairs": 500,
    "progressive": 500,
}
WATCH = """() => {
  const seen = window.seen = {cards: [], rows: [], early: []};
  const add = (to, figure) => to.at(-1) === figure || to.push(figure);
  const look = () => {
    add(seen.cards, document.querySelectorAll('[data-testid=felt] .card').length);
    const rows = [...document.querySelectorAll('[data-testid=settled]')];
    add(seen.rows, rows.length);
    if (!rows.length || document.querySelector('[data-testid=result]')) return;
    const mine = new Set(rows.filter((row) => row.matches('.mine')).map((row) => row.dataset.wager));
    for (const circle of document.querySelectorAll('.place.own .circle')) {
      const wager = circle.dataset.place.split('-').at(-1);
      const cents = circle.querySelector('[data-cents]').dataset.cents;
      if (!mine.has(wager) && cents === '0') add(seen.early, wager);
    }
  };
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true, attributes: true});
}"""


def test_cards_and_wagers_come_one_by_one(casino: Casino, visit: Visit) -> None:
    """Others act while cards are dealt, and bet again while the round is settled."""
    table = casino.open("real", "hollywood-pa")
    page = visit()
    page.evaluate("localStorage.setItem('uth.settings', JSON.stringify({speed: 'real'}))")
    page.goto(f"/table/{table}")
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
    screen.place()
    expect(screen.by("act-4x")).to_be_visible()
    other.order(table, "Act", action="check")
    page.wait_for_function("() => window.seen.cards.at(-1) === 11")
    assert page.evaluate("() => window.seen.cards") == list(range(12)), "a card at a time"
    screen.act("4x")
    other.order(table, "Act", action="check")
    other.order(table, "Act", action="1x")
    expect(screen.by("bet-now")).to_be_visible()
    other.order(table, "Wager", wagers={"ante": 1_500, "blind": 1_500})
    screen.result(1)
    rows = page.evaluate("() => window.seen.rows")
    assert rows == list(range(rows[-1] + 1)), "a wager at a time"
    assert rows[-1] == 14
    assert page.evaluate("() => window.seen.early") == [], "chips lie there until they are settled"
    expect(screen.by("bet-ante")).to_be_visible()


def test_one_can_bet_before_the_last_round_is_told(casino: Casino, visit: Visit) -> None:
    table = casino.open("now", "light-and-wonder")
    page = visit()
    page.evaluate("localStorage.setItem('uth.settings', JSON.stringify({speed: 'real'}))")
    page.goto(f"/table/{table}")
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
