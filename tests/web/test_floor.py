"""The floor console: feed, pending approvals, tables, drop boxes and meters."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse

from tests.floor.evening import Evening
from tests.floor.stacked import stack
from tests.own_house import HEAD
from tests.web.cluster import Visitor, leased_store, serving, until
from tests.web.served_app import PATIENCE, STAFF, ApiClient, in_memory, play_round
from uth.floor.meters.reconciliation import reconcile, reconcile_all
from uth.ledger.audit.audit import audit
from uth.rulebook.store import load_house

OPEN: dict[str, Any] = {"name": "main", "house": "cardroom-25"}


def _kinds(caller: ApiClient) -> list[str]:
    return [news["kind"] for news in caller.ask("GET", "/api/feed")]


def test_surveillance_sees_what_the_floor_does() -> None:
    with in_memory() as served:
        flo, gus, sue, pat = (served.staff(name) for name in ("flo", "gus", "sue", "pat"))
        with served.client.websocket_connect("/ws/floor", headers=sue.headers) as socket:
            flo.ask("POST", "/api/tables", **OPEN)
            pat.sit("main", 1, 50_000)
            wagers = {"ante": 300, "blind": 300}
            pat.order("main", {"type": "Wager", "player": "pat", "wagers": wagers})
            limits = {
                "type": "SetLimits",
                "by": "flo",
                "minimum": 500,
                "maximum": 2_500,
                "keep": ["pat"],
            }
            flo.order("main", limits)
            flo.ask("POST", "/api/tables/main/count", counted=0, key="c")
            flo.ask("POST", "/api/cage/buy-in", player="pat", amount=700, key="b")
            flo.ask("POST", "/api/cage/cash-out", player="pat", amount=600, key="o")
            heard = [json.loads(socket.receive_text()) for _ in range(6)]
            assert [news["kind"] for news in heard] == [
                "opened",
                "limits",
                "grandfathered",
                "counted",
                "bought",
                "cashed",
            ]
            assert heard[4] == {
                "type": "floor",
                "kind": "bought",
                "table": "",
                "at": heard[4]["at"],
                "by": "flo",
                "player": "pat",
                "amount": 700,
            }
            assert heard[1] == {
                "type": "floor",
                "kind": "limits",
                "table": "main",
                "at": heard[1]["at"],
                "round": 1,
                "by": "flo",
                "minimum": 500,
                "maximum": 2_500,
            }
            play_round(pat, "main", 1)
            accounts = {"round": 1, "source": "house/table/main", "target": "player/pat"}
            body: dict[str, Any] = {**accounts, "amount": 5, "reason": "paid short", "key": "k"}
            number = flo.ask("POST", "/api/tables/main/corrections", **body)["number"]
            gus.ask("POST", f"/api/tables/main/corrections/{number}", amount=5, key="k")
            pat.order("main", {"type": "Leave", "player": "pat"})
            flo.ask("POST", "/api/tables/main/close")
            last = [kind for kind in _kinds(sue) if kind != "disconnected"][-3:]
            assert last == ["correction_requested", "corrected", "closed"]
            socket.send_text("is anybody there?")
        for name in ("pat", "adm"):
            caller = served.staff(name)
            caller.ask("GET", "/api/feed", 403)
            caller.ask("GET", "/api/floor", 403)
            caller.ask("GET", "/api/approvals", 403)
            caller.ask("GET", "/api/meters", 403)
            with pytest.raises(WebSocketDenialResponse):
                served.client.websocket_connect("/ws/floor", headers=caller.headers).__enter__()


def test_everybody_sees_until_when_an_empty_seat_is_held() -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", **OPEN)
        pat.sit("main", 5, 5_000)
        flo.order("main", {"type": "HoldSeat", "by": "flo", "player": "pat", "minutes": 9})
        assert flo.ask("GET", "/api/tables/main")["held"] == {}
        pat.order("main", {"type": "Leave", "player": "pat"})
        seen = flo.ask("GET", "/api/tables/main")
        with pat.socket("main") as socket:
            heard = pat.receive(socket)
        (answer,) = flo.ask("GET", "/api/floor")["tables"]
        until = answer["held"][0]["until"]
        assert heard["held"] == seen["held"] == {"5": until}
        assert 0 < until - seen["at"] <= 9 * 60_000


def test_payouts_wait_in_a_queue_until_they_are_approved() -> None:
    with in_memory() as served:
        flo, sue, pat = (served.staff(name) for name in ("flo", "sue", "pat"))
        flo.ask("POST", "/api/tables", **OPEN)
        pat.sit("main", 1, 100_000)
        table_writer = served.app.runner.floor.tables.writer("main")
        stack(table_writer, {1: "Ah Kh"}, "2c 3d", "Qh Jh Th 4s 6d")
        wagers = {"ante": 2_500, "blind": 2_500}
        pat.order("main", {"type": "Wager", "player": "pat", "wagers": wagers})
        pat.until("main", lambda view: view["phase"] == "preflop")
        pat.order("main", {"type": "Act", "player": "pat", "action": "4x"})
        (answer,) = sue.ask("GET", "/api/approvals")
        assert (answer["table"], answer["player"], answer["round"]) == ("main", "pat", 1)
        assert "approval_requested" in _kinds(sue)
        report = sue.ask("GET", "/api/floor")
        assert report["tables"][0]["approval"] == answer
        flo.order("main", {"type": "Approve", "by": "flo", "amount": answer["amount"]})
        assert "approved" in _kinds(sue)


def test_the_maker_of_a_practice_table_approves_there_and_it_is_marked() -> None:
    with in_memory() as served:
        flo, sue = served.staff("flo"), served.staff("sue")
        guest, other = served.guest(), served.guest()
        path = "/api/tables/own/practice-approval"
        flo.ask("POST", "/api/tables", **OPEN)
        guest.ask("POST", "/api/tables", name="own", house="cardroom-25", timed=False)
        guest.sit("own", 1, 100_000)
        stack(served.app.runner.floor.tables.writer("own"), {1: "Ah Kh"}, "2c 3d", "Qh Jh Th 4s 6d")
        wagers = {"ante": 2_500, "blind": 2_500}
        guest.order("own", {"type": "Wager", "player": guest.name, "wagers": wagers})
        guest.until("own", lambda view: view["phase"] == "preflop")
        guest.order("own", {"type": "Act", "player": guest.name, "action": "4x"})
        (pending,) = sue.ask("GET", "/api/approvals")
        body = {"amount": pending["amount"], "version": pending["version"], "key": "once"}
        assert other.ask("POST", path, 403, **body)["code"] == "role/only_own"
        house = flo.ask("POST", "/api/tables/main/practice-approval", 422, **body)
        assert house["code"] == "approval/no_practice"
        own = {"type": "Approve", "by": guest.name, "amount": pending["amount"]}
        assert guest.order("own", own, 403)["code"] == "role/not_allowed"
        first = guest.ask("POST", path, **body)
        assert guest.ask("POST", path, **body) == first
        assert sue.ask("GET", "/api/approvals") == []
        (played,) = guest.ask("GET", f"/api/hands?player={guest.name}")
        assert played["hand"]["floor"] == ["the practice floor"]
        assert not audit(served.store).findings


def test_an_approval_is_for_the_payout_that_was_seen() -> None:
    """Two supervisors who approve at once approve one payout, not the next of the same amount."""
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        settings = {**HEAD, "payouts": {"approval_above": "10"}}
        flo.ask("POST", "/api/tables", name="both", house="cardroom-25", settings=settings)
        pat.sit("both", 1, 100_000)
        stack(
            served.app.runner.floor.tables.writer("both"), {1: "Ah Ad"}, "2c 2d", "Qh Jh 8s 4s 6d"
        )
        wagers = {"ante": 2_500, "blind": 2_500}
        pat.order("both", {"type": "Wager", "player": "pat", "wagers": wagers})
        pat.until("both", lambda view: view["phase"] == "preflop")
        for action in ("check", "check", "1x"):
            pat.order("both", {"type": "Act", "player": "pat", "action": action})
        (first,) = flo.ask("GET", "/api/approvals")
        approve = {"type": "Approve", "by": "flo", "amount": 2_500}
        order = {"command": approve, "version": first["version"]}
        flo.ask("POST", "/api/tables/both/orders", key="one", **order)
        (second,) = flo.ask("GET", "/api/approvals")
        assert (first["wager"], second["wager"], second["amount"]) == ("ante", "play", 2_500)
        answer = flo.ask("POST", "/api/tables/both/orders", 409, key="two", **order)
        assert answer["code"] == "version/stale"
        assert flo.ask("GET", "/api/approvals") == [second]


def test_nobody_voids_a_round_in_which_they_forfeited() -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", name="own", house="hollywood-pa")
        for caller, seat in ((pat, 1), (flo, 2)):
            caller.sit("own", seat, 100_000)
        wagers = {"ante": 1_500, "blind": 1_500}
        for caller, name in ((pat, "pat"), (flo, "flo")):
            caller.order("own", {"type": "Wager", "player": name, "wagers": wagers})
        pat.until("own", lambda view: view["phase"] == "preflop")
        flo.order("own", {"type": "Leave", "player": "flo"})
        void = {"type": "VoidRound", "by": "flo", "reason": "exposed-card"}
        answer = flo.ask("POST", "/api/tables/own/orders", 403, key="void", command=void)
        assert answer["code"] == "role/own_matter"


def test_tables_of_the_same_terms_feed_one_meter() -> None:
    """Whatever their game or limits (PA-11, LW-12); other terms have their own meter."""
    on: dict[str, Any] = {"progressive": {"offered": True}}
    dear: dict[str, Any] = {"progressive": {"seed": "20000"}}
    opened: list[tuple[str, str, dict[str, Any]]] = [
        ("pa", "hollywood-pa", {}),
        ("pb", "hollywood-pa", {"limits": {"minimum": "25"}}),
        ("lw", "light-and-wonder", on),
        ("px", "hollywood-pa", dear),
        ("py", "hollywood-pa", dear),
    ]
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        for name, house, settings in opened:
            flo.ask("POST", "/api/tables", name=name, house=house, settings=settings)
        long = "a-table-of-ones-own-with-a-long-name-"
        for end in ("one", "two"):
            pat.ask("POST", "/api/tables", name=long + end, house="hollywood-pa")
        names = {row["name"]: row["meters"]["name"] for row in flo.ask("GET", "/api/tables")}
    assert names["pa"] == names["pb"] == names["lw"] == "link"
    assert names["px"] == names["py"] != "link"
    assert len(set(names.values())) == 4


def test_the_floor_at_a_glance() -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", name="bank", house="california-bad-beat", practice=True)
        flo.ask("POST", "/api/tables", name="link", house="hollywood-pa")
        flo.ask("POST", "/api/tables/bank/bots", count=3)
        flo.ask("POST", "/api/tables/link/bots", count=3)
        pat.sit("bank", 5, 300_000)
        pat.sit("link", 5, 300_000)
        play_round(pat, "bank", 5, 1_500)
        play_round(pat, "link", 5, 1_500)
        flo.ask("POST", "/api/tables", **OPEN)
        pat.sit("main", 5, 5_000)
        flo.order("main", {"type": "HoldSeat", "by": "flo", "player": "pat", "minutes": 9})
        report = flo.ask("GET", "/api/floor")
        bank, _, main = report["tables"]
        assert bank["summary"]["name"] == "bank"
        assert bank["drop"] + bank["fees"] > 0
        held = {"seat": 5, "player": "pat", "minutes": 9, "away": False, "until": 0}
        assert main["held"] == [held]
        drops = {row["house"]: row for row in report["drops"]}
        assert drops["california-bad-beat"]["amount"] == bank["drop"]
        assert drops["california-bad-beat"]["house_name"] == bank["summary"]["house_name"]
        assert drops["california-bad-beat"]["schedule"] == bank["schedule"]
        assert [meter["right"] for meter in report["meters"]] == [True]
        assert flo.ask("GET", "/api/meters")[0]["wagers"] > 0
        assert served.staff("aud").ask("GET", "/api/floor")["tables"]


def test_the_drop_box_of_a_closed_table_is_listed_and_counted() -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", name="bank", house="california-bad-beat", practice=True)
        flo.ask("POST", "/api/tables/bank/bots", count=3)
        pat.sit("bank", 5, 300_000)
        play_round(pat, "bank", 5, 1_500)
        pat.until("bank", lambda view: view["phase"] == "betting")
        left = flo.ask("POST", "/api/tables/bank/close")["drop"]
        report = flo.ask("GET", "/api/floor")
        (box,), (drops,) = report["closed_boxes"], report["drops"]
        assert (box["table"], box["house"], box["amount"]) == ("bank", "california-bad-beat", left)
        assert box["house_name"] == drops["house_name"] == load_house(box["house"]).name
        assert (drops["tables"], drops["amount"], drops["schedule"]) == (1, left, box["schedule"])
        counted = flo.ask("POST", "/api/tables/bank/count", counted=left - 1, key="c")
        assert (counted["expected"], counted["counted"]) == (left, left - 1)
        assert flo.ask("POST", "/api/tables/bank/count", counted=left - 1, key="c") == counted
        report = flo.ask("GET", "/api/floor")
        assert (report["closed_boxes"], report["drops"]) == ([], [])
        answer = flo.ask("POST", "/api/tables/never/count", 404, counted=0, key="n")
        assert answer["code"] == "table/none"


def test_the_floor_console_shows_no_cards() -> None:
    import re

    with in_memory() as served:
        callers = [served.staff(name) for name in STAFF]
        pat, flo = served.staff("pat"), served.staff("flo")
        flo.ask("POST", "/api/tables", name="main", house="hollywood-pa")
        flo.ask("POST", "/api/tables/main/bots", count=3)
        pat.sit("main", 5, 300_000)
        for _ in range(2):
            play_round(pat, "main", 5, 1_500)
            for caller in callers:
                for path in ("/api/feed", "/api/floor", "/api/approvals", "/api/meters"):
                    text = served.client.get(path, headers=caller.headers).text
                    assert not re.search(r'"[2-9TJQKA][cdhs]"', text)


@pytest.mark.slow
def test_the_feed_has_the_tables_of_all_nodes() -> None:
    store, _ = leased_store()
    with serving(store, "one", "two") as (one, two):
        pat = Visitor(one.url)
        pat.ask(one, "POST", "/api/tables", **OPEN)
        pat.sit(one, "main", 1, 50_000)
        with pat.socket(one, "main") as socket:
            socket.recv(timeout=PATIENCE)
        feeds = [node.app.runner.feed for node in (one, two)]
        until(lambda: all("disconnected" in [news.kind for news in feed.recent] for feed in feeds))
        for feed in feeds:
            assert [news.kind for news in feed.recent] == ["opened", "disconnected"]


def test_a_meter_is_its_contributions_less_its_awards() -> None:
    evening = Evening(61, "hollywood-pa")
    evening.go(rounds=12)
    with evening.store.reading() as reader:
        (report,) = reconcile_all(reader)
        assert report == reconcile(reader, report.name)
    assert report.right
    assert report.wagers > 5
    for meter in (report.main, report.mystery):
        assert meter.state == meter.expected
        meter.contributed += 1
        assert not meter.right, "a cent too much would be seen"


def test_the_floor_switches_shufflers_where_there_are_two() -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", **OPEN)
        flo.ask("POST", "/api/tables", name="pa", house="hollywood-pa")
        switch = {"type": "SwitchShuffler", "by": "flo", "shuffler": "back-up"}
        flo.order("main", switch)
        (table,) = [
            line
            for line in flo.ask("GET", "/api/floor")["tables"]
            if line["summary"]["name"] == "main"
        ]
        assert (table["shuffler"], table["back_up"]) == ("back-up", True)
        news = flo.ask("GET", "/api/feed")[-1]
        assert (news["kind"], news["shuffler"], news["by"]) == ("shuffler", "back-up", "flo")
        assert flo.order("pa", switch, status=422)["code"] == "shuffler/only_one"
        assert pat.order("main", {**switch, "by": "pat"}, status=403)["code"] == "role/not_allowed"


def test_a_simulated_game_plays_on_the_meter() -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        path = "/api/meters/link/games/three-card-poker/rounds"
        missing = flo.ask("POST", path, status=409, seats=2, rounds=3, key="a")
        assert missing["code"] == "journal/no_meter"
        flo.ask("POST", "/api/tables", name="pa", house="hollywood-pa")
        played = flo.ask("POST", path, seats=2, rounds=3, key="k")
        assert [len(one["seats"]) for one in played["rounds"]] == [2, 2, 2]
        assert flo.ask("POST", path, seats=2, rounds=3, key="k") == played
        (meter,) = flo.ask("GET", "/api/meters")
        assert (meter["right"], meter["wagers"]) == (True, 6)
        assert [source["name"] for source in meter["sources"]] == ["game/three-card-poker"]
        assert pat.ask("POST", path, status=403, seats=1, rounds=1, key="x")
        other = path.replace("three-card-poker", "baccarat")
        assert (
            flo.ask("POST", other, status=404, seats=1, rounds=1, key="y")["code"] == "game/unknown"
        )
