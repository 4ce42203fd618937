"""Check a receipt with Python alone: python3 verify_receipt.py RECEIPT.json [SHOWN-COMMITMENT]"""

import hashlib
import json
import re
import sys
from itertools import count
from typing import Any

HEX, LINE = r"[0-9a-f]{64}", r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,64}"
CARD, NUMBER, FROM_1 = "[2-9TJQKA][cdhs]", range(10**15 + 1), range(1, 10**15 + 1)
DEALS = {"shoe": "115", "shuffler": "25", "community-first": "52", "hand-held": "25"}
_OUT = {"procedure": "|".join(DEALS), "seats": [(CARD, 2)], "dealer": (CARD, 2), "board": (CARD, 5)}
_END = {"seed": HEX, "commitment": HEX, "journal": {"version": NUMBER, "head": HEX}, "format": ".*"}
ROUND: dict[str, Any] = {"table": LINE, "round": FROM_1, "house": LINE, "rulebook": HEX, **_END}
ROUND |= {"player_seeds": [LINE], "deck": (CARD, 52), "ending": "settled|void", "deal": _OUT}
MYSTERY: dict[str, Any] = {"meter": LINE, "number": FROM_1, "low": NUMBER, "high": NUMBER}
MYSTERY |= {"increment": NUMBER, **_END, "value": NUMBER, "paid": NUMBER}


def fits(value: Any, shape: Any) -> bool:
    """Text by pattern, number by range, a number of items, [one a seat], or entries or null."""
    if isinstance(shape, dict):
        same = type(value) is dict and value.keys() == shape.keys()
        return value is None or (same and all(fits(value[name], shape[name]) for name in shape))
    if isinstance(shape, list):
        seats = type(value) is dict and value.keys() <= set("123456")
        return seats and all(fits(one, shape[0]) for one in value.values())
    if isinstance(shape, tuple):
        items = type(value) is list and len(value) == shape[1]
        return items and all(fits(item, shape[0]) for item in value)
    if isinstance(shape, range):
        return type(value) is int and value in shape
    return type(value) is str and re.fullmatch(shape, value) is not None


def sha(*lines: str) -> str:
    return hashlib.sha256("".join(text + "\n" for text in lines).encode()).hexdigest()


def draw(n: int, stream: Any) -> int:
    """One of 0 … n - 1: reads words of the fewest bytes with n values until one is accepted."""
    size = max(1, ((n - 1).bit_length() + 7) // 8)
    words = (int.from_bytes([next(stream) for _ in range(size)], "big") for _ in count())
    return next(word for word in words if word < 256**size - 256**size % n) % n


def check(text: str, shown: str = "") -> str:
    """`good: …`, or `code: sentence (where)` for the first thing that is wrong."""
    try:
        r = json.loads(text, object_pairs_hook=lambda p: dict(p) if len(dict(p)) == len(p) else p)
        shape = {"uth-receipt/1": ROUND, "uth-mystery/1": MYSTERY}.get(r["format"] + "")
    except (ValueError, RecursionError, TypeError, KeyError):
        return "receipt/malformed: this is not a receipt in JSON"
    if shape is None:
        return "receipt/format: unknown format (format)"
    if not fits(r, shape) or r.get("low", 0) > r.get("high", 0):
        return "receipt/malformed: its entries do not fit its format"
    bound = [f"{name} {r[name]}" for name in list(shape)[: list(shape).index("commitment")]]
    if sha(f"uth commitment {r['format']}", *bound) != r["commitment"]:
        return "receipt/commitment: the commitment does not match the seed (commitment)"
    if shown not in ("", r["commitment"]):
        return "receipt/not_shown: you were shown a different commitment (commitment)"
    deal = r.get("deal") or {"procedure": "shuffler", "seats": {}, "dealer": [], "board": []}
    mixed = [f"seat {seat} {seed}" for seat, seed in sorted(r.get("player_seeds", {}).items())]
    key = sha("uth stream 1", f"commitment {r['commitment']}", f"seed {r['seed']}", *mixed)
    stream = (byte for number in count() for byte in bytes.fromhex(sha(f"{key} {number}")))
    if shape is MYSTERY:
        value, paid = r["low"] + draw(r["high"] - r["low"] + 1, stream), r["paid"]
        if r["value"] != value:
            return f"receipt/value: expected {value}, but the receipt has {r['value']} (value)"
        hit = value <= paid <= value + r["increment"]
        return "good" if hit else f"receipt/paid: {paid} was not paid when the value was hit (paid)"
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for last in range(51, 0, -1):
        other = draw(last + 1, stream)
        deck[last], deck[other] = deck[other], deck[last]
    hands = [*sorted(deal["seats"]), "dealer"]
    steps = {"1": hands, "2": sorted(hands * 2), "5": ["board"] * 5}
    order = [at for step in DEALS[deal["procedure"]] for at in steps[step]]
    dealt = r["deal"] is not None or r["ending"] == "settled"
    for part in ["deck", *hands, "board"] if dealt else ["deck"]:
        cards = {**r, **deal, **deal["seats"]}[part] + ["–"] * 52
        expected = deck if part == "deck" else [deck[i] for i, at in enumerate(order) if at == part]
        where = part if part == "deck" else f"deal.{part}"
        for one, card in zip(cards, expected, strict=False):
            if one != card:
                return f"receipt/{where[:4]}: expected {card}, but the receipt has {one} ({where})"
    return "good"


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as _file:
            _verdict = check(_file.read().decode(), *sys.argv[2:3])
    except (OSError, ValueError, IndexError) as _e:
        _verdict = f"input/{'not_utf8' if isinstance(_e, ValueError) else 'unreadable'}: {_e}"
    print(_verdict, file=sys.stdout if _verdict == "good" else sys.stderr)
    sys.exit(0 if _verdict == "good" else 2)
