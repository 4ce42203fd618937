"""The floor's own work in the browser, done as each role would do it, by the pages alone."""

from __future__ import annotations

from http import HTTPStatus

from playwright.sync_api import Locator, Page, Response, expect

from tests.browser.casino import PASSWORD, Caller, Casino, guest_name, table_name
from tests.browser.conftest import Visit
from tests.browser.screen import Screen, dollars, signed
from tests.browser.test_floor import RICH, sign_in
from uth.floor.tables.orders import Order
from uth.table import commands as c


def staff(visit: Visit, name: str, part: str = "") -> Page:
    page = visit(f"/floor/{part}" if part else "/floor")
    sign_in(page, name)
    return page


def see_to(page: Page, table: str) -> Locator:
    page.get_by_role("button", name=f"Manage {table_name(table)}", exact=True).click()
    return page.get_by_test_id("table-desk")


def said(place: Locator, words: str) -> None:
    expect(place.get_by_test_id("outcome").first).to_contain_text(words)


def play_at_three(casino: Casino, table: str, player: str) -> None:
    """A round at $3 that everybody pushes."""
    casino.stack(table, {2: "2c 3d"}, "4h 5c", "As Ks Qs Js Ts")
    casino.perform(Order(table, player, c.Wager(player, {"ante": 300, "blind": 300})))
    played = casino.table_writer(table)
    casino.until(lambda: played.table.phase == "preflop")
    casino.perform(Order(table, player, c.Act(player, "4x")))
    casino.until(lambda: played.table.round == 2)


def test_a_shift_from_the_first_table_to_the_printed_report(casino: Casino, visit: Visit) -> None:
    """Opened with its tray, limits changed, a seat held, a payout, a void, counted and closed."""
    flo, sue = staff(visit, "flo"), staff(visit, "sue")
    answers: list[Response] = []
    flo.on("response", lambda answer: answers.append(answer))
    opening = flo.get_by_test_id("open-table")
    opening.get_by_test_id("open-name").fill("High noon")
    opening.get_by_test_id("open-house").select_option("cardroom-25")
    opening.get_by_test_id("open-tray").fill("5000")
    opening.get_by_test_id("open-it").click()
    table, desk = "high-noon", flo.get_by_test_id("table-desk")
    expect(desk).to_be_visible()
    player = Screen(visit(f"/table/{table}"))
    name = player.sit(2)
    casino.enrich(table, name, RICH)
    player.by("chip-2500").check()

    desk.get_by_test_id("limit-minimum").select_option("5")
    expect(desk.get_by_test_id("keep-minimum")).to_contain_text("has not bet yet")
    expect(desk.get_by_test_id("keep-2")).to_be_disabled()
    play_at_three(casino, table, name)
    expect(desk.get_by_test_id("keep-minimum")).to_contain_text("$3")
    expect(desk.get_by_test_id("keep-2")).to_be_checked()
    desk.get_by_test_id("set-limits").click()
    later = desk.get_by_test_id("pending")
    said(later, "Limits are $5 to $25; surveillance is notified.")
    seat = desk.get_by_test_id("desk-seat-2")
    expect(seat).to_contain_text("keeps $3")
    feed = sue.get_by_test_id("feed")
    expect(feed.locator("[data-kind=limits]")).to_contain_text("$5 to $25, by flo")
    expect(feed.locator("[data-kind=grandfathered]")).to_contain_text("$3")
    expect(feed).not_to_contain_text(name)  # it says "Guest 1234"
    seat.get_by_test_id("hold-seat").click()
    expect(seat).to_contain_text("held for 10 minutes")
    seat.get_by_test_id("release-seat").click()
    expect(feed.locator("[data-kind=released]")).to_be_visible()

    player.result(1)
    player.ready_to_bet()
    casino.stack(table, {2: "Jh Th"}, "2s Kd", "9h 8h 7h 2c 2d")
    player.put("ante")
    player.place()
    player.phase("preflop")
    player.act("4x")
    waiting = flo.get_by_test_id(f"approval-{table}")
    expect(waiting).to_contain_text(dollars(125_000))
    desk.get_by_test_id("limit-minimum").select_option("3")
    desk.get_by_test_id("set-limits").click()
    said(later, "Limits $3 to $25: waiting for the end of the round.")
    flo.get_by_role("link", name="Cage").click()
    expect(desk).to_be_hidden()
    flo.get_by_role("link", name="Tables").click()
    row = flo.get_by_test_id(f"floor-table-{table}")
    expect(row).to_contain_text("an action waits for the end of the round")
    said(later, "waiting for the end of the round.")
    later.get_by_test_id("cancel").click()
    said(later, "Canceled")
    desk.get_by_test_id("limit-minimum").select_option("3")
    desk.get_by_test_id("set-limits").click()
    said(later, "waiting for the end of the round.")
    assert 422 not in {answer.status for answer in answers}, "nothing is tried before bets are open"
    waiting.get_by_test_id("approve").click()
    said(later, "Limits are $3 to $25")
    player.result(2)

    player.ready_to_bet()
    player.put("ante")
    player.place()
    player.phase("preflop")
    expect(desk.get_by_test_id("void-round")).to_be_disabled()
    desk.get_by_test_id("void-reason").select_option("exposed-card")
    desk.get_by_test_id("void-round").click()
    said(desk, "another supervisor must confirm")
    expect(desk.get_by_test_id("void-pending")).to_contain_text("flo requests to void round 3")
    expect(desk.get_by_test_id("confirm-void")).to_have_count(0)
    expect(player.by("void-requested")).to_be_visible()
    gus = staff(visit, "gus")
    second = see_to(gus, table)
    second.get_by_test_id("confirm-void").click()
    said(second, "Round 3 is void")
    expect(feed.locator("[data-kind=void]")).to_contain_text("by flo and gus: exposed card")
    desk.get_by_test_id("maximum").fill("500")
    desk.get_by_test_id("post-maximum").click()
    said(later, "The maximum payout of $500 is posted")
    expect(player.by("posted-maximum")).to_contain_text("$500")
    desk.get_by_test_id("withdraw-maximum").click()
    said(later, "No maximum payout is posted now")
    expect(player.by("posted-maximum")).to_have_count(0)

    desk.get_by_test_id("counted").fill("1.50")
    desk.get_by_test_id("count-drop").click()
    said(desk, "Counted $1.50; $0 expected, off by $1.50.")
    player.page.close()
    desk.get_by_test_id("tray").fill("3610")
    desk.get_by_test_id("close-table").click()
    desk.get_by_test_id("close-table").click()
    expect(flo.get_by_test_id("tables-result")).to_contain_text("won −$1,375")
    expect(desk).to_be_hidden()

    flo.goto("/floor/shift")
    row = flo.get_by_test_id(f"shift-{table}")
    expect(row).to_contain_text("−$1,375")
    for words in (
        "opened by flo with $5,000 in the tray",
        "box counted by flo: $1.50, off by $1.50",
        "closed by flo with $3,610 in the tray, off by −$15",
    ):
        expect(row).to_contain_text(words)
    flo.emulate_media(media="print")
    expect(flo.get_by_test_id("see-shift")).to_be_hidden()
    expect(row).to_be_visible()


