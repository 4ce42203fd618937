"""`uth deal`: who gets which card of a given deck."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import click

from uth.core.cards import Card, parse_cards, print_cards
from uth.core.refusal import Refusal, shown
from uth.rulebook import store
from uth.rulebook.model import Rulebook
from uth.table.dealing import deal as deal_cards
from uth.table.settlement import SEATS

if TYPE_CHECKING:
    from uth.rulebook.model import Procedure

PROCEDURES = ("shoe", "shuffler", "hand-held", "community-first")


@click.command()
@click.option("--house", required=True, help="The house whose rules hold; see `uth houses`.")
@click.option("--deck", required=True, help='All 52 cards, the top one first: "Ah Kd …".')
@click.option("--seats", required=True, help="The seats with wagers: 1,3,4.")
@click.option("--banker", help="The player-dealer's seat; by default the highest free one.")
@click.option("--procedure", help=f"One of {', '.join(PROCEDURES)}; by default the house's own.")
@click.option("--json", "as_json", is_flag=True, help="The answer is always JSON.")
def deal(
    house: str, deck: str, seats: str, banker: str | None, procedure: str | None, as_json: bool
) -> None:
    """Tell who gets which card of a deck.

    The answer is one JSON object: the cards of each seat, the dealer's (or player-dealer's), the
    board, and the rest of the deck, each in the order they are dealt.
    """
    rules = _house(house)
    cards = _deck(deck)
    taken = _seats(seats)
    _check_banker(rules, taken, banker)
    way = rules.dealing.procedure if procedure is None else _procedure(procedure)
    dealt = deal_cards(way, cards, taken)
    told = {
        "seats": {str(seat): print_cards(held) for seat, held in dealt.seats.items()},
        "dealer": print_cards(dealt.dealer),
        "board": print_cards(dealt.board),
        "rest": print_cards(dealt.rest),
    }
    click.echo(json.dumps(told))


def _house(house: str) -> Rulebook:
    try:
        return store.load_house(house)
    except Refusal as refusal:
        raise refusal.at("--house") from None


def _deck(text: str) -> tuple[Card, ...]:
    try:
        cards = parse_cards(text)
    except Refusal as refusal:
        raise refusal.at("--deck") from None
    if len(cards) != 52:
        raise Refusal("card/count", f"{len(cards)} cards where there should be 52", "--deck")
    return cards


def _seats(text: str) -> list[int]:
    if not text.strip():
        raise Refusal("seat/none", "a round needs at least one seat with a wager", "--seats")
    found: list[int] = []
    for word in text.split(","):
        seat = _seat(word.strip(), "--seats")
        if seat in found:
            raise Refusal("seat/twice", f"seat {seat} is there twice", "--seats")
        found.append(seat)
    return sorted(found)


def _seat(word: str, where: str) -> int:
    if word not in map(str, SEATS):
        raise Refusal("seat/unknown", f"{shown(word)} is not a seat; seats are 1 to 6", where)
    return int(word)


def _check_banker(rules: Rulebook, seats: list[int], banker: str | None) -> None:
    """A player-dealer sits where nobody wagers; he gets the dealer's cards."""
    if not rules.player_dealer:
        if banker is not None:
            raise Refusal("bank/house", "the house banks here, there is no banker", "--banker")
        return
    if banker is not None and _seat(banker.strip(), "--banker") in seats:
        sentence = f"seat {banker.strip()} wagers, so it can't bank"
        raise Refusal("bank/seat_taken", sentence, "--banker", "CA-1.1")
    if len(seats) == len(SEATS):
        sentence = "all six seats wager, so none is left to bank"
        raise Refusal("bank/no_seat", sentence, "--seats", "CA-5.1")


def _procedure(word: str) -> Procedure:
    if word not in PROCEDURES:
        known = ", ".join(PROCEDURES)
        sentence = f"{shown(word)} is not a procedure; there are {known}"
        raise Refusal("deal/procedure", sentence, "--procedure", "Q-26")
    return cast("Procedure", word)
