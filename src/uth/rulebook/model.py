"""What a house decides, as frozen typed values; `check` is what makes them from data."""

from __future__ import annotations

from uth.core.record import Record
from uth.rulebook.entries import pay_readers
from uth.rulebook.entries import readers as read
from uth.rulebook.entries.section import OpenSection, Section, entry, entry_of
from uth.rulebook.entries.status import NOT_STATED, read_status
from uth.rulebook.procedures import PROCEDURES
from uth.rulebook.wager_facts import KINDS, WAGER_ENTRIES, WAGER_FACTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Literal

    from uth.core.hands import Category
    from uth.core.money import Cents, Odds
    from uth.rulebook.approval.guard import Departure
    from uth.rulebook.entries.pay_lines import Band, PairLine, Share
    from uth.rulebook.entries.readers import Reader
    from uth.rulebook.entries.status import Status
    from uth.rulebook.procedures import Procedure

    BankKind = Literal["house", "player-dealer"]
    Coverage = Literal["action", "gross"]
    Direction = Literal["right-to-left", "left-to-right", "from-banker"]
    FoldsCollected = Literal["at-fold", "in-place"]
    DealerTurned = Literal["always", "hands-in-play"]

WAGERS = tuple(WAGER_FACTS)
"""Every line of a settlement, in the order of Q-18."""

RESTORED = "restored-from-backup"
"""Why a round that has lost its cards is void, in every house (Q-21)."""

VOID_REASONS = (
    "shuffler-malfunction",
    "wrong-number-of-cards",
    "exposed-card",
    "foreign-or-damaged-card",
    RESTORED,
)


class BankRules(Section):
    """Who pays and collects."""

    kind: BankKind = entry(read.OneOf("house", "player-dealer"))
    house_percentage: int = entry(read.Whole(0, 0))
    coverage: Coverage | None = entry(read.OneOf("action", "gross"), default=None)
    consecutive_rounds: int | None = entry(read.Whole(1, 2), default=None)


class Layout(Section):
    """What the cloth shows."""

    places: int = entry(read.Whole(6, 6))
    circles: tuple[str, ...] = entry(read.texts)
    inscription: str | None = entry(read.text, default=None)
    notice: str | None = entry(read.text, default=None)


class PlayRules(Section):
    """The Play multiples of each street, and what the dealer needs."""

    preflop: tuple[int, ...] = entry(read.multiples)
    flop: tuple[int, ...] = entry(read.multiples)
    river: tuple[int, ...] = entry(read.multiples)
    qualify: Literal["pair", "none"] = entry(read.OneOf("pair", "none"))


class Dealing(Section):
    procedure: Procedure = entry(read.OneOf(*PROCEDURES))


class Settling(Section):
    """The way round the table, and within a seat."""

    direction: Direction = entry(read.OneOf("right-to-left", "left-to-right", "from-banker"))
    antes_first: bool = entry(read.flag)
    order: tuple[str, ...] = entry(read.order)
    folds: FoldsCollected = entry(read.OneOf("at-fold", "in-place"))
    """When the wagers that a fold loses are collected: before all others, or in their place."""
    survives_fold: tuple[str, ...] = entry(read.bonuses)
    """The wagers that the cards still decide after a fold (Q-4)."""
    dealer_turned: DealerTurned = entry(read.OneOf("always", "hands-in-play"))
    """Whether the dealer's cards are turned where everybody has folded."""


class Limits(Section):
    """What each wager placed before the deal must lie between."""

    minimum: Cents = entry(read.amount)
    maximum: Cents = entry(read.amount)
    bonus_minimum: Cents | None = entry(read.bonus_minimum)
    """None: the table's own minimum holds for bonus wagers too."""
    chip: Cents = entry(read.amount)
    grandfathering: bool = entry(read.flag)
    ceiling: Cents | None = entry(read.amount, default=None)
    """The most that any single wager may be, Play included (Q-28)."""
    ceiling_source: str | None = entry(read.text, default=None)
    """Where the figure of the ceiling is from, and its date: no document prints it."""


class Offered(OpenSection):
    """The wagers that the layout has, and which of them only together with another.

    A house does not have what it does not mention.
    """

    readers: ClassVar[dict[str, Reader]] = dict.fromkeys((*WAGER_ENTRIES, "back_line"), read.flag)

    @property
    def back_line(self) -> bool:
        return bool(self.entries["back_line"])


