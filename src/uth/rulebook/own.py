"""A custom house: what it may decide, and what its document decided before it (Q-29)."""

from __future__ import annotations

from functools import partial

from uth.core.refusal import Gather, Refusal, Refusals
from uth.rulebook import check, readers, store
from uth.rulebook.check import APPROVED, TABLE_KINDS
from uth.rulebook.wager_facts import WAGER_FACTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from uth.rulebook.check import Raw
    from uth.rulebook.model import Rulebook

COVER = "cover"
"""What a bank that is exhausted leaves: cited like the endings of a wager."""

ENDINGS = {
    **{name: facts.endings for name, facts in WAGER_FACTS.items()},
    COVER: ("returned", "partly"),
}
"""Every way a wager can end; a house says by which clause, so that each payment can cite one."""


def check_own(below: Raw, own: Raw, library: Raw, clauses: Raw) -> Rulebook:
    """The house on top of what it extends, or every defect of it."""
    gather = Gather()
    gather.defects += _overreach(below, own, library)
    gather.defects += _unknown_occasions(own)
    rules: Rulebook = gather.read(
        "", partial(store.load_raw, clauses=clauses), check.merge(below, own)
    )
    if rules:
        gather.defects += _uncited(rules)
    gather.finish()
    return rules


def _given(raw: Raw, path: str) -> Any:
    """An entry's value, or None where there is none."""
    section, field = path.split(".")
    entries = raw.get(section)
    if not isinstance(entries, dict) or field not in entries:
        return None
    return check.normal(entries[field]).get("value")


def _overreach(below: Raw, own: Raw, library: Raw) -> Iterator[Refusal]:
    """What the document approves may be narrowed, not widened; a printed table stays as printed."""
    for kind in TABLE_KINDS:
        tables = own.get(kind)
        brought = tables.keys() if isinstance(tables, dict) else set()
        for name in sorted(brought & library.get(kind, {}).keys()):
            yield Refusal("paytable/name_taken", where=f"{kind}.{name}", clause="Q-14", name=name)
        yield from _beyond(below, own, APPROVED[kind], brought)
    if below["id"] == store.BASE:
        return
    yield from _beyond(below, own, "limits.minimum_choices", set())
    for field in ("minimum_within", "maximum_within"):
        yield from _wider(below, own, f"limits.{field}")
    for field in ("maximum", "approval_above"):
        yield from _higher(below, own, f"payouts.{field}")
    if _given(own, "wagers.approved_back_line") and not _given(below, "wagers.approved_back_line"):
        path = "wagers.approved_back_line"
        yield Refusal("rulebook/not_permitted", where=path, clause=_clause(below, path))


def _beyond(below: Raw, own: Raw, path: str, brought: Any) -> Iterator[Refusal]:
    """Choices that the document does not give, but for the tables the house itself brings."""
    before, now = _given(below, path), _given(own, path)
    if before is None or not isinstance(now, list):
        return
    for at, choice in enumerate(now):
        if choice not in before and isinstance(choice, str) and choice not in brought:
            yield Refusal(
                "rulebook/not_approved",
                where=f"{path}[{at}]",
                clause=_clause(below, path),
                choice=choice,
                approved=before,
            )


def _wider(below: Raw, own: Raw, path: str) -> Iterator[Refusal]:
    before, now = _given(below, path), _given(own, path)
    if before is None or now is None:
        return
    try:
        low, high = readers.span(now)
    except (Refusal, Refusals):
        return
    first, last = readers.span(before)
    if not first <= low <= high <= last:
        clause = _clause(below, path)
        yield Refusal("rulebook/wider", where=path, clause=clause, low=first, high=last)


def _higher(below: Raw, own: Raw, path: str) -> Iterator[Refusal]:
    before, now = _given(below, path), _given(own, path)
    if before is None or now is None:
        return
    most = readers.amount(before)
    try:
        higher = readers.amount(now) > most
    except Refusal:
        return
    if higher:
        yield Refusal("rulebook/higher", where=path, clause=_clause(below, path), most=most)


def _clause(raw: Raw, path: str) -> str:
    section, field = path.split(".")
    return str(raw[section][field]["clause"])


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
