"""Opening a table: house or rulebook, changed options, bots, pace, time limits, and who sees it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.web.served_app import HASTY, ApiClient, in_memory, on_disk
from uth.floor import table_list
from uth.floor.table_summaries import table_line
from uth.floor.tables.dealer import first
from uth.web.api import tables
from uth.web.api.sessions import WELCOME


def _refused(caller: ApiClient, status: int = 422, **body: Any) -> str:
    answer = caller.ask("POST", "/api/tables", status, **body)
    return str(answer["code"])


def test_a_guest_opens_a_practice_table_with_options() -> None:
    with in_memory() as served:
        guest = served.guest()
        assert guest.ask("GET", "/api/me")["at_cage"] == WELCOME, "play money at once"
        made = guest.ask(
            "POST",
            "/api/tables",
            name="mine",
            house="california",
            settings={"limits": {"chip": "5"}},
            minimum=1_000,
            maximum=20_000,
            bots=2,
            pace=0,
            timed=False,
            listed=False,
        )
        assert made["view"]["minimum"] == 1_000
        assert made["view"]["maximum"] == 20_000
        assert sum(seat is not None for seat in made["view"]["seats"]) == 2
        (answer,) = guest.ask("GET", "/api/tables")
        assert (answer["by"], answer["listed"], answer["timed"]) == (guest.name, False, False)
        assert served.staff("pat").ask("GET", "/api/tables") == []
        assert len(served.staff("sue").ask("GET", "/api/tables")) == 1
        floor = served.app.runner.floor
        assert (floor.tables.pace_of("mine").step, floor.tables.pace_of("mine").timed) == (0, False)
        rules = floor.tables.writer("mine").rules
        assert (rules.limits.chip, rules.limits.minimum) == (500, 1_000)


def test_bots_sit_at_a_table_of_the_longest_name() -> None:
    with in_memory() as served:
        guest, name = served.guest(), "b" * 40
        made = guest.ask("POST", "/api/tables", name=name, house="light-and-wonder", bots=3)
        seated = [seat["player"] for seat in made["view"]["seats"] if seat]
        assert len(set(seated)) == 3


def test_a_closed_table_of_the_floor_can_not_be_opened_for_practice() -> None:
    with in_memory() as served:
        flo, gus, guest = served.staff("flo"), served.staff("gus"), served.guest()
        vip: dict[str, Any] = {"name": "vip", "house": "hollywood-pa"}
        flo.ask("POST", "/api/tables", **vip)
        flo.ask("POST", "/api/tables/vip/close")
        assert _refused(guest, **vip, timed=False, listed=False) == "table/taken"
        gus.ask("POST", "/api/tables", **vip)
        den: dict[str, Any] = {"name": "den", "house": "hollywood-pa"}
        guest.ask("POST", "/api/tables", **den)
        guest.ask("POST", "/api/tables/den/close")
        assert _refused(flo, **den) == _refused(served.guest(), **den) == "table/taken"
        guest.ask("POST", "/api/tables", **den)


@pytest.mark.slow
def test_at_an_untimed_table_only_disconnected_players_run_out_of_time() -> None:
    with in_memory(HASTY) as served:
        pat = served.staff("pat")
        pat.ask("POST", "/api/tables", name="mine", house="cardroom-25", timed=False, pace=0)
        pat.sit("mine", 1, 50_000)
        floor = served.app.runner.floor
        with pat.socket("mine") as socket:
            pat.receive(socket)
            wagers = {"ante": 500, "blind": 500}
            pat.order("mine", {"type": "Wager", "player": "pat", "wagers": wagers})
            pat.until("mine", lambda view: view["phase"] == "preflop")
            assert first(floor.tables.writer("mine"), floor.tables.pace_of("mine")) is None
        pat.until("mine", lambda view: view["phase"] == "betting")


def test_an_untimed_table_waits_for_bets_and_bankers() -> None:
    with in_memory() as served:
        pat, flo = served.staff("pat"), served.staff("flo")
        pat.ask("POST", "/api/tables", name="mine", house="california", timed=False, pace=0)
        pat.sit("mine", 1, 50_000)
        flo.sit("mine", 2, 50_000)
        floor = served.app.runner.floor
        assert floor.tables.writer("mine").table.bank.offered
        assert first(floor.tables.writer("mine"), floor.tables.pace_of("mine")) is None, (
            "no silence is a no"
        )
        pat.ask("POST", "/api/tables", name="more", house="cardroom-25", timed=False, pace=0)
        pat.sit("more", 1, 50_000)
        flo.sit("more", 2, 50_000)
        wagers = {"ante": 500, "blind": 500}
        pat.order("more", {"type": "Wager", "player": "pat", "wagers": wagers})
        assert first(floor.tables.writer("more"), floor.tables.pace_of("more")) is None, (
            "flo has not wagered"
        )


def test_refused_tables() -> None:
    with in_memory() as served:
        pat, flo, sue = served.staff("pat"), served.staff("flo"), served.staff("sue")
        mine: dict[str, Any] = {"name": "mine", "house": "california"}
        wrong: list[Any] = [{"nonsense": {"a": 1}}, {"limits": 3}, {"limits": {"minimum": []}}]
        assert _refused(pat, name="mine") == "table/rules"
        assert _refused(pat, name="mine", house="california", rulebook="x = 1") == "table/rules"
        assert _refused(pat, name="mine", rulebook="x = 1", minimum=5) == "table/rulebook_settings"
        assert _refused(pat, 422, name="mine", house="nowhere") == "house/unknown"
        assert _refused(pat, **{**mine, "name": "floor"}) == "table/reserved"
        for settings in wrong:
            code = _refused(pat, **mine, settings=settings)
            assert code.startswith(("rulebook/", "money/", "table/settings"))
        assert _refused(pat, 400, **mine, pace=-1) == "body/malformed"
        assert _refused(flo, **mine, timed=False) == "table/timed"
        assert _refused(sue, 403, **mine) == "role/not_allowed"
        for name in ("a", "b"):
            pat.ask("POST", "/api/tables", name=name, house="california")
        assert _refused(pat, **mine) == "table/too_many"
        assert [row["name"] for row in pat.ask("GET", "/api/tables")] == ["a", "b"]


def test_one_network_does_not_open_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_TABLES", 16)
    with in_memory() as served:
        for name in ("a", "b"):
            assert served.guest().ask("POST", "/api/tables", name=name, house="california")
        assert served.staff("flo").ask("POST", "/api/tables", name="main", house="california")
        guest = served.guest()
        assert _refused(guest, 422, name="c", house="nowhere") == "house/unknown"
        assert guest.ask("POST", "/api/tables", name="c", house="california")
        late = served.guest()
        assert _refused(late, 503, name="d", house="california") == "service/no_tables"
        guest.ask("POST", "/api/tables/c/close")
        assert late.ask("POST", "/api/tables", name="d", house="california")
        monkeypatch.setattr(tables, "MAX_TABLES", 4)
        assert _refused(guest, 503, name="e", house="california") == "service/no_tables"


def test_a_line_of_the_list_is_made_again_only_when_its_table_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []

    def line(floor: Any, table_writer: Any) -> Any:
        made.append(table_writer.name)
        return table_line(floor, table_writer)

    with in_memory() as served:
        guest = served.guest()
        for name in ("a", "b"):
            guest.ask("POST", "/api/tables", name=name, house="hollywood-pa")
        monkeypatch.setattr(table_list, "table_line", line)
        first = guest.ask("GET", "/api/tables")
        made.clear()
        assert guest.ask("GET", "/api/tables") == first
        assert made == []
        sit = {"type": "Sit", "player": guest.name, "seat": 1, "chips": 5_000}
        guest.ask("POST", "/api/tables/b/orders", key="sit", command=sit)
        assert [row["seated"] for row in guest.ask("GET", "/api/tables")] == [0, 1]
        assert made == ["b"]
        guest.ask("POST", "/api/tables/a/close")
        assert [row["name"] for row in guest.ask("GET", "/api/tables")] == ["b"]


def test_a_tables_terms_survive_a_restart(tmp_path: Path) -> None:
    with on_disk(tmp_path / "house.db") as served:
        pat = served.staff("pat")
        pat.ask("POST", "/api/tables", name="mine", house="cardroom-25", timed=False, pace=7)
    served.store.close()
    with on_disk(tmp_path / "house.db") as served:
        floor = served.app.runner.floor
        assert (floor.tables.pace_of("mine").step, floor.tables.pace_of("mine").timed) == (7, False)
        assert ApiClient(served, pat.token, "pat").ask("POST", "/api/tables/mine/close")
    served.store.close()


def test_the_document_has_the_options() -> None:
    with in_memory() as served:
        schemas = served.client.get("/openapi.json").json()["components"]["schemas"]
    assert {"settings", "bots", "pace", "timed", "listed"} <= schemas["NewTable"][
        "properties"
    ].keys()
    assert json.dumps(schemas["FeedItem"]).count("approval_requested") == 1


def test_nobody_opens_more_tables_than_they_may_by_hurrying() -> None:
    """Requests that come at once are counted one after the other."""
    with in_memory() as served, ThreadPoolExecutor(8) as threads:
        pat = served.staff("pat")

        def opened(number: int) -> int:
            content = json.dumps({"name": f"t{number}", "house": "hollywood-pa"})
            headers = pat.headers
            return served.client.post("/api/tables", content=content, headers=headers).status_code

        assert sorted(threads.map(opened, range(8))) == [200, 200, *[422] * 6]
        assert len(served.app.runner.floor.tables) == 2


def test_a_tables_title_can_be_read() -> None:
    """No control character turns around what others see."""
    with in_memory() as served:
        mine: dict[str, Any] = {"name": "t1", "house": "cardroom-25"}
        for title in ("\u202eecnis", "a\x00b", "two\nlines"):
            assert _refused(served.staff("pat"), **mine, title=title) == "table/title"