class Choices(OpenSection):
    """Which pay tables are in force, kind by kind."""

    readers: ClassVar[dict[str, Reader]] = dict.fromkeys(KINDS, read.text)

    def chosen(self, kind: str) -> str | None:
        """The name of the pay table in force; None where a house names none."""
        name: str | None = self.entries.get(kind)
        return name


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


class ProgressiveRules(Section):
    """The Five Card Progressive with Envy, and the mystery that its wagers feed."""

    offered: bool = entry(read.flag)
    wager: Cents = entry(read.amount)
    seed: Cents = entry(read.amount)
    main_share: int = entry(read.percent)
    mystery_share: int = entry(read.percent)
    mystery_restart: Cents = entry(read.amount)
    mystery_between: tuple[Cents, Cents] = entry(read.span)
    prizes: dict[Category, Share] = entry(pay_readers.prizes)
    envy: dict[Category, Cents] = entry(pay_readers.envy)


class Payouts(Section):
    """Caps on winnings, and what waits for the floor."""

    maximum_on: tuple[str, ...] = entry(read.wagers)
    """The wagers whose winnings count towards the maximum (Q-12)."""
    maximum: Cents | None = entry(read.amount, default=None)
    aggregate: dict[str, Cents] | None = entry(read.aggregate, default=None)
    approval_above: Cents | None = entry(read.amount, default=None)


class Conduct(Section):
    leaving_forfeits: bool = entry(read.flag)
    tuck_under_blind: bool = entry(read.flag)
    void_reasons: tuple[str, ...] = entry(read.ListOf(read.OneOf(*VOID_REASONS)))
    """Why the floor may void a round (Q-21)."""


class Collection(Section):
    """Flat fees (CA-11): from the bank by table action or per square, and from players by wager."""

    drop: Literal["before-deal", "after-settlement"] = entry(
        read.OneOf("before-deal", "after-settlement"), default="before-deal"
    )
    schedule: int | None = entry(read.Whole(1, 24), default=None)
    action: tuple[Band, ...] | None = entry(pay_readers.bands, default=None)
    square: tuple[Band, ...] | None = entry(pay_readers.bands, default=None)
    player: tuple[Band, ...] | None = entry(pay_readers.bands, default=None)

    @property
    def in_force(self) -> bool:
        return any(bands is not None for bands in (self.action, self.square, self.player))


class Rulebook(Record):
    """One house, whole: nothing else says how its game is dealt, settled or paid."""

    id: str
    name: str
    document: str
    approved_on: str | None
    """The day of its approval, in force from then on; None where its document has none."""
    bank: BankRules
    layout: Layout
    play: PlayRules
    dealing: Dealing
    settlement: Settling
    limits: Limits
    wagers: Offered
    tables: Choices
    progressive: ProgressiveRules
    payouts: Payouts
    conduct: Conduct
    collection: Collection
    pays: PayTables
    cites: dict[str, tuple[str, ...]]
    sources: dict[str, str]
    """Entry → the clause it rests on."""
    source: dict[str, Any]
    """The data it was made from, resolved: the house, and the pay tables and schedule in force."""
    extends: str = ""
    """The house that a house of one's own departs from; empty for an approved one."""

    @property
    def approved(self) -> bool:
        """Whether it is one of the approved houses, and not one's own (Q-29)."""
        return not self.extends

    @property
    def departures(self) -> tuple[Departure, ...]:
        """In what it departs from the document of the house that it extends, entry by entry."""
        if self.extends in ("", "base"):
            return ()
        from uth.rulebook.approval.guard import departures
        from uth.rulebook.store import file_of

        return (*departures(self.source["house"], file_of(self.extends)),)

    @property
    def player_dealer(self) -> bool:
        return self.bank.kind == "player-dealer"

    def entry(self, path: str) -> Any:
        """The value of an entry by its path, `progressive.wager`; None where it is left open."""
        section, field = path.split(".")
        return entry_of(getattr(self, section), field)

    def status(self, path: str) -> Status:
        """What an entry may be at a table of this house."""
        section, field = path.split(".")
        entry = self.source["house"][section].get(field, NOT_STATED)
        return read_status(getattr(self, section).readers[field], entry)

    def choices(self, path: str) -> tuple[Any, ...]:
        """What an entry may be, where that is one of a few; none where it is free."""
        return self.status(path).values

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

    def __repr__(self) -> str:
        return f"Rulebook({self.id!r})"

    def __hash__(self) -> int:
        return id(self)