def test_the_box_of_a_closed_table_is_counted_in_the_shift(casino: Casino, visit: Visit) -> None:
    table = casino.open("boxed", "california-bad-beat")
    table_writer, banker, other = casino.table_writer(table), Caller(casino), Caller(casino)
    for seat, caller in enumerate((banker, other), 1):
        caller.sit(table, seat, 90_000)
    banker.take_bank(table, 60_000)
    other.order(table, "Wager", wagers={"ante": 1_500, "blind": 1_500})
    other.act(table, "preflop", "4x")
    casino.until(lambda: table_writer.table.round == 2)
    left = Caller(casino, "flo").ask("POST", f"/api/tables/{table}/close")["drop"]

    flo = staff(visit, "flo", "shift")
    box = flo.get_by_test_id(f"closed-box-{table}")
    expect(box).to_contain_text(f"{table_name(table)} is closed; its box holds {dollars(left)}")
    box.get_by_test_id("counted").fill("1")
    box.get_by_test_id("count-drop").click()
    said(flo.get_by_test_id("drop-boxes"), f"Counted $1; {dollars(left)} expected")
    expect(box).to_have_count(0)


def test_money_over_the_counter_and_a_correction_by_two(casino: Casino, visit: Visit) -> None:
    """The one who asks for it can't approve it; statements of player and banker show the rest."""
    table = casino.open("corrected", "cardroom-25")
    player = Screen(visit(f"/table/{table}"))
    name = player.sit(1)
    player.ready_to_bet()
    player.put("ante")
    player.place()
    player.check_to_the_end()
    player.result(1)

    flo = staff(visit, "flo", "cage")
    cage, account = flo.get_by_test_id("cage"), flo.get_by_test_id("statement")
    cage.get_by_test_id("cage-player").fill("flo")
    expect(cage).to_contain_text("another supervisor must book it")
    cage.get_by_test_id("cage-player").fill("nobody")
    cage.get_by_test_id("cage-amount").fill("250")
    cage.get_by_test_id("buy-in").click()
    said(cage, "There is no player of this name.")
    for way, told in (("buy-in", "bought in for $250"), ("cash-out", "cashed out $100")):
        cage.get_by_test_id("cage-player").fill(name)
        cage.get_by_test_id("cage-amount").fill("250" if way == "buy-in" else "100")
        cage.get_by_test_id(way).click()
        said(cage, told)
    expect(account.locator("[data-field=bought]")).to_have_text("$1,250")
    expect(account.locator("[data-field=cashed]")).to_have_text("$100")

    flo.goto("/floor/corrections")
    for field, text in (("table", table), ("round", "1"), ("amount", "12.50"), ("reason", "short")):
        flo.get_by_test_id(f"correction-{field}").fill(text)
    flo.get_by_test_id("correction-source").select_option("the house")
    flo.get_by_test_id("correction-target").select_option("the house")
    expect(flo.get_by_test_id("ask-correction")).to_be_disabled()
    expect(flo.get_by_test_id("correction-round-text")).to_contain_text("must differ")
    flo.get_by_test_id("correction-target").select_option(f"player/{name}")
    flo.get_by_test_id("ask-correction").click()
    waiting = flo.get_by_test_id("corrections-waiting")
    expect(waiting).to_contain_text("You requested it")
    expect(flo.get_by_test_id("approve-correction")).to_have_count(0)
    flo.get_by_test_id("withdraw-correction").click()
    said(flo.get_by_test_id("corrections"), "The correction of $12.50 is withdrawn")
    expect(flo.get_by_test_id("corrections-made")).to_contain_text("Withdrawn by flo")
    for field, text in (("table", table), ("round", "1"), ("amount", "12.50"), ("reason", "short")):
        flo.get_by_test_id(f"correction-{field}").fill(text)
    flo.get_by_test_id("correction-source").select_option("the house")
    flo.get_by_test_id("correction-target").select_option(f"player/{name}")
    flo.get_by_test_id("ask-correction").click()
    expect(waiting).to_contain_text("You requested it")
    adm = staff(visit, "adm", "people")
    badge = adm.get_by_test_id("waiting-corrections")
    expect(badge).to_have_attribute("title", "1 correction waits for approval")
    adm.goto("/floor/corrections")
    adm.get_by_test_id("approve-correction").click()
    expect(adm.get_by_test_id("corrections-made")).to_contain_text("Approved by adm")
    expect(badge).to_have_count(0)
    expect(waiting).to_contain_text("No corrections wait")
    flo.goto("/floor/cage")
    flo.get_by_test_id("statement-player").fill(name)
    flo.get_by_test_id("see-statement").click()
    expect(account.locator("[data-field=corrected]")).to_have_text("$12.50")


