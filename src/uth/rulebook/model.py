"""What a house decides, as frozen typed values; `check` is what makes them from data."""

from __future__ import annotations

from uth.core.record import Record
from uth.rulebook.wager_facts import WAGER_FACTS, approved_entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal, Self

    from uth.core.cards import Card
    from uth.core.hands import Category
    from uth.core.money import Cents, Odds

    BankKind = Literal["house", "player-dealer"]
    Coverage = Literal["gross", "action", "net"]
    Procedure = Literal["shoe", "shuffler", "community-first", "hand-held"]
    Direction = Literal["right-to-left", "left-to-right", "from-banker"]

WAGERS = tuple(WAGER_FACTS)
"""Every line of a settlement, in the order of Q-18."""

ONE_EACH, TWO_EACH, COMMUNITY = "one card to each hand", "two cards to each hand", "the five"
"""The steps of a deal; the hands are those of the seats, clockwise, and then the dealer's."""


class DealingProcedure(Record):
    """What is dealt first, and what follows (Q-26)."""

    steps: tuple[str, ...]
    board_in_hand: bool = False
    """Whether the dealer holds the board until it is turned (LW-2), instead of laying it down."""


PROCEDURES: Mapping[str, DealingProcedure] = {
    "shoe": DealingProcedure((ONE_EACH, ONE_EACH, COMMUNITY)),
    "shuffler": DealingProcedure((TWO_EACH, COMMUNITY)),
    "community-first": DealingProcedure((COMMUNITY, TWO_EACH)),
    "hand-held": DealingProcedure((TWO_EACH, COMMUNITY), board_in_hand=True),
}


class Bank(Record):
    """Who pays and collects."""

    kind: BankKind
    house_percentage: int
    coverage: Coverage | None = None
    consecutive_rounds: int | None = None


class Layout(Record):
    """What the cloth shows."""

    places: int
    circles: tuple[str, ...]
    inscription: str | None = None
    notice: str | None = None


class Play(Record):
    """The Play multiples of each street, and what the dealer needs."""

    preflop: tuple[int, ...]
    flop: tuple[int, ...]
    river: tuple[int, ...]
    qualify: Literal["pair", "none"]


class Dealing(Record):
    procedure: Procedure


class Settling(Record):
    """The way round the table, and within a seat."""

    direction: Direction
    antes_first: bool
    order: tuple[str, ...]


class Limits(Record):
    """What each wager placed before the deal must lie between."""

    minimum: Cents
    maximum: Cents
    bonus_minimum: Cents | None
    """None: the table's own minimum holds for bonus wagers too."""
    chip: Cents
    grandfathering: bool
    minimum_choices: tuple[Cents, ...] | None = None
    minimum_within: tuple[Cents, Cents] | None = None
    maximum_within: tuple[Cents, Cents] | None = None


class OpenSection(Record):
    """A section whose entries depend on which wagers there are."""

    entries: dict[str, Any]

    def __init__(self, **entries: Any) -> None:
        super().__init__(entries)

    def replace(self, **changes: Any) -> Self:
        return type(self)(**{**self.entries, **changes})


def entry_of(section: Record | None, field: str) -> Any:
    """The value of an entry; None where it is left open, or its section can't be read."""
    if isinstance(section, OpenSection):
        return section.entries.get(field)
    return getattr(section, field, None)


class Offered(OpenSection):
    """The wagers that the layout has; a house does not have what it does not mention."""

    @property
    def back_line(self) -> bool:
        return bool(self.entries["back_line"])


class Choices(OpenSection):
    """Which pay tables are in force, and which ones the house may choose from, kind by kind."""

    def chosen(self, kind: str) -> str | None:
        """The name of the pay table in force; None where a house names none."""
        name: str | None = self.entries.get(kind)
        return name

    def approved(self, kind: str) -> tuple[str, ...] | None:
        names: tuple[str, ...] | None = self.entries.get(approved_entry(kind))
        return names


class Pattern(Record):
    """A two-card holding: `AhAd` by its cards, `AA`, `AKs`, `AKo` by its kind."""

    text: str
    cards: frozenset[Card] | None
    ranks: frozenset[int]
    suited: bool | None

    def fits(self, holding: tuple[Card, ...]) -> bool:
        if self.cards is not None:
            return self.cards == set(holding)
        one, two = holding
        if self.ranks != {one.rank, two.rank}:
            return False
        return self.suited is None or self.suited == (one.suit == two.suit)


