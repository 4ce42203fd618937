"""`uth deal`: which card of a deck goes where."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import click

from uth.cli.input.json_option import always_json_option
from uth.cli.input.option_refusals import refused_at
from uth.core.cards import Card, parse_cards, print_cards
from uth.core.refusal import Refusal, shown
from uth.rulebook import store
from uth.table.dealing import deal as deal_cards
from uth.table.settlement import SEATS

if TYPE_CHECKING:
    from uth.rulebook.model import Procedure, Rulebook

PROCEDURES = ("shoe", "shuffler", "hand-held", "community-first")


@click.command()
@click.option("--house", required=True, help="The house; `uth houses` lists them.")
@click.option("--deck", required=True, help='All 52 cards, the top card first: "Ah Kd …".')
@click.option("--seats", required=True, help="The seats with wagers, such as 1,3,4.")
@click.option("--banker", help="The player-dealer's seat.  [default: the highest free seat]")
@click.option("--procedure", help=f"{', '.join(PROCEDURES)}.  [default: the house's own]")
@always_json_option
def deal(
    house: str, deck: str, seats: str, banker: str | None, procedure: str | None, as_json: bool
) -> None:
    """Deal a given deck.

    The answer is one JSON object: the cards of each seat, of the dealer (or player-dealer) and of
    the board, and the rest of the deck, each in the order they are dealt.
    """
    with refused_at("--house"):
        rules = store.load_house(house)
    cards = _parse_deck(deck)
    numbers = _parse_seats(seats)
    _check_banker(rules, numbers, banker)
    order = rules.dealing.procedure if procedure is None else _parse_procedure(procedure)
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
        raise Refusal("card/count", f"{len(cards)} cards where there should be 52", "--deck")
    return cards


def _parse_seats(text: str) -> list[int]:
    if not text.strip():
        raise Refusal("seat/none", "a round needs at least one seat with a wager", "--seats")
    seats: list[int] = []
    for word in text.split(","):
        seat = _parse_seat(word.strip(), "--seats")
        if seat in seats:
            raise Refusal("seat/twice", f"seat {seat} is there twice", "--seats")
        seats.append(seat)
    return sorted(seats)


def _parse_seat(word: str, option: str) -> int:
    if word not in map(str, SEATS):
        raise Refusal("seat/unknown", f"{shown(word)} is not a seat; seats are 1 to 6", option)
    return int(word)


def _check_banker(rules: Rulebook, seats: list[int], banker: str | None) -> None:
    """A player-dealer sits where nobody wagers, and gets the dealer's cards."""
    if not rules.player_dealer:
        if banker is not None:
            raise Refusal("bank/house", "the house banks here; there is no banker", "--banker")
        return
    if banker is not None and _parse_seat(banker.strip(), "--banker") in seats:
        sentence = f"seat {banker.strip()} wagers, so it can't bank"
        raise Refusal("bank/seat_taken", sentence, "--banker", "CA-1.1")
    if len(seats) == len(SEATS):
        sentence = "all six seats wager, so none is left to bank"
        raise Refusal("bank/no_seat", sentence, "--seats", "CA-5.1")


def _parse_procedure(word: str) -> Procedure:
    if word not in PROCEDURES:
        known = ", ".join(PROCEDURES)
        sentence = f"{shown(word)} is not a procedure; the procedures are {known}"
        raise Refusal("deal/procedure", sentence, "--procedure", "Q-26")
    return cast("Procedure", word)
