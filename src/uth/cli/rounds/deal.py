"""`uth deal`: which card of a deck goes where."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import click

from uth.cli.input.options import (
    always_json_option,
    house_option,
    refused_at,
    required_house,
    rules_option,
    suggest,
)
from uth.cli.round_json import banker_seat
from uth.core.cards import Card, parse_cards, print_cards
from uth.core.refusal import Refusal
from uth.rulebook.approval.guard import check_entry
from uth.rulebook.procedures import PROCEDURES
from uth.table.dealing import deal as deal_cards
from uth.table.settling.settlement import SEATS

if TYPE_CHECKING:
    from uth.rulebook.procedures import Procedure


@click.command()
@house_option
@rules_option
@click.option("--deck", required=True, help='All 52 cards, the top card first: "Ah Kd …".')
@click.option("--seats", required=True, help="The seats with wagers, such as 1,3,4.")
@click.option("--banker", help="The player-dealer's seat.  [default: the highest free seat]")
@click.option(
    "--procedure",
    shell_complete=suggest(lambda: PROCEDURES),
    help=f"{', '.join(PROCEDURES)}.  [default: the house's own]",
)
@always_json_option
def deal(
    house: str | None,
    file: str | None,
    deck: str,
    seats: str,
    banker: str | None,
    procedure: str | None,
    as_json: bool,
) -> None:
    """Deal a given deck.

    The answer is one JSON object: the cards of each seat, of the dealer (or player-dealer) and of
    the board, and the rest of the deck, each in the order they are dealt.

    \b
    Example:
      uth deal --house california --deck "$(cat deck.txt)" --seats 1,3,4
    """
    rules = required_house(house, file)
    cards = _parse_deck(deck)
    numbers = _parse_seats(seats)
    with refused_at():
        seat = None if banker is None else _parse_seat(banker.strip(), "banker")
        banker_seat(rules, numbers, seat)
    order = rules.dealing.procedure if procedure is None else _parse_procedure(procedure)
    check_entry(rules, "dealing.procedure", order, given=order, where="--procedure")
    dealt = deal_cards(order, cards, numbers)
    answer = {
        "seats": {str(seat): print_cards(hand) for seat, hand in dealt.seats.items()},
        "dealer": print_cards(dealt.dealer),
        "board": print_cards(dealt.board),
        "rest": print_cards(dealt.rest),
    }
    click.echo(json.dumps(answer))


def _parse_deck(text: str) -> tuple[Card, ...]:
    with refused_at("--deck"):
        cards = parse_cards(text)
    if len(cards) != 52:
        raise Refusal("card/count", count=len(cards), expected=52, where="--deck")
    return cards


def _parse_seats(text: str) -> list[int]:
    if not text.strip():
        raise Refusal("seat/none", where="--seats")
    seats: list[int] = []
    for word in text.split(","):
        seat = _parse_seat(word.strip(), "--seats")
        if seat in seats:
            raise Refusal("seat/twice", seat=seat, where="--seats")
        seats.append(seat)
    return sorted(seats)


def _parse_seat(word: str, option: str) -> int:
    if word not in map(str, SEATS):
        raise Refusal("seat/unknown", seat=word, places=len(SEATS), where=option)
    return int(word)


def _parse_procedure(word: str) -> Procedure:
    if word not in PROCEDURES:
        raise Refusal(
            "deal/procedure",
            procedure=word,
            procedures=list(PROCEDURES),
            where="--procedure",
            clause="Q-26",
        )
    return cast("Procedure", word)
