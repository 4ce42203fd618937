"""`uth replay`: a round in notation, replayed and compared with the engine."""

from __future__ import annotations

import json

import click

from uth.cli.checked_input import read_text
from uth.cli.input.options import complete_house, json_option
from uth.cli.render.replay import print_replay, replay_json
from uth.core.refusal import Refusal, Refusals
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import with_settings
from uth.table.notation import print_round
from uth.table.notation import replay as replay_round
from uth.table.notation.model import Round
from uth.table.notation.poker_hand_history import parse_hand


@click.command()
@click.argument("file", default="-")
@json_option
@click.option("--text", "as_text", is_flag=True, help="Print the complete notation.")
@click.option("--hand", type=int, help="Which hand of a PHH file with several.")
@click.option(
    "--house",
    default="light-and-wonder",
    show_default=True,
    shell_complete=complete_house,
    help="For a hand in PHH that names no house.",
)
def replay(*, file: str, as_json: bool, as_text: bool, hand: int | None, house: str) -> None:
    """Replay a recorded round and show it.

    FILE holds the round in notation, or as a hand of hold'em in PHH; without FILE, standard input
    is read. Every line is compared with what the engine does; the first difference is refused.
    What the file leaves out, such as the settlement, `--text` fills in.

    \b
    Examples:
      uth replay round.uth
      uth replay hands.phhs --hand 2 --text
    """
    if as_json and as_text:
        raise Refusal("usage/wrong", options=["--json", "--text"])
    recorded = parse_hand(read_text(file), hand, house)
    rules = rules_of_round(recorded)
    round = replay_round(recorded, rules).round
    if as_text:
        click.echo(print_round(round), nl=False)
    elif as_json:
        click.echo(json.dumps(replay_json(round), ensure_ascii=False))
    else:
        print_replay(round, rules)


def rules_of_round(round: Round) -> Rulebook:
    """The rulebook that a notation names; every defect is refused at its field."""
    try:
        return with_settings(round.house, round.settings)
    except Refusal as refusal:
        raise refusal.at("_uth_house") from None
    except Refusals as refusals:
        raise refusals.at("_uth_settings") from None
