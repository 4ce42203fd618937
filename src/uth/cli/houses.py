"""`uth houses`: list the five houses, show one, or check the rulebook of your own."""

from __future__ import annotations

import json
import sys

import click

from uth.cli.checked_input import read_text
from uth.cli.input.options import json_option, one_house
from uth.cli.language import language, refusal_text, text
from uth.cli.render.approval import approval_json, print_approval
from uth.cli.render.assumptions import print_assumptions
from uth.cli.render.houses import (
    entries_json,
    house_json,
    limits_text,
    print_entries,
    print_house,
    print_summaries,
    summary_json,
)
from uth.core.refusal import Refusal, Refusals
from uth.reports.designer.design import changed_entries
from uth.rulebook import store
from uth.rulebook.model import Rulebook


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
def houses(ctx: click.Context, as_json: bool) -> None:
    """List the houses, show one, or check your own.

    \b
    Examples:
      uth houses show hollywood-pa
      uth houses entries cardroom-25
      uth houses options california --format html
      uth houses check my-house.toml
    """
    ctx.obj = as_json
    if ctx.invoked_subcommand is not None:
        return
    rulebooks = [store.load_house(house) for house in store.HOUSES]
    if as_json:
        click.echo(json.dumps([summary_json(rules) for rules in rulebooks]))
    else:
        print_summaries(rulebooks)


@houses.command()
@one_house
@json_option
@click.pass_context
def show(ctx: click.Context, rules: Rulebook, as_json: bool) -> None:
    """Show everything that a house decides, each entry with its clause.

    HOUSE is one of the five houses, or the path of your own (.toml).
    """
    answer = house_json(rules)
    if as_json or ctx.obj:
        click.echo(json.dumps(answer))
    else:
        print_house(answer)
        print_approval(rules)
        print_assumptions(rules)


@houses.command()
@one_house
@json_option
@click.pass_context
def entries(ctx: click.Context, rules: Rulebook, as_json: bool) -> None:
    """List every entry: what it is, what it may be, and which sentence says so.

    Entries that are not set are listed too. HOUSE is one of the five houses, or the path of your
    own (.toml), whose entries are listed with what the document of the house it extends says.
    """
    from uth.rulebook.approval.entry_list import entry_list

    listed = [*entry_list(rules)]
    if as_json or ctx.obj:
        click.echo(json.dumps(entries_json(listed)))
    else:
        print_entries(listed)


@houses.command()
@one_house
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "html", "json"]),
    default="markdown",
    show_default=True,
    help="How the sheet is written.",
)
@json_option
@click.pass_context
def options(ctx: click.Context, rules: Rulebook, form: str, as_json: bool) -> None:
    """Print the option sheet of a California cardroom.

    HOUSE is one of the five houses, or the path of your own (.toml).
    """
    from uth.reports.houses.option_pages import html, markdown
    from uth.reports.houses.option_sheet import option_sheet
    from uth.table.wire import to_json

    sheet = option_sheet(rules, language=language())
    if as_json or ctx.obj or form == "json":
        click.echo(to_json(sheet))
    else:
        click.echo({"html": html, "markdown": markdown}[form](sheet, language()), nl=False)


@houses.command()
@click.argument("file")
@json_option
@click.pass_context
def check(ctx: click.Context, file: str, as_json: bool) -> None:
    """Check the rulebook of your own house and list every defect."""
    as_json = as_json or ctx.obj
    try:
        rules = store.load_text(read_text(file))
    except (Refusal, Refusals) as error:
        if as_json and not error.defects[0].code.startswith("input/"):
            defects = [_defect_json(refusal) for refusal in error.defects]
            click.echo(json.dumps({"ok": False, "defects": defects}))
        if sys.stderr:
            print(refusal_text(error), file=sys.stderr)
        ctx.exit(2)
    summary = summary_json(rules)
    parent, changes = changed_entries(rules)
    if as_json:
        more = {"entries": len(rules.sources), "rests_on": parent, "differs_in": changes}
        click.echo(json.dumps({"ok": True, **summary, **more, **approval_json(rules)}))
        return
    facts = {
        **summary,
        "entries": len(rules.sources),
        "limits": limits_text(rules),
        "bonuses": summary["bonus_bets"] or [text("houses.no_bonuses")],
    }
    click.echo(text("houses.good", **facts))
    click.echo(text("houses.differs", parent=parent, changes=changes or [text("houses.nothing")]))
    print_approval(rules)


def _defect_json(refusal: Refusal) -> dict[str, str]:
    return {
        "code": refusal.code,
        "sentence": refusal.sentence_in(language()),
        "where": refusal.where,
        "clause": refusal.clause,
    }
