"""A request to every route of the API, with the action that it needs and for whom."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from uth.floor.people.permissions import BY_COMMAND, Permission
from uth.floor.tables.orders import MixSeed
from uth.table import commands as c

Whose = Literal["own", "other", "nobody"]


class ApiRequest(NamedTuple):
    """A request; `{me}` and `{other}` stand for names, `{key}` for a fresh key."""

    method: str
    path: str
    action: Permission | None
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
    ApiRequest(
        "GET",
        "/api/houses/california/options",
        None,
        route="/api/houses/{house}/options",
        open=True,
    ),
    ApiRequest("GET", "/api/clauses", None, open=True),
    ApiRequest("GET", "/api/mathematics", None, open=True),
    ApiRequest("GET", "/api/clauses/CA-1.1", None, route="/api/clauses/{clause}", open=True),
    ApiRequest(
        "GET", "/api/tables/theirs/rules", Permission.TABLE_WATCH, "own", route=f"{TABLE}/rules"
    ),
    ApiRequest(
        "GET", "/api/tables/theirs/cloth", Permission.TABLE_WATCH, "own", route=f"{TABLE}/cloth"
    ),
    ApiRequest(
        "GET", "/api/tables/theirs/options", Permission.TABLE_WATCH, "own", route=f"{TABLE}/options"
    ),
    ApiRequest(
        "POST",
        "/api/tables/theirs/try",
        Permission.WAGER_PLACE,
        "own",
        {"command": {"type": "Wager", "player": "{me}", "wagers": {}}},
        f"{TABLE}/try",
    ),
    ApiRequest(
        "POST",
        "/api/tables/theirs/practice-approval",
        Permission.PRACTICE_APPROVE,
        "other",
        {"amount": 100, "key": "{key}"},
        f"{TABLE}/practice-approval",
    ),
    ApiRequest("POST", "/api/simulate", Permission.SOLVER_USE, body=NOWHERE),
    ApiRequest("POST", "/api/solve", Permission.SOLVER_USE, body=NOWHERE),
    ApiRequest("POST", "/api/solve/edge", Permission.SOLVER_USE, body=NOWHERE),
    ApiRequest("POST", "/api/designer/form", Permission.SOLVER_USE, body=NOWHERE),
    ApiRequest("POST", "/api/designer/check", Permission.SOLVER_USE, body=NOWHERE),
    ApiRequest(
        "POST", "/api/designer/par", Permission.SOLVER_USE, body={"design": NOWHERE, "form": "json"}
    ),
    ApiRequest("GET", "/api/tables/theirs/advice", Permission.COACH_ASK, route=f"{TABLE}/advice"),
    ApiRequest(
        "GET",
        "/api/tables/theirs/starting-hands",
        Permission.COACH_ASK,
        route=f"{TABLE}/starting-hands",
    ),
    ApiRequest(
        "GET", "/api/practice/nowhere", Permission.SOLVER_USE, route="/api/practice/{house}"
    ),
    ApiRequest("GET", "/api/dealing/nowhere", Permission.SOLVER_USE, route="/api/dealing/{house}"),
    ApiRequest("GET", "/api/me/sheet", Permission.COACH_ASK),
    ApiRequest("GET", "/api/floor", Permission.DROP_SEE),
    ApiRequest("GET", "/api/approvals", Permission.APPROVALS_SEE),
    ApiRequest("GET", "/api/feed", Permission.FEED_SEE),
    ApiRequest("GET", "/api/meters", Permission.METERS_RECONCILE),
    ApiRequest(
        "POST",
        "/api/meters/link/games/three-card-poker/rounds",
        Permission.GAME_SIMULATE,
        body={"seats": 1, "rounds": 1, "key": "{key}"},
        route="/api/meters/{meter}/games/{game}/rounds",
    ),
    ApiRequest("GET", "/api/tables/theirs/rounds/1", Permission.HANDS_RECALL, "other", route=HAND),
    ApiRequest(
        "GET",
        "/api/hands/export?player={me}",
        Permission.HANDS_EXPORT,
        "own",
        route="/api/hands/export",
    ),
    ApiRequest(
        "GET",
        "/api/hands/export?player={other}",
        Permission.HANDS_EXPORT,
        "other",
        route="/api/hands/export",
    ),
    ApiRequest("GET", "/api/hands/export", Permission.HANDS_EXPORT, route="/api/hands/export"),
    ApiRequest("GET", "/api/tables/theirs", Permission.TABLE_WATCH, "own", route=TABLE),
    ApiRequest(
        "POST",
        "/api/me/play-money",
        Permission.PLAY_MONEY_TAKE,
        "own",
        {"amount": 100, "key": "{key}"},
    ),
    ApiRequest("POST", "/api/me/name", Permission.NAME_CHOOSE, "own", {"name": "a/b"}),
    ApiRequest("POST", "/api/names", None, body={"people": ["{me}"]}, open=True),
    ApiRequest("GET", "/api/me/seats", None),
    ApiRequest("GET", "/api/me/limits", None),
    ApiRequest("POST", "/api/me/limits", Permission.OWN_LIMITS_SET, "own", {"loss": 10**6}),
    ApiRequest(
        "GET",
        "/api/players/{me}/statement",
        Permission.STATEMENT_SEE,
        "own",
        route="/api/players/{player}/statement",
    ),
    ApiRequest(
        "GET",
        "/api/players/{other}/statement",
        Permission.STATEMENT_SEE,
        "other",
        route="/api/players/{player}/statement",
    ),
    ApiRequest(
        "GET",
        "/api/players/{me}/banker",
        Permission.STATEMENT_SEE,
        "own",
        route="/api/players/{player}/banker",
    ),
    ApiRequest(
        "GET",
        "/api/players/{other}/banker",
        Permission.STATEMENT_SEE,
        "other",
        route="/api/players/{player}/banker",
    ),
    ApiRequest("GET", "/api/me/day", None),
    ApiRequest(
        "POST", "/api/me/password", Permission.PASSWORD_CHANGE, "own", {"old": "-", "new": "-"}
    ),
    ApiRequest("GET", "/api/users", Permission.USERS_SEE),
    ApiRequest("POST", "/api/users/change", Permission.USERS_CHANGE, "other", {"name": "{other}"}),
    ApiRequest("POST", "/api/users/change", Permission.USERS_CHANGE, "own", {"name": "{me}"}),
    ApiRequest("POST", "/api/users/unlock", Permission.USERS_UNLOCK, "other", {"name": "{other}"}),
    ApiRequest("POST", "/api/users/unlock", Permission.USERS_UNLOCK, "own", {"name": "{me}"}),
    ApiRequest("POST", "/api/users/sign-out", Permission.SESSIONS_END, "other", {"name": "nobody"}),
    ApiRequest("POST", "/api/users/sign-out", Permission.SESSIONS_END, "own", {"name": "{me}"}),
    ApiRequest("GET", "/api/service", Permission.SERVICE_WATCH),
    ApiRequest("POST", "/api/service/door", Permission.SERVICE_DRAIN, body={"open": True}),
    ApiRequest("GET", "/api/backup", Permission.STORE_BACKUP),
    ApiRequest("POST", "/api/cage/buy-in", Permission.CAGE_BUY_IN, "other", MONEY),
    ApiRequest("POST", "/api/cage/buy-in", Permission.CAGE_BUY_IN, "own", OWN_MONEY),
    ApiRequest("POST", "/api/cage/cash-out", Permission.CAGE_CASH_OUT, "other", MONEY),
    ApiRequest("POST", "/api/cage/cash-out", Permission.CAGE_CASH_OUT, "own", OWN_MONEY),
    ApiRequest(
        "POST",
        "/api/tables/theirs/count",
        Permission.DROP_COUNT,
        body={"counted": 0, "key": "{key}"},
        route=f"{TABLE}/count",
    ),
    ApiRequest(
        "GET",
        "/api/tables/theirs/corrections",
        Permission.CORRECTION_SEE,
        route=f"{TABLE}/corrections",
    ),
    ApiRequest("GET", "/api/corrections", Permission.CORRECTION_SEE),
    ApiRequest(
        "POST",
        "/api/tables/theirs/corrections",
        Permission.CORRECTION_PROPOSE,
        "other",
        CORRECTION,
        f"{TABLE}/corrections",
    ),
    ApiRequest(
        "POST",
        "/api/tables/theirs/corrections",
        Permission.CORRECTION_PROPOSE,
        "own",
        OWN_CORRECTION,
        f"{TABLE}/corrections",
    ),
    ApiRequest(
        "POST",
        "/api/tables/theirs/corrections/999",
        Permission.CORRECTION_APPROVE,
        "other",
        {"amount": 1, "key": "{key}"},
        f"{TABLE}/corrections/{{number}}",
    ),
    ApiRequest(
        "POST",
        "/api/tables/theirs/corrections/999/withdraw",
        Permission.CORRECTION_WITHDRAW,
        "other",
        {"key": "{key}"},
        f"{TABLE}/corrections/{{number}}/withdraw",
    ),
    ApiRequest("GET", "/api/shift", Permission.SHIFT_REPORT),
    ApiRequest("GET", "/api/hands?player={me}", Permission.HANDS_RECALL, "own", route="/api/hands"),
    ApiRequest(
        "GET", "/api/hands?player={other}", Permission.HANDS_RECALL, "other", route="/api/hands"
    ),
    ApiRequest("GET", "/api/hands", Permission.HANDS_RECALL, route="/api/hands"),
    ApiRequest(
        "GET",
        "/api/tables/theirs/rounds/1/notation",
        Permission.HANDS_EXPORT,
        "other",
        route=f"{HAND}/notation",
    ),
    ApiRequest(
        "GET",
        "/api/tables/theirs/rounds/1/receipt",
        None,
        "other",
        route=f"{HAND}/receipt",
        open=True,
    ),
    ApiRequest(
        "GET",
        "/api/tables/theirs/rounds/1/mysteries",
        None,
        "other",
        route=f"{HAND}/mysteries",
        open=True,
    ),
    ApiRequest("POST", "/api/audit", Permission.LEDGER_AUDIT),
    ApiRequest(
        "POST",
        "/api/tables/theirs/bots",
        Permission.BOTS_SEAT,
        "other",
        {"count": 1},
        f"{TABLE}/bots",
    ),
    ApiRequest(
        "DELETE", "/api/tables/theirs/bots", Permission.BOTS_SEAT, "other", route=f"{TABLE}/bots"
    ),
    ApiRequest(
        "POST",
        "/api/tables/theirs/line",
        Permission.TABLE_SIT,
        "own",
        {"chips": 9},
        f"{TABLE}/line",
    ),
    ApiRequest(
        "DELETE", "/api/tables/theirs/line", Permission.TABLE_LEAVE, "own", route=f"{TABLE}/line"
    ),
    ApiRequest(
        "POST",
        "/api/tables/theirs/close",
        Permission.TABLE_CLOSE,
        "other",
        {},
        route=f"{TABLE}/close",
    ),
    ApiRequest(
        "POST",
        "/api/tables/mine/close",
        Permission.TABLE_COUNT,
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
    c.VoidRound: {"reason": "exposed-card"},
    c.ConfirmVoid: {},
    c.WithdrawVoid: {},
    c.PostMaximum: {"maximum": 100_000},
    c.WithdrawMaximum: {},
    c.SwitchShuffler: {"shuffler": "back-up"},
}
BY_FLOOR = (
    c.Approve,
    c.SetLimits,
    c.HoldSeat,
    c.ReleaseSeat,
    c.VoidRound,
    c.ConfirmVoid,
    c.WithdrawVoid,
    c.PostMaximum,
    c.WithdrawMaximum,
    c.SwitchShuffler,
)


def permission_of(kind: type[c.Command]) -> Permission:
    return Permission.SEED_MIX if kind is MixSeed else BY_COMMAND[kind]
