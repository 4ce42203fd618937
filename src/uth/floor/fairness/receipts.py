"""Receipts: all that is needed to check a round's shuffle and deal, or a mystery's hidden value.

A receipt is made only of a round that is over. Checking one needs nothing but the receipt; the
stand-alone `verify_receipt.py` beside this file gives the same verdicts without any of our code.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import zip_longest
from typing import Annotated, Any, Literal, NoReturn, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.cards import Card
from uth.core.money import Cents
from uth.core.refusal import Refusal, shown
from uth.floor.fairness.mystery_value import HiddenValue, MysteryName, mystery_commitment, value_of
from uth.floor.fairness.seeded_draw import is_hash, is_line
from uth.floor.fairness.shuffle import SEATS, ClosedShuffle, RoundName, Seat, commitment_of, deck_of
from uth.table import events as e
from uth.table.dealing import deal

ROUND_FORMAT: Literal["uth-receipt/1"] = "uth-receipt/1"
MYSTERY_FORMAT: Literal["uth-mystery/1"] = "uth-mystery/1"
MOST = 10**15
"""The largest number that a receipt may hold: exact in every language that reads JSON."""

Procedure = Literal["shoe", "shuffler", "community-first", "hand-held"]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
CardText: TypeAlias = Annotated[str, Meta(pattern="^[2-9TJQKA][cdhs]$", max_length=2)]
Pair: TypeAlias = Annotated[tuple[CardText, ...], Meta(min_length=2, max_length=2)]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every field is there, and no other."""


class ReceiptDeal(Strict, frozen=True):
    """Who got which cards; a player-dealer holds the dealer's."""

    procedure: Procedure
    seats: dict[Seat, Pair]
    dealer: Pair
    board: Annotated[tuple[CardText, ...], Meta(min_length=5, max_length=5)]


class JournalHead(Strict, frozen=True):
    """How far the table's journal had come, and the hash of its chain there."""

    version: Number
    head: str


class Receipt(Strict, frozen=True):
    """A round that is over: its seeds, its deck, and what was dealt from it."""

    format: Literal["uth-receipt/1"]
    table: str
    round: Annotated[int, Meta(ge=1, le=MOST)]
    house: str
    rulebook: str
    commitment: str
    seed: str
    player_seeds: dict[Seat, str]
    deck: Annotated[tuple[CardText, ...], Meta(min_length=52, max_length=52)]
    ending: Literal["settled", "void"]
    deal: ReceiptDeal | None
    """None where the round was void before any card was dealt."""
    journal: JournalHead | None

    @property
    def name(self) -> RoundName:
        return RoundName(self.table, self.round, self.house, self.rulebook)


class MysteryReceipt(Strict, frozen=True):
    """A mystery that was hit: the value that the meter had to exceed, and what was paid."""

    format: Literal["uth-mystery/1"]
    meter: str
    number: Annotated[int, Meta(ge=1, le=MOST)]
    low: Number
    high: Number
    increment: Number
    commitment: str
    seed: str
    value: Number
    paid: Number
    journal: JournalHead | None

    @property
    def name(self) -> MysteryName:
        return MysteryName(self.meter, self.number, self.low, self.high, self.increment)


AnyReceipt = Receipt | MysteryReceipt
KINDS: dict[str, type[AnyReceipt]] = {ROUND_FORMAT: Receipt, MYSTERY_FORMAT: MysteryReceipt}


def receipt_of(
    shuffle: ClosedShuffle, events: Iterable[e.Event], journal: JournalHead | None = None
) -> Receipt:
    """The receipt of the last round in these events, which must be over."""
    dealt: e.Dealt | None = None
    closed: e.RoundClosed | None = None
    for event in events:
        if isinstance(event, e.BetsClosed):
            dealt = closed = None
        elif isinstance(event, e.Dealt):
            dealt = event
        elif isinstance(event, e.RoundClosed):
            closed = event
    if closed is None or closed.round != shuffle.name.round:
        raise Refusal(
            "receipt/too_early", "a round's seed is shown when the round is over", "round"
        )
    deck = shuffle.deck()
    if dealt is not None and dealt.deck != deck:
        raise Refusal("receipt/other_deck", "this deck was not dealt from this shuffle", "deck")
    name = shuffle.name
    return Receipt(
        format=ROUND_FORMAT,
        table=name.table,
        round=name.round,
        house=name.house,
        rulebook=name.rulebook,
        commitment=shuffle.commitment,
        seed=shuffle.seed.open().hex(),
        player_seeds=shuffle.mixed,
        deck=_texts(deck),
        ending="void" if closed.void else "settled",
        deal=_deal(dealt) if dealt is not None else None,
        journal=journal,
    )


def _deal(dealt: e.Dealt) -> ReceiptDeal:
    procedure = msgspec.convert(dealt.procedure, Procedure)
    places = deal(procedure, dealt.deck, dealt.seats)
    seats = {SEATS[seat]: _texts(cards) for seat, cards in places.seats.items()}
    return ReceiptDeal(procedure, seats, _texts(places.dealer), _texts(places.board))


def _texts(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.text for card in cards)


