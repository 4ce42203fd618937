"""`uth houses`: the five houses, all that one of them decides, and the check of a file."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from uth.cli.render.house import bonus_bets, house_told, in_words, print_house, printer
from uth.cli.settle import read_input
from uth.core.money import print_dollars
from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import differing

as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


@click.group(invoke_without_command=True)
@as_json
@click.pass_context
def houses(ctx: click.Context, as_json: bool) -> None:
    """List the houses; show one, or check a file of your own."""
    ctx.obj = as_json
    if ctx.invoked_subcommand is not None:
        return
    found = [_summary(store.load_house(house)) for house in store.HOUSES]
    if as_json:
        click.echo(json.dumps(found))
        return
    from rich.table import Table

    table = Table("id", "name", "bank", "limits", "bonus bets", "pay table", box=None)
    for house in found:
        table.add_row(
            house["id"],
            house["name"],
            house["bank"],
            _limits(house),
            ", ".join(house["bonus_bets"]),
            house["paytable"],
        )
    printer().print(table)


def _summary(rules: Rulebook) -> dict[str, Any]:
    limits = rules.limits
    return {
        "id": rules.id,
        "name": rules.name,
        "bank": rules.bank.kind,
        "minimum": print_dollars(limits.minimum),
        "maximum": print_dollars(limits.maximum),
        "bonus_bets": bonus_bets(rules),
        "paytable": rules.tables.paytable,
    }


def _limits(summary: dict[str, Any]) -> str:
    return f"{in_words(summary['minimum'])} to {in_words(summary['maximum'])}"


@houses.command()
@click.argument("house", metavar="ID")
@as_json
@click.pass_context
def show(ctx: click.Context, house: str, as_json: bool) -> None:
    """Show all that a house decides, each entry with its clause."""
    raw = store.raw_house(house)
    told = house_told(store.load_house(house), raw)
    if as_json or ctx.obj:
        click.echo(json.dumps(told))
    else:
        print_house(told)


@houses.command()
@click.argument("file")
@as_json
@click.pass_context
def check(ctx: click.Context, file: str, as_json: bool) -> None:
    """Check a house of your own: every defect at once, or a word that it is good."""
    try:
        rules = store.load_text(read_input(file))
    except (Refusal, Refusals) as no:
        if (as_json or ctx.obj) and not no.defects[0].code.startswith("input/"):
            click.echo(json.dumps({"ok": False, "defects": [_defect(each) for each in no.defects]}))
        if sys.stderr:
            print(no, file=sys.stderr)
        ctx.exit(2)
    summary = _summary(rules)
    parent, changed = _departures(rules)
    if as_json or ctx.obj:
        own = {"entries": len(rules.sources), "rests_on": parent, "differs_in": changed}
        click.echo(json.dumps({"ok": True, **summary, **own}))
        return
    bets = ", ".join(summary["bonus_bets"]) or "no bonus bets"
    click.echo(
        f"good: {rules.id}, {rules.name}: {len(rules.sources)} entries, "
        f"{summary['bank']} bank, {_limits(summary)}, {summary['paytable']}, {bets}"
    )
    click.echo(f"differs from {parent} in: {', '.join(changed) or 'nothing'}")


def _departures(rules: Rulebook) -> tuple[str, list[str]]:
    """The approved house that a rulebook rests on, and every entry in which it departs from it."""
    parent, changes = differing(rules)
    return parent, [
        f"{section}.{name}" if isinstance(entries, dict) else section
        for section, entries in changes.items()
        for name in (entries if isinstance(entries, dict) else ("",))
    ]


def _defect(refusal: Refusal) -> dict[str, str]:
    return {
        "code": refusal.code,
        "sentence": refusal.sentence,
        "where": refusal.where,
        "clause": refusal.clause,
    }
