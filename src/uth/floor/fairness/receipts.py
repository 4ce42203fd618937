"""Receipts: everything needed to check a round's shuffle and deal, or a mystery's hidden value.

A receipt exists only for a round that is over, and can be checked on its own. The stand-alone
`verify_receipt.py` next to this file gives the same verdicts. It shares no code, list or sentence
with the program on purpose, so that a player need not trust it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from uth.core.cards import Card
from uth.core.money import Cents
from uth.core.refusal import Refusal, one_line
from uth.floor.fairness.mystery_value import HiddenValue, MysteryName, value_of
from uth.floor.fairness.seeded_draw import commitment_of, is_hash, is_line
from uth.floor.fairness.shuffle import SEATS, ClosedShuffle, RoundName, Seat, deck_of
from uth.rulebook.procedures import PROCEDURES
from uth.table import events as e
from uth.table.dealing import deal

FORMATS = (RoundName.format, MysteryName.format)
MOST = 10**15
"""The largest number in a receipt: exact in every language that reads JSON."""
MISSING = "–"
"""In a refusal, for a card that a receipt does not have."""

if TYPE_CHECKING:
    from uth.rulebook.procedures import Procedure
else:
    Procedure = Literal[tuple(PROCEDURES)]
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


class Receipt(Strict, frozen=True, tag_field="format", tag=RoundName.format):
    """A closed round: its seeds, its deck, and the cards dealt from it."""

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


class MysteryReceipt(Strict, frozen=True, tag_field="format", tag=MysteryName.format):
    """A mystery that was hit: the hidden value, and the amount paid."""

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


AnyReceipt: TypeAlias = Receipt | MysteryReceipt


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
        raise Refusal("receipt/too_early", where="round")
    deck = shuffle.deck()
    if dealt is not None and dealt.deck != deck:
        raise Refusal("receipt/other_deck", where="deck")
    return Receipt(
        **asdict(shuffle.name),
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
        raise Refusal("receipt/not_hit", where="paid")
    return MysteryReceipt(
        **asdict(value.name),
        commitment=value.commitment,
        seed=value.seed.open().hex(),
        value=value.target(),
        paid=paid,
        journal=journal,
    )


def _paid_when_hit(name: MysteryName, value: Cents, paid: Cents) -> bool:
    """Whether it was paid by the first wager that brought the meter above its value."""
    return value <= paid <= value + name.increment


def malformed(defect: str, where: str = "") -> NoReturn:
    raise Refusal("receipt/malformed", defect=defect, where=where)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse duplicate keys: two readers could see two different receipts."""
    entries = dict(pairs)
    if len(entries) != len(pairs):
        malformed("twice")
    return entries


def read_receipt(text: str) -> AnyReceipt:
    """A receipt from its text; anything else is refused."""
    try:
        raw = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        malformed("not_json")
    if not isinstance(raw, dict) or not isinstance(raw.get("format"), str):
        malformed("no_format")
    if raw["format"] not in FORMATS:
        raise Refusal("receipt/format", format=raw["format"], known=FORMATS, where="format")
    try:
        receipt: AnyReceipt = msgspec.convert(raw, AnyReceipt)
    except UnicodeEncodeError:
        malformed("half_character")
    except msgspec.ValidationError as error:
        where = str(error).partition(" - at `$.")[2].rstrip("`")
        malformed("entries", one_line(where)[:120])
    _check_texts(receipt)
    return receipt


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
            malformed("range", "low")
    for where, text in hashes.items():
        if not is_hash(text):
            malformed("hash", where)
    for where, text in names.items():
        if not is_line(text):
            malformed("line", where)


def check_receipt(receipt: AnyReceipt, shown: str = "") -> None:
    """Refuse a receipt whose parts do not match, naming the first that fails.

    `shown` is the commitment that the player saw before the bets closed.
    """
    commitment = commitment_of(receipt.name, receipt.seed)
    if receipt.commitment != commitment:
        raise Refusal("receipt/commitment", where="commitment")
    if shown not in ("", commitment):
        raise Refusal("receipt/not_shown", where="commitment")
    if isinstance(receipt, Receipt):
        _check_round(receipt)
    else:
        _check_mystery(receipt)


def _check_round(receipt: Receipt) -> None:
    deck = deck_of(receipt.commitment, receipt.seed, receipt.player_seeds)
    _compare("receipt/deck", "deck", receipt.deck, deck)
    dealt = receipt.deal
    if dealt is None:
        if receipt.ending == "settled":
            _compare("receipt/deal", "deal.dealer", (), deck[:2])
        return
    places = deal(dealt.procedure, deck, [int(seat) for seat in dealt.seats])
    for seat, cards in sorted(dealt.seats.items()):
        _compare("receipt/deal", f"deal.{seat}", cards, places.seats[int(seat)])
    _compare("receipt/deal", "deal.dealer", dealt.dealer, places.dealer)
    _compare("receipt/deal", "deal.board", dealt.board, places.board)


def _compare(code: str, where: str, cards: tuple[str, ...], expected: Iterable[Card]) -> None:
    """Refuse at the first card that is not the expected one."""
    for text, card in zip_longest(cards, expected):
        if text is None or text != card.text:
            raise Refusal(code, expected=card.text, card=text or MISSING, where=where)


def _check_mystery(receipt: MysteryReceipt) -> None:
    value = value_of(receipt.name, receipt.commitment, receipt.seed)
    if receipt.value != value:
        raise Refusal("receipt/value", expected=value, value=receipt.value, where="value")
    if not _paid_when_hit(receipt.name, value, receipt.paid):
        raise Refusal("receipt/paid", paid=receipt.paid, where="paid")
