"""A felt that stays: circles never move, no second click decides, nothing is lost unasked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.casino import Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen, stop_the_clock


def dealt(
    casino: Casino, visit: Visit, name: str, cards: str, house: str, touch: bool = False
) -> Screen:
    """A visitor alone before the flop with these two cards."""
    table = casino.open(name, house)
    screen = Screen(visit(f"/table/{table}", has_touch=touch))
    screen.sit(3)
    casino.stack(table, {3: cards}, "Kc 4d", "Qd 9c 8d 5s 2h")
    screen.put("ante")
    screen.place()
    screen.phase("preflop")
    return screen


@pytest.mark.parametrize("by", ["mouse", "finger"])
def test_a_hurried_double_click_on_check_never_folds(casino: Casino, visit: Visit, by: str) -> None:
    screen = dealt(casino, visit, f"double-{by}", "Jc 3d", "light-and-wonder", by == "finger")
    screen.act("check")
    screen.phase("flop")
    check = screen.by("act-check")
    expect(check).not_to_have_attribute("aria-disabled", "true")
    if by == "mouse":
        check.dblclick()
    else:
        box = check.bounding_box()
        assert box is not None
        for _ in range(3):
            screen.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
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
    expect(screen.by("confirm-fold")).to_contain_text("Fold your pair of queens?")
    expect(screen.by("confirm-fold")).to_contain_text("$10")
    screen.by("fold-back").click()
    expect(screen.by("confirm-fold")).to_have_count(0)
    fold.click()
    assert screen.result(1).get_attribute("data-net") == "-1000"


def test_a_double_click_on_fold_still_asks(casino: Casino, visit: Visit) -> None:
    """The answer lies where Fold was: it is taken only after a moment, by mouse or key."""
    screen = dealt(casino, visit, "made-twice", "Qs 7h", "light-and-wonder")
    for phase in ("preflop", "flop"):
        screen.phase(phase)
        screen.act("check")
    screen.phase("river")
    fold = screen.by("act-fold")
    expect(fold).not_to_have_attribute("aria-disabled", "true")
    stop_the_clock(screen.page)
    fold.dblclick()
    expect(screen.by("confirm-fold")).to_be_visible()
    expect(screen.by("fold-anyway")).to_have_attribute("aria-disabled", "true")
    screen.page.keyboard.press("f")
    screen.page.clock.run_for(500)
    expect(screen.by("fold-anyway")).not_to_have_attribute("aria-disabled", "true")
    expect(screen.felt).to_have_attribute("data-phase", "river")
    screen.page.keyboard.press("f")
    assert screen.result(1).get_attribute("data-net") == "-1000"


def test_a_double_click_on_bet_now_places_no_bets(casino: Casino, visit: Visit) -> None:
    """The button that shows the end of a round lies where the same bets are placed again."""
    table = casino.open("bet-now-twice", "light-and-wonder")
    screen = Screen(visit(f"/table/{table}", speed="real"))
    screen.sit(1)
    screen.put("ante")
    screen.place()
    screen.act("4x")
    expect(screen.by("bet-now")).to_be_visible()
    stop_the_clock(screen.page)
    screen.by("bet-now").dblclick()
    screen.result(1)
    expect(screen.by("place")).to_have_attribute("aria-disabled", "true")
    screen.page.clock.run_for(500)
    expect(screen.by("place")).not_to_have_attribute("aria-disabled", "true")
    assert casino.ask(lambda: casino.table_writer(table).table.seat(1).wagers) == {}


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
