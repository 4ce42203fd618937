"""Everything that a person may be allowed to do; which roles may is data (`roles.toml`)."""

from __future__ import annotations

from enum import StrEnum

from uth.table import commands as c


class Permission(StrEnum):
    """What is allowed or refused by role."""

    # At the table.
    TABLE_WATCH = "table.watch"
    TABLE_SIT = "table.sit"
    TABLE_JOIN = "table.join"
    TABLE_LEAVE = "table.leave"
    CHIPS_ADD = "chips.add"
    WAGER_PLACE = "wager.place"
    WAGER_BACK = "wager.back"
    HAND_ACT = "hand.act"
    BANK_TAKE = "bank.take"
    BANK_DECLINE = "bank.decline"
    SEED_MIX = "seed.mix"
    # For everybody.
    COACH_ASK = "coach.ask"
    SOLVER_USE = "solver.use"
    # One's own account.
    NAME_CHOOSE = "name.choose"
    PLAY_MONEY_TAKE = "play_money.take"
    STATEMENT_SEE = "statement.see"
    OWN_LIMITS_SET = "own_limits.set"
    PASSWORD_CHANGE = "password.change"
    SESSIONS_END = "sessions.end"
    # Tables.
    TABLE_MAKE = "table.make"
    TABLE_OPEN = "table.open"
    TABLE_CLOSE = "table.close"
    TABLE_COUNT = "table.count"
    BOTS_SEAT = "bots.seat"
    PRACTICE_APPROVE = "practice.approve"
    LIMITS_CHANGE = "limits.change"
    SHUFFLER_SWITCH = "shuffler.switch"
    SEAT_HOLD = "seat.hold"
    SEAT_RELEASE = "seat.release"
    APPROVALS_SEE = "approvals.see"
    PAYOUT_APPROVE = "payout.approve"
    ROUND_VOID = "round.void"
    MAXIMUM_POST = "maximum.post"
    # Cage and shift.
    CAGE_BUY_IN = "cage.buy_in"
    CAGE_CASH_OUT = "cage.cash_out"
    DROP_COUNT = "drop.count"
    DROP_SEE = "drop.see"
    SHIFT_REPORT = "shift.report"
    CORRECTION_SEE = "correction.see"
    CORRECTION_PROPOSE = "correction.propose"
    CORRECTION_APPROVE = "correction.approve"
    CORRECTION_WITHDRAW = "correction.withdraw"
    # Watching and checking.
    FEED_SEE = "feed.see"
    HANDS_RECALL = "hands.recall"
    HANDS_EXPORT = "hands.export"
    METERS_RECONCILE = "meters.reconcile"
    GAME_SIMULATE = "game.simulate"
    LEDGER_AUDIT = "ledger.audit"
    # The service.
    USERS_SEE = "users.see"
    USERS_CREATE = "users.create"
    USERS_CHANGE = "users.change"
    USERS_UNLOCK = "users.unlock"
    STORE_BACKUP = "store.backup"
    SERVICE_WATCH = "service.watch"
    SERVICE_DRAIN = "service.drain"


BY_COMMAND: dict[type[c.Command], Permission] = {
    c.Sit: Permission.TABLE_SIT,
    c.Join: Permission.TABLE_JOIN,
    c.AddChips: Permission.CHIPS_ADD,
    c.Leave: Permission.TABLE_LEAVE,
    c.Wager: Permission.WAGER_PLACE,
    c.BackSeat: Permission.WAGER_BACK,
    c.TakeBank: Permission.BANK_TAKE,
    c.DeclineBank: Permission.BANK_DECLINE,
    c.Act: Permission.HAND_ACT,
    c.Approve: Permission.PAYOUT_APPROVE,
    c.SetLimits: Permission.LIMITS_CHANGE,
    c.SwitchShuffler: Permission.SHUFFLER_SWITCH,
    c.HoldSeat: Permission.SEAT_HOLD,
    c.ReleaseSeat: Permission.SEAT_RELEASE,
    c.VoidRound: Permission.ROUND_VOID,
    c.ConfirmVoid: Permission.ROUND_VOID,
    c.WithdrawVoid: Permission.ROUND_VOID,
    c.PostMaximum: Permission.MAXIMUM_POST,
    c.WithdrawMaximum: Permission.MAXIMUM_POST,
}
"""The permission that a command needs; all others the floor sends itself."""
