"""Pages in Spanish: no English word of the catalog and no key is shown."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.casino import PASSWORD, Casino, table_name
from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from tests.browser.spanish import catalog, english_on

OWN = ("flo", "adm", "fay", "gus", "aud", "sue", "Ada", "Ben", "Cleo", "Dan", "Eve")


def spanish(page: Page, *own: str) -> None:
    """With all that is folded away."""
    for group in page.locator("details:not([open]) > summary:visible").all()[::-1]:
        group.click()
    assert english_on(page, *OWN, *own) == []


def test_the_pages_of_a_player(casino: Casino, visit: Visit) -> None:
    table = casino.open("mesa", "hollywood-pa")
    page = visit(locale="es-ES")
    expect(page.get_by_test_id("house-hollywood-pa")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    spanish(page, table_name(table))
    page.get_by_test_id("introduction").click()
    spanish(page, table_name(table))
    page.goto("/history")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    spanish(page)
    page.goto(f"/table/{table}")
    screen = Screen(page)
    screen.sit(3)
    screen.ready_to_bet()
    spanish(page, table_name(table))
    screen.put("ante", "trips")
    screen.place()
    screen.phase("preflop")
    spanish(page, table_name(table))
    screen.check_to_the_end()
    screen.result(1)
    spanish(page, table_name(table))
    page.goto(f"/history/{table}/1")
    expect(page.get_by_test_id("verify")).to_be_visible()
    spanish(page, table_name(table))
    page.goto("/history")
    expect(page.get_by_test_id("hand-link").first).to_be_visible()
    spanish(page, table_name(table))
    for path, there in (
        ("/account", "set-own-limits"),
        ("/rules", "rules-hollywood-pa"),
        ("/rules/hollywood-pa", "rules-in-full"),
        ("/rules/california", "rules-in-full"),
        ("/practice", "drill-felt"),
        ("/practice/dealing", "drill-felt"),
    ):
        page.goto(path)
        expect(page.get_by_test_id(there).first).to_be_visible()
        spanish(page, table_name(table))
    page.goto("/designer?house=cardroom-25")
    expect(page.get_by_test_id("edge")).to_be_visible()
    expect(page.locator("[data-testid=design-summary][data-busy=false]")).to_be_visible()
    spanish(page)
    page.goto("/nonsense")
    expect(page.get_by_role("heading", level=1)).to_have_text(catalog("es")["frame.not_found"])
    spanish(page)


def test_the_console(casino: Casino, visit: Visit) -> None:
    table = casino.open("sala", "hollywood-pa")
    for name, parts in (
        ("flo", " cage shift meters hands corrections"),
        ("adm", "people service"),
    ):
        page = visit("/floor", locale="es-ES")
        expect(page.get_by_test_id("staff-sign-in")).to_be_visible()
        spanish(page)
        page.request.post("/api/sign-in", data={"name": name, "password": PASSWORD})
        for part in parts.split(" "):
            page.goto(f"/floor/{part}")
            expect(page.locator("section.panel").first).to_be_visible()
            spanish(page, table_name(table), *casino.app.runner.floor.tables.terms)
