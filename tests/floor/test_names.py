"""Which names nobody may take, and which look alike."""

from __future__ import annotations

import pytest

from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.core.texts import catalog, languages
from uth.floor.people.names import is_reserved, is_title, look
from uth.floor.people.passwords import Passwords
from uth.floor.people.people import People
from uth.floor.people.roles import Role

GOOD = "violet teapot 31"
STAFF = tuple(role for role in Role if role not in (Role.GUEST, Role.PLAYER))


@pytest.fixture
def people() -> People:
    made = People(MemoryStore(), Clock(), Bytes(), Passwords(1, 8))
    made.make("flo", GOOD, Role.FLOOR)
    made.make("Milo Barney", GOOD, Role.PLAYER)
    return made


def _taken(people: People, name: str, role: Role) -> str:
    """The code with which a name is refused by every way in; empty if none refuses it."""
    codes = set()
    for take in (
        lambda: people.make(name, GOOD, role),
        lambda: people.make(name, GOOD, role, people.guest()[1].name),
        lambda: people.choose_name(people.guest()[1].name, name),
    ):
        try:
            take()
        except Refusal as refusal:
            codes.add(refusal.code)
    assert len(codes) == 1, codes
    return codes.pop()


@pytest.mark.parametrize(
    "name",
    [
        *("floor", "THE FLOOR", "F l o o r", "f.l.o.o.r", "Floor 7", "floor7", "TheFloorManager"),
        *("fl00r", "DeaIer", "Dea1er", "dea|er", "Dealer Dan", "pit boss", "the house", "La Casa"),
        *("ﬂoor", "ｆｌｏｏｒ", "𝐟𝐥𝐨𝐨𝐫", "ꜰʟᴏᴏʀ", "flöør", "\u0391dmin", "\u0405taff"),
        *("fl\u043e\u043er", "fl\u03bf\u03bfr", "d\u0435a\u04cf\u0435\u0433", "F\u034floor"),
        *("the dealer", "The practice floor", "issued", "Zed (bot)", "zed [BOT]"),
        *("Guest 12", "guest-1", "Gue\u0455t 12", "guest 1O"),
    ],
)
def test_nobody_takes_a_name_of_the_house(people: People, name: str) -> None:
    assert _taken(people, name, Role.PLAYER) == "name/reserved"


@pytest.mark.parametrize("language", languages())
def test_the_titles_of_staff_are_reserved_in_every_language(language: str) -> None:
    for role in STAFF:
        assert is_title(catalog(language).text(f"role.{role.value}")), role


@pytest.mark.parametrize(
    "name", ["fIo", "f1o", "FL0", "f|o", "f l o", "fl\u043e", "\u0192lo", "fló"]
)
def test_nobody_looks_like_another(people: People, name: str) -> None:
    assert _taken(people, name, Role.PLAYER) == "name/alike"
    assert _taken(people, "MiIo Bamey", Role.PLAYER) == "name/alike"


@pytest.mark.parametrize(
    "name",
    [
        *("House of Cards", "Full House Harry", "Robot", "Gustav", "Lucky Lou", "flora", "fl", "9"),
        *("Анна", "José", "山田 太郎", "♥♥", "Ólafur", "Μαρία"),
    ],
)
def test_everything_else_is_free(people: People, name: str) -> None:
    guest = people.guest()[1].name
    assert people.choose_name(guest, name) == name
    assert people.choose_name(guest, f"{name}!") == f"{name}!", "one's own looks like one's own"
    people.choose_name(guest, "somebody else")
    people.choose_name(people.guest()[1].name, name)


def test_staff_may_be_called_by_what_they_are(people: People) -> None:
    people.make("floor 2", GOOD, Role.SUPERVISOR)
    with pytest.raises(Refusal, match="name/reserved"):
        people.make("the floor", GOOD, Role.SUPERVISOR)


@pytest.mark.parametrize("name", ["\u3164", " \u2800\u2800 ", "\uffa0"])
def test_a_name_can_be_seen(people: People, name: str) -> None:
    assert _taken(people, name, Role.PLAYER) == "name/malformed"


def test_a_look_has_no_case_accents_or_spaces() -> None:
    assert look("Ánna Lou") == look("ANNA-LOU") == look("аnnа 1ou")
    assert look("!!") != look("??"), "signs alone look like themselves"
    assert not is_reserved("Robot")
