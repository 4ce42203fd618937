"""The base game and the bonus wagers that the same outcome decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.solver.game_rules import BeatenHandBet, GameRules
from uth.exact.solver.house_game import beaten_hand_bet, hand_nets
from uth.exact.solver.outcomes import Net, beaten_hand_net, game_net, hand_net
from uth.rulebook.model import Rulebook
from uth.table.wagers import WAGERS, DependsOn

if TYPE_CHECKING:
    from uth.exact.solver.pays import ScaledPays

BASE = "base"
LATE = (DependsOn.SEVEN_CARDS, DependsOn.BEATEN_HAND)
"""What is decided with the outcome of the base game."""
EARLY = (DependsOn.TWO_CARDS, DependsOn.FOUR_CARDS, DependsOn.FIVE_CARDS)
"""What hole or flop decide."""


@dataclass(frozen=True)
class LateWager:
    """A wager that the outcome decides: its net per unit, also as pays for the kernels."""

    stake: Cents
    net: Net
    make_pays: Callable[[], ScaledPays]
    play_decides: bool = True
    """Whether it depends on what the player does; a bonus that survives a fold does not."""

    @property
    def pays(self) -> ScaledPays:
        return self.make_pays()


def fold_loses(house: Rulebook, wager: str) -> bool:
    """Whether a fold loses a bonus wager, so that it changes the best play (Q-4)."""
    return not WAGERS[wager].survives_fold(house)


def require_early(house: Rulebook, wagers: Iterable[str]) -> None:
    """Refuse a wager that hole or flop decide where a fold loses it too: no outcome has both."""
    for name in wagers:
        if WAGERS[name].depends_on(house) in EARLY and fold_loses(house, name):
            raise Refusal("solve/wager", wager=name)


def late_wagers(
    house: Rulebook, rules: GameRules, ante: Cents, bonuses: Mapping[str, Cents]
) -> dict[str, LateWager]:
    """The base game and the bonus wagers that the same outcome decides."""
    late = {BASE: LateWager(ante, game_net(rules), partial(_base_pays, rules))}
    for name, stake in bonuses.items():
        lost = fold_loses(house, name)
        match WAGERS[name].depends_on(house):
            case DependsOn.SEVEN_CARDS:
                nets = hand_nets(house.pays.by_category(name))
                net, make = (
                    partial(hand_net, nets, fold_loses=lost),
                    partial(_hand_pays, nets, lost),
                )
            case DependsOn.BEATEN_HAND:
                bet = beaten_hand_bet(house, name)
                net = partial(beaten_hand_net, bet.nets, fold_loses=lost)
                make = partial(_beaten_hand_pays, bet)
            case kind if kind in EARLY:
                continue
            case _:
                raise Refusal("solve/wager", wager=name)
        late[name] = LateWager(stake, net, make, play_decides=lost)
    return late


def _base_pays(rules: GameRules) -> ScaledPays:
    """Imported here, like the others, because advice on a board must not load the kernels."""
    from uth.exact.solver.pays import scaled_pays

    return scaled_pays(rules)


def _hand_pays(nets: tuple[Fraction, ...], lost: bool) -> ScaledPays:
    from uth.exact.solver.pays import hand_pays

    return hand_pays(nets, fold_loses=lost)


def _beaten_hand_pays(bet: BeatenHandBet) -> ScaledPays:
    from uth.exact.solver.pays import beaten_hand_pays

    return beaten_hand_pays(bet)
