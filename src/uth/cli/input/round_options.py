"""The `options` of a finished round: changes to the house's rulebook."""

from __future__ import annotations

from uth.cli.input.json_fields import amount_value, object_fields
from uth.core.refusal import Refusal, Refusals, shown
from uth.rulebook import store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.rulebook.model import Rulebook

OPTIONS = {
    "paytable": ("tables", "paytable"),
    "bad_beat": ("tables", "bad_beat"),
    "ultimate_pairs": ("tables", "ultimate_pairs"),
    "coverage": ("bank", "coverage"),
    "schedule": ("collection", "schedule"),
    "minimum": ("limits", "minimum"),
    "maximum": ("limits", "maximum"),
    "max_payout": ("payouts", "maximum"),
    "aggregate": ("payouts", "aggregate"),
    "bad_beat_needs_trips": ("wagers", "bad_beat_needs_trips"),
}
"""Option → section and field of the rulebook."""

_NEEDED_WAGER = {
    "bad_beat": "bad_beat",
    "bad_beat_needs_trips": "bad_beat",
    "ultimate_pairs": "ultimate_pairs",
}
"""Option → the wager that the house must offer."""


def rules_with_options(house: Any, options: Any) -> Rulebook:
    """The rulebook of a house with the options applied and checked."""
    if not isinstance(house, str):
        raise Refusal("house/unknown", f"{shown(house)} should be the id of a house", "house")
    try:
        raw = store.raw_house(house)
    except Refusal as refusal:
        raise refusal.at("house") from None
    for name, value in object_fields(options, "options", tuple(OPTIONS)).items():
        wager = _NEEDED_WAGER.get(name)
        if wager and not raw["wagers"][wager]["value"]:
            raise Refusal("options/not_offered", f"{house} has no {wager} wager", f"options.{name}")
        section, field = OPTIONS[name]
        entry = raw[section][field]
        if name == "max_payout" and "value" in entry:
            _check_max_payout(entry, value)
        value = _schedule_number(value) if name == "schedule" else value
        raw[section][field] = {**entry, "value": value}
    try:
        return store.load_raw(raw)
    except Refusals as refusals:
        raise _at_option(refusals.defects[0]) from None


def _schedule_number(value: Any) -> Any:
    """A schedule may be given as a number or as its digits."""
    digits = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 5
    return int(value) if digits else value


def _check_max_payout(printed: dict[str, Any], value: Any) -> None:
    """A maximum that the document prints may be lowered but not raised (PA-12)."""
    where = "options.max_payout"
    if amount_value(value, where) > amount_value(printed["value"], where):
        sentence = f"the document allows {printed['value']} at most"
        raise Refusal("rulebook/not_approved", sentence, where, printed["clause"])


def _at_option(refusal: Refusal) -> Refusal:
    """Locate a rulebook defect at the option that caused it."""
    where = "options"
    for name, (section, field) in OPTIONS.items():
        path = f"{section}.{field}"
        rest = refusal.where.removeprefix(path)
        if refusal.where.startswith(path) and rest[:1] in ("", ".", "["):
            where = f"options.{name}{rest}"
    return Refusal(refusal.code, refusal.sentence, where, refusal.clause)