class PairLine(Record):
    """A line of a pay table by holding; `dealer` where the dealer's cards count too (LW-10)."""

    hands: tuple[Pattern, ...]
    pays: Odds
    dealer: tuple[Pattern, ...] | None = None

    def fits(self, holding: tuple[Card, ...], dealer: tuple[Card, ...]) -> bool:
        return any(hand.fits(holding) for hand in self.hands) and (
            self.dealer is None or any(hand.fits(dealer) for hand in self.dealer)
        )


class PayTables(Record):
    """The pay tables in force by wager: odds by category, or lines by holding."""

    by_wager: dict[str, Any]
    assumed: frozenset[str] = frozenset()
    """The wagers whose pay table no document prints."""

    def by_category(self, wager: str) -> dict[Category, Odds]:
        """What a wager pays by a hand's category; a category that is not there pays nothing."""
        pays: dict[Category, Odds] = self.by_wager[wager]
        return pays

    def by_holding(self, wager: str) -> tuple[PairLine, ...]:
        """What a wager pays by two cards; the first line that fits pays."""
        lines: tuple[PairLine, ...] = self.by_wager[wager]
        return lines


class Share(Record):
    """A part of a meter in hundredths of a per cent, or a fixed prize in cents."""

    basis_points: int | None
    fixed: Cents | None


class Progressive(Record):
    """The Five Card Progressive with Envy, and the mystery that its wagers feed."""

    offered: bool
    wager: Cents
    seed: Cents
    main_share: int
    mystery_share: int
    mystery_restart: Cents
    mystery_between: tuple[Cents, Cents]
    prizes: dict[Category, Share]
    envy: dict[Category, Cents]


class Payouts(Record):
    """Caps on winnings, and what waits for the floor."""

    maximum_on: Literal["base", "all"]
    maximum: Cents | None = None
    aggregate: dict[str, Cents] | None = None
    approval_above: Cents | None = None


class Conduct(Record):
    leaving_forfeits: bool
    tuck_under_blind: bool


class Band(Record):
    """A flat fee from an amount up to the next band's."""

    start: Cents
    fee: Cents


class Collection(Record):
    """Flat fees (CA-11): from the bank by table action or per square, and from players by wager."""

    drop: Literal["before-deal", "after-settlement"] = "before-deal"
    schedule: int | None = None
    action: tuple[Band, ...] | None = None
    square: tuple[Band, ...] | None = None
    player: tuple[Band, ...] | None = None

    @property
    def in_force(self) -> bool:
        return any(bands is not None for bands in (self.action, self.square, self.player))


class Rulebook(Record):
    """One house, whole: nothing else says how its game is dealt, settled or paid."""

    id: str
    name: str
    document: str
    bank: Bank
    layout: Layout
    play: Play
    dealing: Dealing
    settlement: Settling
    limits: Limits
    wagers: Offered
    tables: Choices
    progressive: Progressive
    payouts: Payouts
    conduct: Conduct
    collection: Collection
    pays: PayTables
    cites: dict[str, tuple[str, ...]]
    sources: dict[str, str]
    """Entry → the clause it rests on."""
    source: dict[str, Any]
    """The data it was made from, resolved: the house, and the pay tables and schedule in force."""

    @property
    def player_dealer(self) -> bool:
        return self.bank.kind == "player-dealer"

    def entry(self, path: str) -> Any:
        """The value of an entry by its path, `progressive.wager`; None where it is left open."""
        section, field = path.split(".")
        return entry_of(getattr(self, section), field)

    def offers(self, wager: str) -> bool:
        """Whether the house has this wager."""
        facts = WAGER_FACTS.get(wager)
        if facts is None:
            return False
        if facts.comes_with:
            return self.offers(facts.comes_with)
        return not facts.offered or bool(self.entry(facts.offered))

    def needed_with(self, wager: str) -> str:
        """The wager that this one may be staked with only; empty where it needs none."""
        facts = WAGER_FACTS[wager]
        return facts.needs if facts.needs and self.wagers.entries.get(facts.needs_entry) else ""

    def cite(self, occasion: str) -> tuple[str, ...]:
        """The clauses that say so in this house; none where no document does."""
        return self.cites.get(occasion, ())

    def __hash__(self) -> int:
        return id(self)
