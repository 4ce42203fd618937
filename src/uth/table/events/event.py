"""What every event has, and what many have: a player, a seat, stakes, an amount, chips."""

from __future__ import annotations

from typing import Literal

import msgspec

from uth.core.money import Cents

Clauses = tuple[str, ...]
Shuffler = Literal["main", "back-up"]


class Event(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True, kw_only=True):
    """Something that happened, enough to say what money moved, and the clauses it rests on."""

    clauses: Clauses = ()


class PlayerEvent(Event, frozen=True):
    player: str


class SeatEvent(PlayerEvent, frozen=True):
    seat: int


class StakesEvent(SeatEvent, frozen=True):
    wagers: dict[str, Cents]
    before: Cents = 0


class AmountEvent(SeatEvent, frozen=True):
    amount: Cents


class ChipsEvent(PlayerEvent, frozen=True):
    chips: Cents
