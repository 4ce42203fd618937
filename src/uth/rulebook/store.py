"""The houses as files: TOML to write in, and beside it a compiled copy, as Python keeps bytecode.

Parsing TOML takes longer than settling a round. The copy carries the time and size of the file
it was made from, and is made anew when either differs or it can't be read.
"""

from __future__ import annotations

import json
import os

from uth.core.refusal import Refusal, shown
from uth.rulebook import check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.rulebook.check import Raw
    from uth.rulebook.model import Rulebook

DATA = os.path.join(os.path.dirname(__file__), "data")
HOUSES = ("california", "california-bad-beat", "cardroom-25", "hollywood-pa", "light-and-wonder")


def data(name: str) -> Raw:
    """One of our own TOML files, from its compiled copy where that is fresh."""
    path = os.path.join(DATA, name)
    folder, file = os.path.split(path)
    compiled = os.path.join(folder, "__pycache__", f"{file}.json")
    status = os.stat(path)
    stamp = [status.st_mtime_ns, status.st_size]
    try:
        with open(compiled, encoding="utf-8") as copy:
            made_from, found = json.load(copy)
        if made_from == stamp and isinstance(found, dict):
            return found
    except (OSError, ValueError, TypeError):
        pass
    with open(path, encoding="utf-8") as source:
        parsed = parse_toml(source.read())
    _keep(compiled, [stamp, parsed])
    return parsed


def _keep(path: str, content: Any) -> None:
    """Written aside and moved into place; where that is not allowed, done without."""
    aside = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(aside, "w", encoding="utf-8") as copy:
            json.dump(content, copy)
        os.replace(aside, path)
    except OSError:
        if os.path.exists(aside):
            os.remove(aside)


def parse_toml(text: str) -> Raw:
    """TOML as plain data, or a refusal that says what is wrong with it."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Refusal("rulebook/not_toml", "this TOML is nested too deeply") from None
    except ValueError as error:
        raise Refusal("rulebook/not_toml", f"this is not TOML: {error}") from None


def raw_house(house: str) -> Raw:
    """A house's data on top of what it extends."""
    if house not in HOUSES:
        raise Refusal(
            "house/unknown", f"there is no house {shown(house)}; there are {', '.join(HOUSES)}"
        )
    return _extended(data(f"houses/{house}.toml"))


def _extended(raw: Raw) -> Raw:
    parent = raw.pop("extends", None)
    return check.merge(_extended(data(f"houses/{parent}.toml")), raw) if parent else raw


def load_raw(raw: Raw, clauses: Raw | None = None) -> Rulebook:
    """A merged house; its citations are looked up only where clauses to find them in are given."""
    return check.read(raw, data("tables.toml"), _schedules, clauses)


def _schedules() -> Raw:
    return data("schedules.toml")


def clause_list() -> Raw:
    """Every clause: its house, its wording, and how it is met."""
    return data("clauses.toml")


def load_house(house: str) -> Rulebook:
    """One of the five approved houses."""
    return load_raw(raw_house(house))


def load_text(text: str) -> Rulebook:
    """A house of one's own: it extends one of the five and says only what differs.

    It may also extend `base`, the readings that all five share, and say all the rest.
    """
    from uth.rulebook.own import check_own

    raw = parse_toml(text)
    parent = raw.pop("extends", None)
    if not isinstance(parent, str) or parent not in (*HOUSES, "base"):
        raise Refusal(
            "rulebook/extends",
            f"a house of one's own extends one of {', '.join(HOUSES)} or base, not {shown(parent)}",
            "extends",
        )
    below = _extended(data(f"houses/{parent}.toml"))
    return check_own(below, raw, data("tables.toml"), clause_list())
