"""What `uth audit` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uth.core.money import print_dollars

if TYPE_CHECKING:
    from typing import Any

    from uth.ledger.audit.audit import Audit

    Json = dict[str, Any]

COUNTS = ("streams", "events", "postings", "rounds", "heads", "beyond")


def audit_json(result: Audit, file_counts: dict[str, int], findings: list[str]) -> Json:
    return {
        "good": not findings,
        **{name: getattr(result, name) for name in COUNTS},
        "heads_files": file_counts,
        "wrong": findings,
    }


def audit_text(result: Audit, file_counts: dict[str, int], totals: Json) -> str:
    """What was checked, for an audit without findings."""
    streams, events = f"{result.streams:,}", f"{result.events:,}"
    postings, accounts = f"{result.postings:,}", f"{totals['accounts']:,}"
    rows = [
        "good: nothing is wrong in this house",
        f"  journal   {events} events in {streams} streams; every chain is whole",
        f"  rounds    {result.rounds:,} settled again to the same cents, all in the index",
        f"  ledger    {postings} postings, {accounts} accounts, together 0",
    ]
    for meter in totals["meters"]:
        amounts = f"${print_dollars(meter['main'])} and ${print_dollars(meter['mystery'])}"
        rows.append(f"  meter     {meter['name']}: {amounts}, equal to contributions less awards")
    return "\n".join([*rows, *_head_rows(result, file_counts)])


def _head_rows(result: Audit, file_counts: dict[str, int]) -> list[str]:
    rows = [f"  heads     {file} holds none" for file, count in file_counts.items() if not count]
    if not result.heads:
        rows.append("  heads     none to compare with: a lost tail would not be seen")
        return rows
    rows.append(f"  heads     {result.heads:,} were written down outside, and all are there")
    if result.beyond:
        chains = f"{result.beyond:,} of {result.streams:,} chains go on beyond them"
        rows.append(f"            {chains}: a tail lost there would not be seen")
    return rows
