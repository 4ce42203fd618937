"""The fields of a rulebook: which there are, section by section, and how each is read."""

from __future__ import annotations

from uth.rulebook import model, readers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from uth.rulebook.readers import Reader

SECTIONS: Mapping[str, tuple[type, Mapping[str, Reader]]] = {
    "bank": (
        model.Bank,
        {
            "kind": readers.OneOf("house", "player-dealer"),
            "house_percentage": readers.Whole(0, 0),
            "coverage": readers.OneOf("gross", "action", "net"),
            "consecutive_rounds": readers.Whole(1, 2),
        },
    ),
    "layout": (
        model.Layout,
        {
            "places": readers.Whole(6, 6),
            "circles": readers.texts,
            "inscription": readers.text,
            "notice": readers.text,
        },
    ),
    "play": (
        model.Play,
        {
            "preflop": readers.multiples,
            "flop": readers.multiples,
            "river": readers.multiples,
            "qualify": readers.OneOf("pair", "none"),
        },
    ),
    "dealing": (
        model.Dealing,
        {"procedure": readers.OneOf("shoe", "shuffler", "community-first", "hand-held")},
    ),
    "settlement": (
        model.Settling,
        {
            "direction": readers.OneOf("right-to-left", "left-to-right", "from-banker"),
            "antes_first": readers.flag,
            "order": readers.order,
        },
    ),
    "limits": (
        model.Limits,
        {
            "minimum": readers.amount,
            "maximum": readers.amount,
            "bonus_minimum": readers.bonus_minimum,
            "chip": readers.amount,
            "grandfathering": readers.flag,
            "minimum_choices": readers.amounts,
            "minimum_within": readers.span,
            "maximum_within": readers.span,
        },
    ),
    "wagers": (
        model.Offered,
        {
            "trips": readers.flag,
            "bad_beat": readers.flag,
            "bad_beat_needs_trips": readers.flag,
            "ultimate_pairs": readers.flag,
            "back_line": readers.flag,
            "approved_back_line": readers.flag,
        },
    ),
    "tables": (
        model.Choices,
        {
            "paytable": readers.text,
            "bad_beat": readers.text,
            "ultimate_pairs": readers.text,
            "approved_paytables": readers.texts,
            "approved_bad_beats": readers.texts,
            "approved_ultimate_pairs": readers.texts,
        },
    ),
    "progressive": (
        model.Progressive,
        {
            "offered": readers.flag,
            "wager": readers.amount,
            "seed": readers.amount,
            "main_share": readers.percent,
            "mystery_share": readers.percent,
            "mystery_restart": readers.amount,
            "mystery_between": readers.span,
            "prizes": readers.prizes,
            "envy": readers.envy,
        },
    ),
    "payouts": (
        model.Payouts,
        {
            "maximum_on": readers.OneOf("base", "all"),
            "maximum": readers.amount,
            "aggregate": readers.aggregate,
            "approval_above": readers.amount,
        },
    ),
    "conduct": (
        model.Conduct,
        {"leaving_forfeits": readers.flag, "tuck_under_blind": readers.flag},
    ),
    "collection": (
        model.Collection,
        {
            "drop": readers.OneOf("before-deal", "after-settlement"),
            "schedule": readers.Whole(1, 24),
            "action": readers.bands,
            "square": readers.bands,
            "player": readers.bands,
        },
    ),
}

TABLE_KINDS: Mapping[str, Mapping[str, Reader]] = {
    "paytable": {"blind": readers.blind_pays, "trips": readers.trips_pays},
    "bad_beat": {"pays": readers.bad_beat_pays},
    "ultimate_pairs": {"pays": readers.pair_lines},
}
HEAD: Mapping[str, Reader] = {
    "id": readers.identifier,
    "name": readers.text,
    "document": readers.text,
}
