"""The product's settlement of the same rounds, through the functions that `uth settle` calls."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from tests.oracle.rounds import Table
from uth.cli.fast_settle import settle_text, settlement_json
from uth.cli.round_json import OPTIONS
from uth.core.cards import parse_cards
from uth.core.money import parse_dollars
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import with_settings
from uth.table.collection import player_fee
from uth.table.settling.settlement import Backer, DealtSpot, award_from, settle

Json = dict[str, Any]

_OPTION_OF = {path: option for option, path in OPTIONS.items()}


def options_of(table: Table) -> Json | None:
    """Its settings as options of `uth settle`; None where there is no option for one of them."""
    options = {
        _OPTION_OF.get((section, entry), ""): value
        for section, entries in table.settings.items()
        for entry, value in entries.items()
    }
    return None if "" in options else options


def command_answer(table: Table, played: Json) -> Json | None:
    """What `uth settle` answers; None where it has no option for a setting of the table."""
    options = options_of(table)
    if options is None:
        return None
    return settle_text(json.dumps({**played, "options": options}))


def product_answer(table: Table, played: Json) -> Json:
    """The same, by the functions it calls; with bettors and clauses in order, and players' fees."""
    rules = _rules(table.house, json.dumps(table.settings))
    spots = [_spot(seat) for seat in played["seats"]]
    board, awards = parse_cards(played["board"]), None
    if any("progressive" in spot.wagers for spot in spots):
        awards = award_from(rules, parse_dollars(played["meter"]), board[:3], spots)
    settlement = settle(
        rules,
        board,
        parse_cards(played["dealer"]) if "dealer" in played else (),
        spots,
        played.get("banker"),
        parse_dollars(played["bank"]) if "bank" in played else None,
        awards,
    )
    return {
        **settlement_json(rules, spots, settlement),
        "bettors": [row.backer for row in settlement.rows],
        "clauses": [row.clauses for row in settlement.rows],
        "player_fees": [
            player_fee(rules.collection, sum(wagers.values()))
            for spot in spots
            for wagers in (spot.wagers, *(backer.wagers for backer in spot.backers))
        ],
    }


@lru_cache(16)
def _rules(house: str, settings: str) -> Rulebook:
    return with_settings(house, json.loads(settings))


def _spot(seat: Json) -> DealtSpot:
    return DealtSpot(
        seat["seat"],
        parse_cards(seat["cards"]),
        0 if seat["play"] == "fold" else seat["play"],
        _stakes(seat["wagers"]),
        tuple(Backer(one["name"], _stakes(one["wagers"])) for one in seat.get("back_line", [])),
    )


def _stakes(wagers: dict[str, str]) -> dict[str, int]:
    return {wager: parse_dollars(stake) for wager, stake in wagers.items()}
