"""A round at the sixth house over HTTP, on a copy of the program that has it; prints answers."""

from __future__ import annotations

import json
from typing import Any

from tests.floor.stacked import stack
from tests.web.served_app import ApiClient, in_memory

HOUSE, WAGER = "hole-card-club", "hole_card_bonus"
STAKES = {"ante": 500, "blind": 500, WAGER: 100}


def play() -> dict[str, Any]:
    with in_memory() as served:
        pat = served.guest()
        pat.ask("POST", "/api/tables", name="main", house=HOUSE, timed=False)
        pat.sit("main", 1, 100_000)
        table_writer = served.app.runner.floor.tables.writer("main")
        stack(table_writer, {1: "Ah Ad"}, "Ac As", "2c 7d 9s Js Td")
        answers: dict[str, Any] = {
            "houses": pat.ask("GET", "/api/houses"),
            "rules": pat.ask("GET", f"/api/houses/{HOUSE}/rules"),
            "cloth": pat.ask("GET", "/api/tables/main/cloth"),
            "refused": _try(pat, {**STAKES, WAGER: 99}),
            "other": _try(pat, {**STAKES, "bad_beat": 500}),
            "accepted": _try(pat, STAKES),
        }
        pat.order("main", {"type": "Wager", "player": pat.name, "wagers": STAKES})
        for street in ("preflop", "flop", "river"):
            _reach(pat, street)
            if street != "preflop":
                answers[f"advice on the {street}"] = pat.ask("GET", "/api/tables/main/advice")
            action = "1x" if street == "river" else "check"
            pat.order("main", {"type": "Act", "player": pat.name, "action": action})
        pat.until("main", lambda view: view["round"] == 2)
        answers["solved"] = pat.ask("POST", "/api/solve", house=HOUSE)
        answers["replay"] = pat.ask("GET", "/api/tables/main/rounds/1")
        answers["notation"] = pat.ask("GET", "/api/tables/main/rounds/1/notation")
        answers["statement"] = pat.ask("GET", f"/api/players/{pat.name}/statement")
        answers["form"] = pat.ask("POST", "/api/designer/form", house=HOUSE)
        answers["audit"] = served.staff("aud").ask("POST", "/api/audit")
    return answers


def _reach(pat: ApiClient, street: str) -> None:
    pat.until("main", lambda view: bool(view["phase"] == street))


def _try(pat: ApiClient, wagers: dict[str, int]) -> Any:
    command = {"type": "Wager", "player": pat.name, "wagers": wagers}
    return pat.ask("POST", "/api/tables/main/try", command=command)["refusal"]


if __name__ == "__main__":
    print(json.dumps(play()))
