"""The drills: a decision is judged at once, and a hand is settled as the house does."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.casino import Casino
from tests.browser.conftest import Visit


def test_a_spot_is_answered_judged_and_asked_again_if_it_was_wrong(
    casino: Casino, visit: Visit
) -> None:
    page = visit("/practice")
    expect(page.get_by_test_id("drill-felt")).to_be_visible()
    page.get_by_test_id("kind-river").click()
    expect(page.get_by_test_id("drill-fold")).to_be_enabled()
    page.get_by_test_id("drill-fold").click()
    answer = page.get_by_test_id("drill-answer")
    expect(answer.get_by_test_id("ev-bars").get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_test_id("drill-score")).to_have_text("100%" if _right(page) else "0%")
    page.keyboard.press("Space")
    expect(answer).to_contain_text("What do you do?")
    page.keyboard.press("1")
    expect(page.get_by_test_id("next-spot")).to_be_visible()
    page.get_by_test_id("kind-mistakes").click()
    wrong = page.evaluate("JSON.parse(localStorage.getItem('uth.practice')).wrong.length")
    expect(page.get_by_test_id("drill-felt")).to_have_count(1 if wrong else 0)


def _right(page: Page) -> bool:
    return "Right" in page.get_by_test_id("drill-answer").inner_text()


def test_a_hand_is_settled_wager_by_wager(casino: Casino, visit: Visit) -> None:
    page = visit("/practice/dealing")
    page.get_by_test_id("kind-hollywood-pa").click()
    expect(page.get_by_test_id("step-ultimate_pairs")).to_be_visible()
    steps = page.locator("[data-testid^=step-]")
    for index in range(steps.count()):
        page.get_by_test_id("say-push").click()
        expect(steps.nth(index)).to_contain_class("fine" if _fine(page, index) else "bad")
    expect(page.get_by_test_id("dealing-score")).to_contain_text(f"of {steps.count()}")
    page.get_by_test_id("next-hand").click()
    expect(page.get_by_test_id("say-take")).to_be_visible()


def _fine(page: Page, index: int) -> bool:
    steps = page.locator("[data-testid^=step-] .what")
    return str(steps.nth(index).inner_text()) == "Push"
