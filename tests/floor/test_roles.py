"""The matrix, cell by cell, against a table written by hand; and the rules above it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

import uth
from uth.core.refusal import Refusal
from uth.floor.people.permissions import BY_COMMAND, Permission
from uth.floor.people.roles import (
    NEVER_OWN,
    ONLY_OWN,
    Matrix,
    Person,
    Role,
    Scope,
    matrix,
    permission_of,
    read_matrix,
)
from uth.table import commands as c

DEALERS = {
    c.Disconnect,
    c.Reconnect,
    c.OfferBank,
    c.CloseBets,
    c.Deal,
    c.TimeOut,
    c.AwardJackpots,
    c.PayMystery,
    c.VoidRestored,
}
"""Commands that the floor sends itself and accepts from nobody."""

EXPECTED = """
table.watch         a a a a a a a
table.sit           o o o o - - -
table.join          o o o o - - -
table.leave         o o o o o o o
chips.add           o o o o - - -
wager.place         o o o o - - -
wager.back          o o o o - - -
hand.act            o o o o - - -
bank.take           o o o o - - -
bank.decline        o o o o - - -
seed.mix            o o o o - - -
coach.ask           a a a a a a a
solver.use          a a a a a a a
name.choose         o - - - - - -
play_money.take     o o o o - - -
statement.see       o o a a a a -
own_limits.set      o o o o - - -
password.change     - o o o o o a
sessions.end        o o o o o o a
table.make          o o o o - - -
table.open          - - a a - - -
table.close         o o a a - - -
table.count         - - a a - - -
bots.seat           o o a a - - -
practice.approve    o o o o - - -
limits.change       - - a a - - -
shuffler.switch     - - a a - - -
seat.hold           - - a a - - -
seat.release        - - a a - - -
approvals.see       - - a a a a -
payout.approve      - - - x - - -
round.void          - - - x - - -
maximum.post        - - - a - - -
cage.buy_in         - - x x - - -
cage.cash_out       - - x x - - -
drop.count          - - a a - - -
drop.see            - - a a a a -
shift.report        - - a a a a -
correction.see      - - a a a a a
correction.propose  - - x x - - -
correction.approve  - - x x - - x
correction.withdraw - - x x - - x
feed.see            - - a a a a -
hands.recall        o o a a a a -
hands.export        o o o o - a -
meters.reconcile    - - a a a a -
game.simulate       - - a a - - -
ledger.audit        - - - - - a a
users.see           - - - - - a a
users.create        - - - - - - a
users.change        - - - - - - x
users.unlock        - - - - - - x
store.backup        - - - - - - a
service.watch       - - - - - - a
service.drain       - - - - - - a
"""
"""The roles in their order: - no, o own, a any, x others."""

ROLES = ("guest", "player", "floor", "supervisor", "surveillance", "auditor", "administrator")
SIGNS = {"-": Scope.NO, "o": Scope.OWN, "a": Scope.ANY, "x": Scope.OTHERS}
CELLS = [
    (role, row.split()[0], sign)
    for row in EXPECTED.strip().splitlines()
    for role, sign in zip(ROLES, row.split()[1:], strict=True)
]


def test_the_expected_table_is_complete() -> None:
    assert [action for _, action, _ in CELLS[:: len(ROLES)]] == [
        action.value for action in Permission
    ]
    assert tuple(role.value for role in Role) == ROLES


def test_every_permission_is_asked_for_somewhere() -> None:
    """One that no command needs and no code requires would promise what nothing checks."""
    package = Path(uth.__file__).parent
    sources = [path for path in package.rglob("*.py") if path.parent.name != "people"]
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    required = {name for name in Permission.__members__ if f"Permission.{name}" in code}
    assert required | {one.name for one in BY_COMMAND.values()} == {*Permission.__members__}


@pytest.mark.parametrize(("role", "action", "sign"), CELLS)
def test_a_cell(role: str, action: str, sign: str) -> None:
    """The scope, and its effect: for oneself, for another person, and for both."""
    permissions, person, deed = matrix(), Person("anna", Role(role)), Permission(action)
    assert permissions.scope(person.role, deed) is SIGNS[sign]

    def may(*concerned: str) -> bool:
        return permissions.why_not(person, deed, concerned) is None

    assert may("anna") == (sign in "oa")
    assert may("bert") == (sign in "ax")
    assert may("bert", "anna") == (sign == "a")
    if sign == "x":
        with pytest.raises(ValueError, match="needs to know whom it concerns"):
            may()
    else:
        assert may() == (sign == "a")


@pytest.mark.parametrize(
    ("role", "action", "concerned", "sentence"),
    [
        ("guest", "limits.change", (), "role/not_allowed: a guest may not change a table's limits"),
        (
            "floor",
            "hand.act",
            ("bert",),
            "role/only_own: a floor person may play a hand only in their",
        ),
        (
            "supervisor",
            "payout.approve",
            ("anna",),
            "role/own_matter: nobody may approve a payout in a",
        ),
        (
            "floor",
            "payout.approve",
            ("bert",),
            "role/not_allowed: a floor person may not approve a payout",
        ),
        ("auditor", "table.sit", ("anna",), "role/not_allowed: an auditor may not take a seat"),
    ],
)
def test_a_refusal_says_what_and_why(
    role: str, action: str, concerned: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(Refusal) as error:
        matrix().require(Person("anna", Role(role)), Permission(action), concerned)
    assert str(error.value).startswith(sentence)
    assert str(error.value).endswith(f"({action})")


@pytest.mark.clause("CR-12", "Q-21")
@pytest.mark.parametrize("action", [Permission.PAYOUT_APPROVE, Permission.ROUND_VOID])
def test_cr_12_a_supervisor_decides_and_no_other_floor_person(action: Permission) -> None:
    allowed = {
        role for role in Role if matrix().why_not(Person("anna", role), action, ["b"]) is None
    }
    assert allowed == {Role.SUPERVISOR}


def test_what_is_allowed_passes() -> None:
    matrix().require(Person("anna", Role.SUPERVISOR), Permission.PAYOUT_APPROVE, ["bert"])


def test_every_command_is_somebody_s() -> None:
    kinds = {
        kind
        for name, kind in vars(c).items()
        if isinstance(kind, type) and issubclass(kind, c.Command) and kind is not c.Command
        if not name.startswith("_")
    }
    assert BY_COMMAND.keys() | DEALERS == kinds
    assert not BY_COMMAND.keys() & DEALERS


def test_nobody_may_send_the_dealer_s_commands() -> None:
    assert permission_of(c.Act("anna", "check")) is Permission.HAND_ACT
    assert permission_of(c.VoidRound("anna", "exposed-card")) is Permission.ROUND_VOID
    for command in (c.Deal(()), c.CloseBets(), c.PayMystery(1, 5), c.AwardJackpots(())):
        with pytest.raises(Refusal, match=r"^role/dealer: "):
            permission_of(command)


def test_nobody_who_watches_or_checks_has_money_in_play() -> None:
    """Surveillance, auditors and administrators never stake; but all may take back what they have.

    One may have sat down before he was given his role.
    """
    never = {Permission.TABLE_MAKE, Permission.PAYOUT_APPROVE, Permission.CAGE_BUY_IN}
    for action in (ONLY_OWN | never) - {Permission.TABLE_LEAVE}:
        for role in (Role.SURVEILLANCE, Role.AUDITOR, Role.ADMINISTRATOR):
            assert matrix().scope(role, action) is Scope.NO
    for action in NEVER_OWN:
        assert {matrix().scope(role, action) for role in Role} <= {Scope.NO, Scope.OTHERS}


TEXT = files("uth.floor.people").joinpath("roles.toml").read_text(encoding="utf-8")


def row_of(action: str) -> str:
    return next(row for row in TEXT.splitlines() if row.startswith(f'"{action}"'))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (row_of("hand.act"), "", "every permission needs a cell for every role"),
        (row_of("hand.act"), '"hand.act" = ["own", "own"]', "is shorter than"),
        (row_of("hand.act"), '"hand.act" = "own"', r"Expected `array`, got `str` - at `\$.perm"),
        (
            row_of("table.open"),
            row_of("table.open").replace('"any"', '"yes"'),
            "Invalid enum value",
        ),
        (row_of("table.open"), row_of("table.open").replace('"any"', "[]"), "Expected `str`"),
        (
            row_of("payout.approve"),
            row_of("payout.approve").replace("others", "any"),
            "supervisor may payout.approve only in matters of others",
        ),
        (
            row_of("wager.place"),
            row_of("wager.place").replace('"no",    "no",    "no"', '"any",   "no",    "no"'),
            "surveillance may wager.place only in their own matters",
        ),
        (
            '"guest", "player", "floor"',
            '"player", "player", "floor"',
            "every permission needs a cell",
        ),
        ("[permissions]", "x = 1\n[permissions]", "Object contains unknown field `x`"),
        ("[permissions]", '[permissions]\n"cards.see" = []', "Invalid enum value 'cards.see'"),
        ("[permissions]", "[", "Invalid initial character"),
    ],
)
def test_a_wrong_matrix_is_not_loaded(old: str, new: str, why: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(ValueError, match=why):
        read_matrix(TEXT.replace(old, new))


def test_a_matrix_is_a_value() -> None:
    assert isinstance(read_matrix(TEXT), Matrix)
    assert matrix() is matrix()
