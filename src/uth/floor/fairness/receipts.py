"""Receipts: everything needed to check a round's shuffle and deal, or a mystery's hidden value.

A receipt exists only for a round that is over, and can be checked on its own. The stand-alone
`verify_receipt.py` next to this file gives the same verdicts without using any other module.
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
"""The largest number in a receipt: exact in every language that reads JSON."""

Procedure = Literal["shoe", "shuffler", "community-first", "hand-held"]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
CardText: TypeAlias = Annotated[str, Meta(pattern="^[2-9TJQKA][cdhs]$", max_length=2)]
Pair: TypeAlias = Annotated[tuple[CardText, ...], Meta(min_length=2, max_length=2)]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A struct with exactly its fields."""


class ReceiptDeal(Strict, frozen=True):
    """Who got which cards; a player-dealer has the dealer's."""

    procedure: Procedure
    seats: dict[Seat, Pair]
    dealer: Pair
    board: Annotated[tuple[CardText, ...], Meta(min_length=5, max_length=5)]


class JournalHead(Strict, frozen=True):
    """A version of the table's journal, and the hash of its chain there."""

    version: Number
    head: str


class Receipt(Strict, frozen=True):
    """A closed round: its seeds, its deck, and the cards dealt from it."""

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
    """None if the round was voided before the deal."""
    journal: JournalHead | None

    @property
    def name(self) -> RoundName:
        return RoundName(self.table, self.round, self.house, self.rulebook)


class MysteryReceipt(Strict, frozen=True):
    """A mystery that was hit: the hidden value, and the amount paid."""

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
    """The receipt of the last round in these events, which must be closed."""
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
        raise Refusal("receipt/too_early", "the seed is revealed when the round is over", "round")
    deck = shuffle.deck()
    if dealt is not None and dealt.deck != deck:
        raise Refusal(
            "receipt/other_deck", "the deck that was dealt is not from this shuffle", "deck"
        )
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
    """The receipt of a mystery that was hit and paid."""
    if not _paid_when_hit(value.name, value.target(), paid):
        raise Refusal("receipt/too_early", "a hidden value is revealed when it is hit", "paid")
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


def _paid_when_hit(name: MysteryName, value: Cents, paid: Cents) -> bool:
    """Whether it was paid by the first wager that brought the meter above its value."""
    return value <= paid <= value + name.increment


def to_text(receipt: AnyReceipt) -> str:
    """A receipt as the text of a file."""
    return msgspec.json.format(msgspec.json.encode(receipt), indent=1).decode() + "\n"


def malformed(sentence: str, where: str = "") -> NoReturn:
    raise Refusal("receipt/malformed", sentence, where)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse duplicate keys: two readers could see two different receipts."""
    entries = dict(pairs)
    if len(entries) != len(pairs):
        malformed("an entry occurs twice")
    return entries


def read_receipt(text: str) -> AnyReceipt:
    """A receipt from its text; anything else is refused."""
    try:
        raw = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        malformed("this is not JSON")
    if not isinstance(raw, dict) or not isinstance(raw.get("format"), str):
        malformed("this is not a receipt: it has no format")
    kind = KINDS.get(raw["format"])
    if kind is None:
        known = " and ".join(KINDS)
        sentence = f"unknown format {shown(raw['format'])}; {known} are known"
        raise Refusal("receipt/format", sentence, "format")
    try:
        receipt = msgspec.convert(raw, kind)
    except UnicodeEncodeError:
        malformed("it contains half a character")
    except msgspec.ValidationError as error:
        sentence, _, where = str(error).replace("`", "").partition(" - at $.")
        malformed(_one_line(sentence[:1].lower() + sentence[1:]), _one_line(where))
    _check_texts(receipt)
    return receipt


def _one_line(text: str) -> str:
    return text.encode("unicode_escape").decode()[:120]


def _check_texts(receipt: AnyReceipt) -> None:
    """Check what the types do not: hashes, names and the range."""
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
            malformed("64 digits of lowercase hex are expected", where)
    for where, text in names.items():
        if not is_line(text):
            malformed("1 to 64 characters on one line are expected", where)


def check_receipt(receipt: AnyReceipt, shown: str = "") -> None:
    """Refuse a receipt whose parts do not match, naming the first that fails.

    `shown` is the commitment that the player saw before the bets closed.
    """
    if isinstance(receipt, Receipt):
        commitment = commitment_of(receipt.name, receipt.seed)
    else:
        commitment = mystery_commitment(receipt.name, receipt.seed)
    if receipt.commitment != commitment:
        sentence = "the commitment does not match the seed"
        raise Refusal("receipt/commitment", sentence, "commitment")
    if shown not in ("", commitment):
        raise Refusal("receipt/not_shown", "you were shown a different commitment", "commitment")
    if isinstance(receipt, Receipt):
        _check_round(receipt)
    else:
        _check_mystery(receipt)


def _check_round(receipt: Receipt) -> None:
    deck = deck_of(receipt.commitment, receipt.seed, receipt.player_seeds)
    _compare("deck", receipt.deck, deck)
    dealt = receipt.deal
    if dealt is None:
        if receipt.ending == "settled":
            _compare("deal.dealer", (), deck[:2])
        return
    places = deal(dealt.procedure, deck, [int(seat) for seat in dealt.seats])
    for seat, cards in sorted(dealt.seats.items()):
        _compare(f"deal.{seat}", cards, places.seats[int(seat)])
    _compare("deal.dealer", dealt.dealer, places.dealer)
    _compare("deal.board", dealt.board, places.board)


def _compare(where: str, cards: tuple[str, ...], expected: Iterable[Card]) -> None:
    """Refuse at the first card that is not the expected one."""
    for text, card in zip_longest(cards, expected):
        if text is None or text != card.text:
            sentence = f"expected {card}, but the receipt has {text or 'nothing'}"
            raise Refusal(f"receipt/{where[:4]}", sentence, where)


def _check_mystery(receipt: MysteryReceipt) -> None:
    value = value_of(receipt.name, receipt.commitment, receipt.seed)
    if receipt.value != value:
        sentence = f"expected {value}, but the receipt has {receipt.value}"
        raise Refusal("receipt/value", sentence, "value")
    if not _paid_when_hit(receipt.name, value, receipt.paid):
        sentence = f"{receipt.paid} was not paid when the value was hit"
        raise Refusal("receipt/paid", sentence, "paid")