def mystery_receipt(
    value: HiddenValue, paid: Cents, journal: JournalHead | None = None
) -> MysteryReceipt:
    """The receipt of a mystery that has been hit and paid."""
    if not _in_step(value.name, value.target(), paid):
        raise Refusal("receipt/too_early", "a hidden value is shown when it is hit", "paid")
    name = value.name
    return MysteryReceipt(
        format=MYSTERY_FORMAT,
        meter=name.meter,
        number=name.number,
        low=name.low,
        high=name.high,
        increment=name.increment,
        commitment=value.commitment,
        seed=value.seed.open().hex(),
        value=value.target(),
        paid=paid,
        journal=journal,
    )


def _in_step(name: MysteryName, value: Cents, paid: Cents) -> bool:
    """The first wager to bring the meter above its value wins it: not earlier, not later."""
    return value <= paid <= value + name.increment


def to_text(receipt: AnyReceipt) -> str:
    """A receipt as the file that players keep."""
    return msgspec.json.format(msgspec.json.encode(receipt), indent=1).decode() + "\n"


def malformed(sentence: str, where: str = "") -> NoReturn:
    raise Refusal("receipt/malformed", sentence, where)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Two entries of one name would let two readers see two receipts."""
    found = dict(pairs)
    if len(found) != len(pairs):
        malformed("an entry is there twice")
    return found


def read_receipt(text: str) -> AnyReceipt:
    """A receipt from its text; whatever is not exactly one is refused."""
    try:
        raw = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        malformed("this is not JSON")
    if not isinstance(raw, dict) or not isinstance(raw.get("format"), str):
        malformed("this is not a receipt: it names no format")
    kind = KINDS.get(raw["format"])
    if kind is None:
        known = " and ".join(KINDS)
        said = shown(raw["format"])
        raise Refusal("receipt/format", f"{said} is not known here; {known} are", "format")
    try:
        receipt = msgspec.convert(raw, kind)
    except UnicodeEncodeError:
        malformed("half a character stands in it")
    except msgspec.ValidationError as error:
        sentence, _, where = str(error).replace("`", "").partition(" - at $.")
        malformed(_one_line(sentence[:1].lower() + sentence[1:]), _one_line(where))
    _check_texts(receipt)
    return receipt


def _one_line(text: str) -> str:
    return text.encode("unicode_escape").decode()[:120]


def _check_texts(receipt: AnyReceipt) -> None:
    """What the types alone do not say."""
    hashes = {"commitment": receipt.commitment, "seed": receipt.seed}
    if receipt.journal is not None:
        hashes["journal.head"] = receipt.journal.head
    if isinstance(receipt, Receipt):
        hashes["rulebook"] = receipt.rulebook
        names = {"table": receipt.table, "house": receipt.house}
        names |= {f"player_seeds.{seat}": text for seat, text in receipt.player_seeds.items()}
    else:
        names = {"meter": receipt.meter}
        if receipt.low > receipt.high:
            malformed("the range ends before it begins", "low")
    for where, text in hashes.items():
        if not is_hash(text):
            malformed("64 digits of lower-case hex are expected", where)
    for where, text in names.items():
        if not is_line(text):
            malformed("1 to 64 characters on one line are expected", where)


def check_receipt(receipt: AnyReceipt, shown: str = "") -> None:
    """Refuse a receipt whose parts do not follow from one another, naming the first that fails.

    `shown` is the commitment that the player was shown before the bets closed.
    """
    if isinstance(receipt, Receipt):
        commitment = commitment_of(receipt.name, receipt.seed)
    else:
        commitment = mystery_commitment(receipt.name, receipt.seed)
    if receipt.commitment != commitment:
        sentence = "it is not that of this seed and what it is for"
        raise Refusal("receipt/commitment", sentence, "commitment")
    if shown not in ("", commitment):
        raise Refusal("receipt/not_shown", "you were shown another commitment", "commitment")
    if isinstance(receipt, Receipt):
        _check_round(receipt)
    else:
        _check_mystery(receipt)


def _check_round(receipt: Receipt) -> None:
    deck = deck_of(receipt.commitment, receipt.seed, receipt.player_seeds)
    _compare("deck", receipt.deck, deck)
    said = receipt.deal
    if said is None:
        if receipt.ending == "settled":
            _compare("deal.dealer", (), deck[:2])
        return
    places = deal(said.procedure, deck, [int(seat) for seat in said.seats])
    for seat, cards in sorted(said.seats.items()):
        _compare(f"deal.{seat}", cards, places.seats[int(seat)])
    _compare("deal.dealer", said.dealer, places.dealer)
    _compare("deal.board", said.board, places.board)


def _compare(where: str, said: tuple[str, ...], gives: Iterable[Card]) -> None:
    """Name the first card that is not the one it should be."""
    for one, card in zip_longest(said, gives):
        if one is None or one != card.text:
            sentence = f"{one or 'nothing'} is there, not {card}"
            raise Refusal(f"receipt/{where[:4]}", sentence, where)


def _check_mystery(receipt: MysteryReceipt) -> None:
    value = value_of(receipt.name, receipt.commitment, receipt.seed)
    if receipt.value != value:
        raise Refusal("receipt/value", f"{receipt.value} is there; the seed gives {value}", "value")
    if not _in_step(receipt.name, value, receipt.paid):
        raise Refusal("receipt/paid", f"{receipt.paid} was paid, not as it was hit", "paid")
