"""A request to every route of the API, with the action that it needs and for whom."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from uth.floor.people.actions import BY_COMMAND, Action
from uth.floor.tables.orders import MixSeed
from uth.table import commands as c

Whose = Literal["own", "other", "nobody"]


class ApiRequest(NamedTuple):
    """A request; `{me}` and `{other}` stand for names, `{key}` for a fresh key."""

    method: str
    path: str
    action: Action | None
    whose: Whose = "nobody"
    body: dict[str, Any] | None = None
    route: str = ""
    open: bool = False
    """Whether it works without a session."""


HAND = "/api/tables/{table}/rounds/{round}"
MONEY = {"player": "{other}", "amount": 100, "key": "{key}"}
CORRECTION = {
    "round": 1,
    "source": "house/table/theirs",
    "target": "player/{other}",
    "amount": 1,
    "reason": "paid short",
    "key": "{key}",
}
OWN_MONEY = {**MONEY, "player": "{me}"}
OWN_CORRECTION = {**CORRECTION, "target": "player/{me}"}
TABLE = "/api/tables/{table}"
NOWHERE = {"house": "nowhere"}
"""A design that is read only if its sender may use the designer."""

REQUESTS = (
    ApiRequest("GET", "/api/me", None),
    ApiRequest("GET", "/api/session", None, open=True),
    ApiRequest("GET", "/api/tables", None, open=True),
    ApiRequest("GET", "/api/houses", None, open=True),
    ApiRequest(
        "GET", "/api/houses/california/rules", None, route="/api/houses/{house}/rules", open=True
    ),
    ApiRequest("GET", "/api/clauses", None, open=True),
    ApiRequest("GET", "/api/clauses/CA-1.1", None, route="/api/clauses/{clause}", open=True),
    ApiRequest(
        "GET", "/api/tables/theirs/rules", Action.TABLE_WATCH, "own", route=f"{TABLE}/rules"
    ),
    ApiRequest(
        "GET", "/api/tables/theirs/cloth", Action.TABLE_WATCH, "own", route=f"{TABLE}/cloth"
    ),
    ApiRequest(
        "POST",
        "/api/tables/theirs/try",
        Action.WAGER_PLACE,
        "own",
        {"command": {"type": "Wager", "player": "{me}", "wagers": {}}},
        f"{TABLE}/try",
    ),
    ApiRequest("POST", "/api/solve", Action.SOLVER_USE, body=NOWHERE),
    ApiRequest("POST", "/api/solve/edge", Action.SOLVER_USE, body=NOWHERE),
    ApiRequest("POST", "/api/designer/form", Action.SOLVER_USE, body=NOWHERE),
    ApiRequest("POST", "/api/designer/check", Action.SOLVER_USE, body=NOWHERE),
    ApiRequest(
        "POST", "/api/designer/par", Action.SOLVER_USE, body={"design": NOWHERE, "form": "json"}
    ),
    ApiRequest("GET", "/api/tables/theirs/advice", Action.COACH_ASK, route=f"{TABLE}/advice"),
    ApiRequest(
        "GET",
        "/api/tables/theirs/starting-hands",
        Action.COACH_ASK,
        route=f"{TABLE}/starting-hands",
    ),
    ApiRequest("GET", "/api/me/sheet", Action.COACH_ASK),
    ApiRequest("GET", "/api/floor", Action.DROP_SEE),
    ApiRequest("GET", "/api/approvals", Action.APPROVALS_SEE),
    ApiRequest("GET", "/api/feed", Action.FEED_SEE),
    ApiRequest("GET", "/api/meters", Action.METERS_RECONCILE),
    ApiRequest("GET", "/api/tables/theirs/rounds/1", Action.HANDS_RECALL, "other", route=HAND),
    ApiRequest(
        "GET",
        "/api/hands/export?player={me}",
        Action.HANDS_EXPORT,
        "own",
        route="/api/hands/export",
    ),
    ApiRequest(
        "GET",
        "/api/hands/export?player={other}",
        Action.HANDS_EXPORT,
        "other",
        route="/api/hands/export",
    ),
    ApiRequest("GET", "/api/hands/export", Action.HANDS_EXPORT, route="/api/hands/export"),
    ApiRequest("GET", "/api/tables/theirs", Action.TABLE_WATCH, "own", route=TABLE),
    ApiRequest(
        "POST",
        "/api/me/play-money",
        Action.PLAY_MONEY_TAKE,
        "own",
        {"amount": 100, "key": "{key}"},
    ),
    ApiRequest("GET", "/api/me/limits", None),
    ApiRequest("POST", "/api/me/limits", Action.OWN_LIMITS_SET, "own", {"loss": 10**6}),
    ApiRequest(
        "GET",
        "/api/players/{me}/statement",
        Action.STATEMENT_SEE,
        "own",
        route="/api/players/{player}/statement",
    ),
    ApiRequest(
        "GET",
        "/api/players/{other}/statement",
        Action.STATEMENT_SEE,
        "other",
        route="/api/players/{player}/statement",
    ),
    ApiRequest(
        "GET",
        "/api/players/{me}/banker",
        Action.STATEMENT_SEE,
        "own",
        route="/api/players/{player}/banker",
    ),
    ApiRequest(
        "GET",
        "/api/players/{other}/banker",
        Action.STATEMENT_SEE,
        "other",
        route="/api/players/{player}/banker",
    ),
    ApiRequest("GET", "/api/me/day", None),
    ApiRequest("POST", "/api/me/password", Action.PASSWORD_CHANGE, "own", {"old": "-", "new": "-"}),
    ApiRequest("GET", "/api/users", Action.USERS_SEE),
    ApiRequest("POST", "/api/users/change", Action.USERS_CHANGE, "other", {"name": "{other}"}),
    ApiRequest("POST", "/api/users/change", Action.USERS_CHANGE, "own", {"name": "{me}"}),
    ApiRequest("POST", "/api/users/unlock", Action.USERS_UNLOCK, "other", {"name": "{other}"}),
    ApiRequest("POST", "/api/users/unlock", Action.USERS_UNLOCK, "own", {"name": "{me}"}),
    ApiRequest("POST", "/api/users/sign-out", Action.SESSIONS_END, "other", {"name": "nobody"}),
    ApiRequest("POST", "/api/users/sign-out", Action.SESSIONS_END, "own", {"name": "{me}"}),
    ApiRequest("GET", "/api/service", Action.SERVICE_WATCH),
    ApiRequest("POST", "/api/service/door", Action.SERVICE_DRAIN, body={"open": True}),
    ApiRequest("GET", "/api/backup", Action.STORE_BACKUP),
    ApiRequest("POST", "/api/cage/buy-in", Action.CAGE_BUY_IN, "other", MONEY),
    ApiRequest("POST", "/api/cage/buy-in", Action.CAGE_BUY_IN, "own", OWN_MONEY),
    ApiRequest("POST", "/api/cage/cash-out", Action.CAGE_CASH_OUT, "other", MONEY),
    ApiRequest("POST", "/api/cage/cash-out", Action.CAGE_CASH_OUT, "own", OWN_MONEY),
    ApiRequest(
        "POST",
        "/api/tables/theirs/count",
        Action.DROP_COUNT,
        body={"counted": 0, "key": "{key}"},
        route=f"{TABLE}/count",
    ),
    ApiRequest(
        "GET",
        "/api/tables/theirs/corrections",
        Action.CORRECTION_SEE,
        route=f"{TABLE}/corrections",
    ),
    ApiRequest("GET", "/api/corrections", Action.CORRECTION_SEE),
    ApiRequest(
        "POST",
        "/api/tables/theirs/corrections",
        Action.CORRECTION_PROPOSE,
        "other",
        CORRECTION,
        f"{TABLE}/corrections",
    ),
    ApiRequest(
        "POST",
        "/api/tables/theirs/corrections",
        Action.CORRECTION_PROPOSE,
        "own",
        OWN_CORRECTION,
        f"{TABLE}/corrections",
    ),
    ApiRequest(
        "POST",
        "/api/tables/theirs/corrections/999",
        Action.CORRECTION_APPROVE,
        "other",
        {"amount": 1, "key": "{key}"},
        f"{TABLE}/corrections/{{number}}",
    ),
    ApiRequest(
        "POST",
        "/api/tables/theirs/corrections/999/withdraw",
        Action.CORRECTION_WITHDRAW,
        "other",
        {"key": "{key}"},
        f"{TABLE}/corrections/{{number}}/withdraw",
    ),
    ApiRequest("GET", "/api/shift", Action.SHIFT_REPORT),
    ApiRequest("GET", "/api/hands?player={me}", Action.HANDS_RECALL, "own", route="/api/hands"),
    ApiRequest(
        "GET", "/api/hands?player={other}", Action.HANDS_RECALL, "other", route="/api/hands"
    ),
    ApiRequest("GET", "/api/hands", Action.HANDS_RECALL, route="/api/hands"),
    ApiRequest(
        "GET",
        "/api/tables/theirs/rounds/1/notation",
        Action.HANDS_EXPORT,
        "other",
        route=f"{HAND}/notation",
    ),
    ApiRequest(
        "GET",
        "/api/tables/theirs/rounds/1/receipt",
        Action.RECEIPT_SEE,
        "other",
        route=f"{HAND}/receipt",
        open=True,
    ),
    ApiRequest(
        "GET",
        "/api/tables/theirs/rounds/1/mysteries",
        Action.RECEIPT_SEE,
        "other",
        route=f"{HAND}/mysteries",
        open=True,
    ),
    ApiRequest("POST", "/api/audit", Action.LEDGER_AUDIT),
    ApiRequest(
        "POST",
        "/api/tables/theirs/bots",
        Action.BOTS_SEAT,
        "other",
        {"count": 1},
        f"{TABLE}/bots",
    ),
    ApiRequest(
        "DELETE", "/api/tables/theirs/bots", Action.BOTS_SEAT, "other", route=f"{TABLE}/bots"
    ),
    ApiRequest(
        "POST", "/api/tables/theirs/line", Action.TABLE_SIT, "own", {"chips": 9}, f"{TABLE}/line"
    ),
    ApiRequest(
        "DELETE", "/api/tables/theirs/line", Action.TABLE_LEAVE, "own", route=f"{TABLE}/line"
    ),
    ApiRequest(
        "POST", "/api/tables/theirs/close", Action.TABLE_CLOSE, "other", {}, route=f"{TABLE}/close"
    ),
    ApiRequest(
        "POST",
        "/api/tables/mine/close",
        Action.TABLE_COUNT,
        body={"tray": 1},
        route=f"{TABLE}/close",
    ),
    ApiRequest("POST", "/api/sign-out", None),
)

TESTED_ELSEWHERE = {
    ("POST", "/api/guest"),
    ("POST", "/api/sign-in"),
    ("POST", "/api/users"),
    ("POST", "/api/tables"),
    ("POST", f"{TABLE}/orders"),
}
"""Routes that are open to everybody or depend on the body: each has its own test."""

COMMANDS: dict[type[c.Command], dict[str, Any]] = {
    c.Sit: {"seat": 2, "chips": 100},
    c.Join: {"chips": 100},
    c.AddChips: {"chips": 100},
    c.Leave: {},
    c.Wager: {"wagers": {}},
    c.BackSeat: {"seat": 1, "wagers": {}},
    c.TakeBank: {"amount": 100},
    c.DeclineBank: {},
    c.Act: {"action": "check"},
    MixSeed: {"seed": "lucky"},
    c.Approve: {"amount": 1},
    c.SetLimits: {"minimum": 1, "maximum": 2},
    c.HoldSeat: {"player": "nobody", "minutes": 1},
    c.ReleaseSeat: {"seat": 1},
    c.VoidRound: {"reason": "a misdeal"},
}
BY_FLOOR = (c.Approve, c.SetLimits, c.HoldSeat, c.ReleaseSeat, c.VoidRound)


def action_of(kind: type[c.Command]) -> Action:
    return Action.SEED_MIX if kind is MixSeed else BY_COMMAND[kind]
