"""`uth replay`: a round in notation, replayed and compared with the engine."""

from __future__ import annotations

import json

import click
import msgspec

from uth.cli.checked_input import read_text
from uth.cli.input.options import complete_house, json_option, own_rules, rules_option
from uth.cli.render.approval import approval_json
from uth.cli.render.replay import print_replay, replay_json
from uth.core.refusal import Refusal, Refusals
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import differing, with_settings
from uth.table.notation import print_round
from uth.table.notation import replay as replay_round
from uth.table.notation.model import Round
from uth.table.notation.poker_hand_history import parse_hand

PHH_HOUSE = "light-and-wonder"


@click.command()
@click.argument("round_file", metavar="FILE", default="-")
@rules_option
@json_option
@click.option("--text", "as_text", is_flag=True, help="Print the complete notation.")
@click.option("--hand", type=int, help="Which hand of a PHH file with several.")
@click.option(
    "--house",
    show_default=PHH_HOUSE,
    shell_complete=complete_house,
    help="For a hand in PHH that names no house.",
)
def replay(
    *,
    round_file: str,
    file: str | None,
    as_json: bool,
    as_text: bool,
    hand: int | None,
    house: str | None,
) -> None:
    """Replay a recorded round and show it.

    FILE holds the round in notation, or as a hand of hold'em in PHH; without FILE, standard input
    is read. Every line is compared with what the engine does; the first difference is refused.
    What the file leaves out, such as the settlement, `--text` fills in. With `--rules`, the round
    is one of your own house; then it names the house by its id.

    \b
    Examples:
      uth replay round.uth
      uth replay round.uth --rules my-house.toml
      uth replay hands.phhs --hand 2 --text
    """
    if as_json and as_text:
        raise Refusal("usage/wrong", options=["--json", "--text"])
    if house is not None and file is not None:
        raise Refusal("usage/wrong", options=["--house", "--rules"])
    own = own_rules(file, round_file)
    recorded = parse_hand(read_text(round_file), hand, own or house or PHH_HOUSE)
    if own is not None:
        recorded = of_own_house(recorded, own)
    rules = rules_of_round(recorded)
    round = replay_round(recorded, rules).round
    if as_text:
        click.echo(print_round(round), nl=False)
    elif as_json:
        approval = {} if rules.approved else approval_json(rules)
        click.echo(json.dumps({**replay_json(round), **approval}, ensure_ascii=False))
    else:
        print_replay(round, rules)


def of_own_house(round: Round, own: Rulebook) -> Round:
    """A round that names a house of one's own, with all that its file says."""
    house, settings = differing(own)
    if (round.house, round.settings) not in ((own.id, {}), (house, settings)):
        raise Refusal("house/other", given=round.house, house=own.id, where="_uth_house")
    return msgspec.structs.replace(round, house=house, settings=settings)


def rules_of_round(round: Round) -> Rulebook:
    """The rulebook that a notation names; every defect is refused at its field."""
    try:
        return with_settings(round.house, round.settings)
    except Refusal as refusal:
        raise refusal.at("_uth_house") from None
    except Refusals as refusals:
        raise refusals.at("_uth_settings") from None
