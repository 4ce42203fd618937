"""A felt that stays: circles never move, no second click decides, nothing is lost unasked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.casino import Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from tests.floor.evening import HOUSES

SIZES: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 820, "height": 1180},
    {"width": 1024, "height": 768},
    {"width": 1920, "height": 1080},
)
PAIRS = tuple(zip(HOUSES, SIZES, SIZES[1:], strict=False))
"""Two sizes for each house, so that each size occurs."""
CIRCLES = """() => {
  const circles = [...document.querySelectorAll('.seat.own .circle')];
  return Object.fromEntries(circles.map((one) => {
  const {x, y, width, height} = one.getBoundingClientRect();
  return [one.dataset.anchor, [x, y, width, height].map((part) => Math.round(part * 10) / 10)];
}))}"""
LIES = """() => {
  const box = (one) => one.getBoundingClientRect();
  const all = (name) => [...document.querySelectorAll(name)].filter((one) => one.checkVisibility());
  const shown = all('.board .card, .own .card, .own .circle, .dock button, .dock .clock');
  const away = shown.filter((one) => box(one).left < -1 || box(one).top < -1
    || box(one).right > innerWidth + 1 || box(one).bottom > innerHeight + 1);
  const covers = (one, other) => box(one).left < box(other).right - 1
    && box(other).left < box(one).right - 1
    && box(one).top < box(other).bottom - 1 && box(other).top < box(one).bottom - 1;
  const dock = all('.dock')[0];
  const under = all('.own .card, .own .circle').filter((one) => covers(one, dock));
  const scroll = document.documentElement.scrollHeight > innerHeight + 1;
  const name = (one) => one.className;
  return {away: away.map(name), under: under.map(name), scroll, cards: all('.own .card').length};
}"""
CLEAN = {"away": [], "under": [], "scroll": False, "cards": 2}


def measured(page: Page, sizes: tuple[ViewportSize, ...]) -> list[object]:
    """Where every circle of one's own lies, at each size."""
    found = []
    for size in sizes:
        page.set_viewport_size(size)
        found.append(page.evaluate(CIRCLES))
    return found


def test_every_house_and_every_size_occurs() -> None:
    assert {house for house, *_ in PAIRS} == set(HOUSES)
    assert all(any(size in sizes for _, *sizes in PAIRS) for size in SIZES)


@pytest.mark.parametrize(("house", "first", "second"), PAIRS, ids=HOUSES)
def test_no_circle_moves_while_rounds_are_played(
    casino: Casino, visit: Visit, house: str, first: ViewportSize, second: ViewportSize
) -> None:
    """And while a decision is due, cards, board, circles and buttons are all on the screen."""
    sizes = (first, second)
    table = casino.open(f"still-{house}", house)
    if casino.table_writer(table).rules.player_dealer:
        bank = Caller(casino)
        bank.sit(table, 6, 400_000)
        bank.take_bank(table, 300_000)
    page = visit(f"/table/{table}", viewport=first)
    screen = Screen(page)
    screen.sit(3)
    screen.ready_to_bet()
    at_first = measured(page, sizes)
    assert all(at_first)
    screen.put("ante", "trips")
    screen.place()
    screen.phase("preflop")
    for size in sizes:
        page.set_viewport_size(size)
        assert page.evaluate(LIES) == CLEAN, size
    assert measured(page, sizes) == at_first
    screen.check_to_the_end()
    screen.result(1)
    assert measured(page, sizes) == at_first
    page.set_viewport_size(SIZES[0])
    own, other = (
        page.locator(f".seat{kind} .circle.ante .ring").first for kind in (".own", ":not(.own)")
    )
    if other.count():
        assert own.bounding_box()["width"] >= 2 * other.bounding_box()["width"]  # type: ignore[index]


def dealt(casino: Casino, visit: Visit, name: str, cards: str, house: str) -> Screen:
    """A visitor alone before the flop with these two cards."""
    table = casino.open(name, house)
    screen = Screen(visit(f"/table/{table}"))
    screen.sit(3)
    casino.stack(table, {3: cards}, "Kc 4d", "Qd 9c 8d 5s 2h")
    screen.put("ante")
    screen.place()
    screen.phase("preflop")
    return screen


