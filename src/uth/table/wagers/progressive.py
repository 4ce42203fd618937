"""The Five Card Progressive and its Envy."""

from __future__ import annotations

from uth.table.wagers.wager import DependsOn, Owed, WagerKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from uth.core.hands import Hand
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.table.settling.showdown import Showdown


class Progressive(WagerKind):
    """On two cards and the flop: a fixed prize, or the share of the meter that was awarded.

    Its stake stays in the meters.
    """

    name = "progressive"
    linked = True
    has_meter = True
    returns_stake = False

    def depends_on(self, rules: Rulebook) -> str:
        return DependsOn.FIVE_CARDS

    def shares_meter(self, rules: Rulebook, five: Hand) -> bool:
        """Whether a hand wins a share of the meter, and no fixed prize."""
        prize = rules.progressive.prizes.get(five.category)
        return prize is not None and prize.basis_points is not None

    def owed(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        prize = rules.progressive.prizes.get(showdown.compared.five.category)
        if prize is None:
            return Owed("fold_lose" if showdown.folded else "lose", "lose")
        reason = "fold_win" if showdown.folded else "win"
        if prize.fixed is not None:
            return Owed(reason, "win", prize.fixed)
        assert showdown.jackpot is not None, "a share of the meter is awarded before it is paid"
        amount, rest = showdown.jackpot
        return Owed(reason, "win", amount, f"{rest}/10000" if rest else "")


class Envy(WagerKind):
    """What a Progressive wager brings for the hands of others (Q-24)."""

    name = "envy"
    placed = False
    linked = True
    shows_hand = False

    def stake(self, stakes: Mapping[str, Cents]) -> Cents | None:
        return 0 if self.comes_with in stakes else None

    def depends_on(self, rules: Rulebook) -> str:
        return DependsOn.OTHER_HANDS

    def decided(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Sequence[Owed]:
        prizes, reason = rules.progressive.envy, "fold_win" if showdown.folded else "win"
        return [
            Owed(reason, "win", prizes[other.five.category], source=seat)
            for seat, other in showdown.hands.items()
            if seat != showdown.seat and other.five.category in prizes
        ]

    def lost_by_fold(self, showdown: Showdown) -> Sequence[Owed]:
        return ()
