"""`--ante`, `--wagers` and `--strategy`: what the seats of a simulated table stake and do."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from uth.cli.checked_input import read_text
from uth.cli.input.options import refused_at
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table.wagers import WAGERS, check_wagers, offered

if TYPE_CHECKING:
    from uth.exact.simulation.strategies import StrategyChoice

STAKE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,4}|/[1-9][0-9]{0,3})?")
MOST_FILE_BYTES = 32 << 20


def parse_bonuses(rules: Rulebook, text: str, ante: Cents) -> dict[str, Cents]:
    """Ante and Blind, and the bonus wagers of `trips=1,bad_beat=2`, whose stakes are in antes.

    A wager that has one stake only, as the Progressive has, is staked with that.
    """
    wagers = {"ante": ante, "blind": ante}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = (word.strip() for word in part.partition("="))
        if name in wagers:
            raise Refusal("wager/twice", wager=name, where="--wagers")
        if not STAKE.fullmatch(value):
            raise Refusal("simulate/stake", stake=value, where="--wagers")
        stake = Fraction(value) * ante
        fixed = WAGERS[name].fixed_stake(rules) if offered(rules, name) else None
        if not stake or stake.denominator != 1:
            raise Refusal("simulate/stake", stake=value, where="--wagers")
        wagers[name] = int(stake) if fixed is None else fixed
    with refused_at("--wagers"):
        check_wagers(rules, wagers, rules.limits.minimum, rules.limits.maximum)
    return wagers


def parse_strategy(text: str) -> StrategyChoice:
    """`optimal`, `simple`, `FILE.py:function`, or the path of a strategy file."""
    from uth.exact.simulation.strategies import FILE, FUNCTION, NAMED, StrategyChoice
    from uth.exact.simulation.strategy_file import read_strategy

    if text in NAMED:
        return StrategyChoice(text)
    path, _, function = text.rpartition(":")
    if path.endswith(".py"):
        source = read_text(path)
        if not function.isidentifier():
            raise Refusal("strategy/no_function", name=function, where=path)
        from uth.exact.simulation.function_strategy import load_function

        load_function(source, function, path)
        return StrategyChoice(FUNCTION, source.encode(), function, path)
    if not Path(text).is_file():
        raise Refusal("strategy/unknown", strategy=text, known=NAMED, where="--strategy")
    content = read_content(text)
    read_strategy(content, text)
    return StrategyChoice(FILE, content, "", text)


def read_content(path: str) -> bytes:
    """The bytes of a strategy file."""
    try:
        with open(path, "rb") as file:
            content = file.read(MOST_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error).lower()
        raise Refusal("input/unreadable", reason=reason, where=path) from None
    if len(content) > MOST_FILE_BYTES:
        raise Refusal("input/too_large", most=MOST_FILE_BYTES, where=path)
    return content
