"""A house with settings, or a house of one's own on top of it: what its file may say."""

from __future__ import annotations

from functools import partial

from uth.core.refusal import Gather, Refusal
from uth.rulebook import check, store
from uth.rulebook.check import EXTENDS, NAMES, SECTIONS, TABLE_KINDS
from uth.rulebook.entries.status import STATUS_KEYS, set_by
from uth.rulebook.wager_facts import WAGER_FACTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from uth.rulebook.check import Raw
    from uth.rulebook.model import Rulebook

COVER = "cover"
"""What a bank that is exhausted leaves: cited like the endings of a wager."""

ENDINGS: dict[str, tuple[str, ...]] = {
    **{name: facts.endings for name, facts in WAGER_FACTS.items()},
    COVER: ("returned", "partly"),
}
"""Every way a wager can end; a house says by which clause, so that each payment can cite one."""


def load_on(parent: str, own: Raw) -> Rulebook:
    """The house on top of the one it extends, or every defect of it.

    With a head of its own it is a house of one's own, and may depart from that one (Q-29).
    """
    below = store.file_of(parent)
    raw = check.merge(below, own, set_by)
    if parent == store.BASE or any(raw[field] != below[field] for field in NAMES):
        raw[EXTENDS] = parent
    gather = Gather()
    if EXTENDS in own:
        gather.add("rulebook/extends_twice", EXTENDS, parent=parent)
    gather.defects += _taken_names(own)
    gather.defects += _stated_statuses(own)
    gather.defects += _unknown_occasions(own)
    load = partial(store.load_raw, clauses=store.clause_list())
    rules: Rulebook = gather.read("", load, raw)
    if rules:
        gather.defects += _uncited(rules)
    gather.finish()
    return rules


def _taken_names(own: Raw) -> Iterator[Refusal]:
    """A printed pay table stays as printed."""
    library = store.data("tables.toml")
    for kind in TABLE_KINDS:
        tables = own.get(kind)
        brought = tables.keys() if isinstance(tables, dict) else set()
        for name in sorted(brought & library.get(kind, {}).keys()):
            yield Refusal("paytable/name_taken", where=f"{kind}.{name}", clause="Q-14", name=name)


def _stated_statuses(own: Raw) -> Iterator[Refusal]:
    """What an entry may be is for its document to say."""
    for section in SECTIONS:
        entries = own.get(section)
        for field, entry in entries.items() if isinstance(entries, dict) else ():
            for key in STATUS_KEYS:
                if key in check.normal(entry):
                    yield Refusal("rulebook/status", where=f"{section}.{field}.{key}")


def _unknown_occasions(own: Raw) -> Iterator[Refusal]:
    """Refuse citations for occasions that no house knows: they are misspelled."""
    cites = own.get("cites")
    known = {(subject, ending) for subject, endings in ENDINGS.items() for ending in endings} | {
        (subject, occasion)
        for house in store.HOUSES
        for subject, occasions in store.raw_house(house)["cites"].items()
        for occasion in occasions
    }
    for subject, occasions in cites.items() if isinstance(cites, dict) else ():
        for occasion in occasions if isinstance(occasions, dict) else ():
            if (subject, occasion) not in known:
                path = f"cites.{subject}.{occasion}"
                yield Refusal("rulebook/unknown_occasion", where=path, name=f"{subject}.{occasion}")


def _uncited(rules: Rulebook) -> Iterator[Refusal]:
    """Every ending of a wager that the house offers has its clause."""
    for subject, endings in ENDINGS.items():
        offered = rules.player_dealer if subject == COVER else rules.offers(subject)
        for ending in endings if offered else ():
            if not rules.cite(f"{subject}.{ending}"):
                yield Refusal("rulebook/no_clause", where=f"cites.{subject}.{ending}")
