"""Names that people can't choose: the dealer's, those of bots and staff, and their likes."""

from __future__ import annotations

import hashlib
import re
import unicodedata

DEALER = "the dealer"
"""Closes bets, deals and enforces the time limits; nobody can sign in with this name."""
FLOOR = "the floor"
"""Voids a round that was restored without its cards; nobody can sign in with this name."""
PRACTICE = "the practice floor"
"""Approves payouts at a practice table when its maker says so; nobody can sign in with it."""
GUEST = "guest-"
"""The beginning of a guest's id; no account may have such a name."""
BOT = " (bot)"
"""The end of every bot's name, so that everybody can tell."""
LONGEST = 40
"""The most characters in a player's name."""


def bot_name(called: str, table: str) -> str:
    """The name of a bot at a table; a digest replaces the end of a long table name."""
    room = LONGEST - len(f"{called} {BOT}")
    if len(table) > room:
        tail = hashlib.sha256(table.encode()).hexdigest()[:6]
        table = f"{table[: room - len(tail) - 1]}~{tail}"
    return f"{called} {table}{BOT}"


def personal_stream(kind: str, name: str) -> str:
    """A stream of one person, whose name may contain any character."""
    return f"{kind}/{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def is_bot(player: str) -> bool:
    return player.endswith(BOT)


TITLES = (
    *("admin", "administrator", "auditor", "cashier", "croupier", "dealer", "floor", "manager"),
    *("moderator", "staff", "supervisor", "surveillance"),
    *("administrador", "administradora", "auditora", "cajera", "cajero", "crupier", "gerente"),
    *("moderador", "moderadora", "supervisora", "vigilancia"),
)
"""Words that only the names of staff may contain."""
OF_THE_HOUSE = (
    "casa",
    "casino",
    "house",
    "issued",
    "personal de sala",
    "pit boss",
    "sala",
    "system",
)
"""What nobody may be called altogether, with or without an article."""
ARTICLES = ("the", "el", "la")
LOOKS = {
    "a": "\u0410\u0430\u0391\u03b1",
    "b": "\u0412\u0432\u042c\u044c\u0392\u03b2\u13f4",
    "c": "\u0421\u0441\u03f2\u03f9\u13df",
    "d": "\u0501\u0500\u13a0",
    "e": "\u0415\u0435\u0395\u03b5\u0404\u0454\u13ac",
    "g": "\u050c\u0581\u13c0",
    "h": "\u041d\u043d\u04ba\u04bb\u0397\u0570\u13bb",
    "j": "\u0408\u0458\u037f\u03f3\u13ab",
    "k": "\u041a\u043a\u039a\u03ba\u13e6",
    "l": "1Ii|\u0406\u0456\u04c0\u04cf\u0399\u03b9\u0196\u0269\u01c0\u13de",
    "m": "\u041c\u043c\u039c\u13b7",
    "n": "\u039d\u03b7\u0578",
    "o": "0\u041e\u043e\u039f\u03bf\u03c3\u0585\u0555",
    "p": "\u0420\u0440\u03a1\u03c1\u13e2",
    "q": "\u051a\u051b\u0566",
    "r": "\u0433\u13a1\u13d2",
    "s": "\u0405\u0455\u054f\u13da",
    "t": "\u0422\u0442\u03a4\u03c4\u13a2",
    "u": "\u03c5\u057d\u054d",
    "v": "\u0474\u0475\u03bd\u13d9",
    "w": "\u051c\u051d\u03c9\u0461\u13b3",
    "x": "\u0425\u0445\u03a7\u03c7",
    "y": "\u0423\u0443\u04ae\u04af\u03a5\u03b3",
    "z": "\u0396\u13c3",
}
"""Letters of Cyrillic, Greek, Armenian and Cherokee, and digits, by the one that they look like."""
ALIKE = str.maketrans({each: letter for letter, others in LOOKS.items() for each in others})
LATIN = re.compile(
    r"LATIN (?:\w+ )?LETTER (?:DOTLESS |SCRIPT |SMALL CAPITAL )?([A-Z])(?: WITH .+)?"
)
WORD = re.compile(r"[^\W_]+")
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Printable characters that show nothing."""


def _latin(letter: str) -> str:
    """A Latin letter without its strokes, tails and size; any other as it is."""
    match = None if letter.isascii() else LATIN.fullmatch(unicodedata.name(letter, ""))
    return match[1].lower() if match else letter


def _words(name: str) -> list[str]:
    """The words of a name in plain letters, without accents."""
    parts = unicodedata.normalize("NFKD", name)
    shown = [part for part in parts if part not in BLANK and not unicodedata.combining(part)]
    return WORD.findall("".join(map(_latin, shown)).replace("|", "l"))


def _look(text: str) -> str:
    folded = text.translate(ALIKE).casefold().translate(ALIKE)
    return folded.replace("rn", "m").replace("vv", "w")


def look(name: str) -> str:
    """What a name looks like: names that can't be told apart at a glance have one look.

    Case, accents, spaces and signs do not count. A name of signs alone looks like itself.
    """
    return _look("".join(_words(name))) or "".join(name.split()).strip(BLANK)


_TITLES = frozenset(map(look, TITLES))
_ALTOGETHER = re.compile(
    f"(?:{'|'.join(map(look, ARTICLES))})?(?:{'|'.join(map(look, (*TITLES, *OF_THE_HOUSE)))})+"
)


def is_title(name: str) -> bool:
    """Whether a name says, or looks as if it said, that somebody belongs to the staff."""
    words = [word.strip("0123456789") for word in _words(name)]
    altogether = _look("".join(words))
    return not _TITLES.isdisjoint(map(_look, words)) or bool(_ALTOGETHER.fullmatch(altogether))


def is_reserved(name: str) -> bool:
    """Whether a name looks like the dealer's, the floor's, a bot's or a numbered guest's."""
    words = [_look(word) for word in _words(name)] or [""]
    numbered = words[0] == "guest" or re.fullmatch(r"guest[ol\d]+", words[0])
    names = map(look, (DEALER, FLOOR, PRACTICE, "issued"))
    return bool(numbered) or words[-1] == "bot" or "".join(words) in names