def test_each_role_is_offered_its_row_of_the_matrix(casino: Casino, visit: Visit) -> None:
    """Parts, forms and buttons; none of what is there is refused."""
    table = casino.open("everybody", "hollywood-pa")
    parts = {
        "flo": "Tables Cage Shift Meters Hands Corrections",
        "sue": "Tables Cage Shift Meters Hands Corrections",
        "aud": "Tables Cage Shift Meters Hands People Corrections Service",
        "adm": "People Corrections Service",
    }
    acts = "form:not(:has([type=search], [type=datetime-local], [data-testid=statement-player]))"
    refused: list[str] = []

    def heard(answer: Response) -> None:
        if answer.status > HTTPStatus.PERMANENT_REDIRECT:
            refused.append(answer.url)

    for name, expected in parts.items():
        page = staff(visit, name)
        page.on("response", heard)
        links = page.get_by_role("navigation", name="Console sections").get_by_role("link")
        expect(links).to_have_text(expected.split())
        for link in links.all():
            link.click()
            expect(page.locator("section.panel").first).to_be_visible()
            if name in ("sue", "aud"):
                expect(page.locator(acts)).to_have_count(0)
        if name == "aud":
            page.get_by_test_id("run-audit").click()
            said(page.get_by_test_id("audit"), "No findings")
            expect(page.get_by_test_id("audit-heads")).to_contain_text(
                "No externally recorded heads"
            )
            page.goto("/floor/people")
            expect(page.get_by_test_id("user-flo")).to_contain_text("floor supervisor")
        if name == "sue":
            page.goto(f"/table/{table}")
            expect(page.get_by_test_id("felt")).to_be_visible()
            expect(page.locator("[data-testid^=sit-]")).to_have_count(0)
            page.goto("/")
            expect(page.get_by_test_id("house-california")).to_be_visible()
            expect(page.locator("[data-testid^=sit-down]")).to_have_count(0)
    assert not refused