def test_a_double_click_on_check_never_folds(casino: Casino, visit: Visit) -> None:
    screen = dealt(casino, visit, "double", "Jc 3d", "light-and-wonder")
    screen.act("check")
    screen.phase("flop")
    expect(screen.by("act-check")).not_to_have_attribute("aria-disabled", "true")
    screen.by("act-check").dblclick()
    screen.phase("river")
    fold = screen.by("act-fold")
    expect(fold).not_to_have_attribute("aria-disabled", "true")
    expect(screen.felt).to_have_attribute("data-phase", "river")
    expect(screen.by("confirm-fold")).to_have_count(0)


def test_buttons_answer_only_after_their_cards(casino: Casino, visit: Visit) -> None:
    """A key that is pressed with the cards still in the air is not taken."""
    screen = dealt(casino, visit, "arming", "Jc 3d", "light-and-wonder")
    page = screen.page
    expect(screen.by("act-check")).not_to_have_attribute("aria-disabled", "true")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1_000 + 60)
    page.keyboard.press("c")
    screen.phase("flop")
    expect(screen.by("act-check")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("c")
    page.clock.run_for(500)
    expect(screen.by("act-check")).not_to_have_attribute("aria-disabled", "true")
    expect(screen.felt).to_have_attribute("data-phase", "flop")


def test_folding_a_made_hand_asks_once(casino: Casino, visit: Visit) -> None:
    screen = dealt(casino, visit, "made", "Qs 7h", "light-and-wonder")
    for phase in ("preflop", "flop"):
        screen.phase(phase)
        screen.act("check")
    screen.phase("river")
    fold = screen.by("act-fold")
    expect(fold).not_to_have_attribute("aria-disabled", "true")
    fold.click()
    expect(screen.by("confirm-fold")).to_contain_text("Fold Pair of queens?")
    expect(screen.by("confirm-fold")).to_contain_text("$10")
    screen.by("fold-back").click()
    expect(screen.by("confirm-fold")).to_have_count(0)
    fold.click()
    assert screen.result(1).get_attribute("data-net") == "-1000"


def test_leaving_in_mid_hand_asks_in_a_house_that_keeps_no_wagers(
    casino: Casino, visit: Visit
) -> None:
    screen = dealt(casino, visit, "leaving", "Qs 7h", "cardroom-25")
    screen.by("leave").click()
    question = screen.by("forfeits")
    expect(question).to_contain_text("$10")
    expect(question).to_contain_text("checks for you, then folds")
    screen.by("stay").click()
    expect(question).to_have_count(0)
    screen.by("leave").click()
    screen.by("leave-after").click()
    screen.act("4x")
    expect(screen.by("house-cardroom-25")).to_be_visible()


def test_the_stack_is_lower_as_soon_as_play_is_bet(casino: Casino, visit: Visit) -> None:
    """Who acts last sees it while the round is still being shown."""
    table = casino.open("stack", "light-and-wonder")
    screen = Screen(visit(f"/table/{table}", speed="real"))
    screen.sit(1)
    before = screen.chips(1)
    screen.put("ante")
    screen.place()
    screen.act("4x")
    expect(screen.by("chips-1")).to_have_attribute("data-amount", str(before - 1_000 - 2_000))


def test_a_dead_line_is_noticed_without_a_close(casino: Casino, visit: Visit) -> None:
    """The browser says that it is offline; and a server that is silent is noticed by itself."""
    screen = dealt(casino, visit, "dead", "Qs 7h", "light-and-wonder")
    visit.will_lose_connections()
    screen.page.context.set_offline(True)
    expect(screen.by("offline")).to_contain_text("Your seat and hand are kept")
    screen.page.context.set_offline(False)
    expect(screen.by("offline")).to_have_count(0)


def test_an_ante_that_leaves_too_little_for_4x_says_so(casino: Casino, visit: Visit) -> None:
    table = casino.open("little", "light-and-wonder")
    screen = Screen(visit(f"/table/{table}"))
    screen.sit(1)
    screen.by("chip-2500").check()
    screen.put("ante", "ante")
    expect(screen.by("bet-why")).to_contain_text("4x would be $200")
    screen.by("add-chips").click()
    expect(screen.by("bet-why")).to_have_count(0)