def test_hands_are_recalled_and_exported_by_those_who_may(casino: Casino, visit: Visit) -> None:
    table = casino.open("recalled", "cardroom-25")
    player = Screen(visit(f"/table/{table}"))
    whose = player.sit(1)
    player.ready_to_bet()
    player.put("ante")
    player.place()
    player.check_to_the_end()
    net = int(player.result(1).get_attribute("data-net") or 0)
    for name, exports in (("aud", 1), ("sue", 0)):
        page = staff(visit, name, "hands")
        page.get_by_test_id("recall-table").fill(table)
        page.get_by_test_id("recall-search").click()
        expect(page.get_by_test_id("hand-row")).to_have_count(1)
        expect(page.get_by_test_id("hand-row")).to_contain_text(
            f"{guest_name(whose)} {signed(net)}"
        )
        expect(page.get_by_test_id("exports")).to_have_count(exports)
        if exports:
            with page.expect_download() as saved:
                page.get_by_role("button", name="notation").click()
            assert f"table {table}" in saved.value.path().read_text(encoding="utf-8")
        page.get_by_test_id("hand-link").click()
        expect(page.get_by_test_id("verify")).to_be_visible()
        expect(page.get_by_test_id("download-notation")).to_have_count(exports)


def test_an_administrator_sees_to_people_and_the_door(casino: Casino, visit: Visit) -> None:
    adm = staff(visit, "adm", "people")
    people = adm.get_by_test_id("people")
    expect(people.get_by_test_id("user-adm").get_by_test_id("change-user")).to_have_count(0)
    adm.get_by_test_id("new-name").fill("Nell")
    adm.get_by_test_id("new-password").fill(PASSWORD)
    adm.get_by_test_id("new-role").select_option("surveillance")
    adm.get_by_test_id("make-it").click()
    row = people.get_by_test_id("user-nell")
    expect(row).to_contain_text("surveillance")
    nell = staff(visit, "nell")
    expect(nell.get_by_test_id("feed")).to_be_visible()
    row.get_by_test_id("change-user").click()
    adm.get_by_test_id("user-role").select_option("auditor")
    expect(row).to_contain_text("auditor")
    nell.reload()
    expect(nell.get_by_test_id("staff-sign-in")).to_be_visible()
    adm.get_by_test_id("close-user").click()
    expect(row).to_contain_text("closed")
    form = nell.get_by_test_id("staff-sign-in")
    form.get_by_label("Name").fill("nell")
    form.get_by_label("Password").fill(PASSWORD)
    for _ in range(6):
        form.get_by_role("button").click()
        expect(form.get_by_role("button")).to_be_enabled()
    said(form, "Too many failed attempts")
    adm.reload()
    row.get_by_test_id("unlock-user").click()
    expect(people.get_by_test_id("outcome").first).to_contain_text("nell is unlocked")

    adm.goto("/floor/service")
    adm.get_by_test_id("shut-door").click()
    said(adm.get_by_test_id("service"), "The door is closed")
    adm.get_by_test_id("open-door").click()
    said(adm.get_by_test_id("service"), "The door is open")


def test_a_player_sets_his_own_limits_and_sees_his_money(casino: Casino, visit: Visit) -> None:
    """They bind at once, at the table; what is looser waits for a day."""
    table = casino.open("limited", "cardroom-25")
    page = visit("/")
    page.goto(f"/table/{table}")
    player = Screen(page)
    player.sit(1)
    page.get_by_test_id("account").click()
    page.get_by_test_id("to-account").click()
    limits = page.get_by_test_id("own-limits")
    limits.get_by_test_id("limit-loss").fill("20")
    limits.get_by_test_id("limit-minutes").fill("1")
    limits.get_by_test_id("set-own-limits").click()
    expect(limits.get_by_test_id("loss-in-force")).to_have_text("$20")
    expect(limits.get_by_test_id("time-in-force")).to_have_text("1 minute")
    limits.get_by_test_id("limit-loss").fill("")
    limits.get_by_test_id("set-own-limits").click()
    expect(limits.get_by_test_id("loss-wish")).to_contain_text("no limit")
    expect(limits.get_by_test_id("loss-in-force")).to_have_text("$20")
    statement = page.get_by_test_id("statement")
    expect(statement.locator("[data-field=bought]")).to_have_text("$1,000")
    expect(statement.locator("[data-field=result]")).to_have_text("$0")
    page.goto(f"/table/{table}")
    player.ready_to_bet()
    player.put("ante")
    player.by("place").click()
    expect(player.by("refusal")).to_contain_text("loss limit leaves $20")
