"""From the dealer's hand to the closed round: jackpots, payouts, approvals, the bank."""

from __future__ import annotations

from collections.abc import Mapping

from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.handlers.bank import begin_offers, offer_after
from uth.table.handlers.fees import drop_fees
from uth.table.handlers.run import Run
from uth.table.postings import BANK, HOUSE
from uth.table.settling.cashier import Row
from uth.table.settling.settlement import DealtSpot, antes_go_first, bettors
from uth.table.settling.showdown import ComparedHand, TurnedDeal, compare, turn_dealer
from uth.table.settling.table_settlement import (
    dealer_turns,
    settle_table,
    settle_table_folds,
    spots,
    table_hits,
)
from uth.table.state import Seat, Table
from uth.table.wagers import PROGRESSIVE, WAGERS

CAPS = {"cap": "pay.capped", "aggregate": "pay.aggregate"}
"""What is called where a limit on winnings binds, by what holds a payout down."""


def begin_settlement(run: Run) -> None:
    """Collect the folds, turn the dealer's cards, claim the shares of the meter."""
    _collect_folds(run)
    table = run.table
    if dealer_turns(run.rules, table):
        deal = turn_dealer(run.rules, table.board, table.hands[0])
        run.emit(e.DealerTurned(table.hands[0], str(deal.dealer), deal.qualifies), "turn.dealer")
    else:
        run.emit(e.DealerNotTurned(), "turn.stays_down")
    if run.rules.progressive.offered:
        seats = tuple(hit.seat for hit in table_hits(run.rules, table))
        if seats:
            run.emit(e.JackpotsClaimed(seats), "meter.awarded")


def _collect_folds(run: Run) -> None:
    """What the folds lose, in the house's direction, once the last hand has decided (CA-6.14)."""
    rows = settle_table_folds(run.rules, run.table)
    if not rows:
        return
    due = tuple(_settled(run.table, row) for row in rows)
    run.emit(e.FoldsDue(due), "settlement.folds")
    for row in due:
        run.emit(row)
        if not any(later.seat == row.seat for later in run.table.due) and not any(
            spot.seat == row.seat and _unsettled(spot, due) for spot in spots(run.table)
        ):
            _put_away(run, row.seat)


def _unsettled(spot: DealtSpot, due: tuple[e.Settled, ...]) -> bool:
    """Whether a folded spot still has a wager that the settlement decides."""
    staked = sum(len(wagers) for _, wagers in bettors(spot))
    return staked > sum(1 for row in due if row.seat == spot.seat)


def settle_on(run: Run) -> None:
    """Settle wager by wager until one waits for the meter or the floor, or the round is done."""
    if run.table.claims:
        return
    hands = {} if run.table.begun else _work_out(run)
    deal = _deal(run)
    refunds = antes_go_first(run.rules, deal)
    while run.table.due:
        row = run.table.due[0]
        _tuck(run, row)
        if not (refunds and row.wager == "ante" and row.outcome == "push"):
            _turn_over(run, deal, row, hands)
        if row.approval and not run.table.approved:
            if not run.table.approval_pending:
                request = e.ApprovalRequested(row.player, row.seat, row.wager, row.paid)
                run.emit(request, "approval.asked")
            return
        if row.short_by in CAPS:
            call = CAPS[row.short_by]
            run.call(call, row.seat, wager=row.wager, paid=row.paid, short=row.short)
        run.emit(row)
        if not any(later.seat == row.seat for later in run.table.due):
            _put_away(run, row.seat)
    close_round(run)


def _deal(run: Run) -> TurnedDeal:
    """The cards as they lie: the dealer's may have stayed face down."""
    table = run.table
    return turn_dealer(run.rules, table.board, table.hands[0] if table.dealer_turned else ())


def _work_out(run: Run) -> Mapping[int, ComparedHand]:
    """All that the round still owes, in the house's order and direction; returns its hands."""
    settlement = settle_table(run.rules, run.table)
    due = tuple(_settled(run.table, row) for row in settlement.rows[settlement.folds :])
    refunds = antes_go_first(run.rules, settlement.deal)
    occasions = ("settlement.order", "settlement.refund") if refunds else ("settlement.order",)
    run.emit(e.SettlementBegun(due), *occasions)
    return settlement.hands


def _settled(table: Table, row: Row) -> e.Settled:
    """A row as the event that it becomes: the player and the payer besides."""
    payer: e.Payer = "bank" if table.bank.seat else "house"
    player = row.backer or table.seat(row.seat).player
    shared = {**vars(row), "backer": bool(row.backer)}
    return e.Settled(player=player, payer=payer, **shared)


def _turn_over(
    run: Run, deal: TurnedDeal, row: e.Settled, hands: Mapping[int, ComparedHand]
) -> None:
    """Announce a hand when it is first looked at; a folded one only where it is paid a bonus.

    `hands` are those compared before.
    """
    seat = run.table.seat(row.seat)
    if seat.exposed:
        return
    wager, folded = WAGERS[row.wager], not seat.multiple
    if folded and (row.outcome != "win" or not wager.shows_hand):
        return
    compared = hands.get(row.seat) or compare(deal, run.table.hands[row.seat])
    result = "folded" if folded else compared.result
    run.emit(e.HandRanked(seat.player, row.seat, str(compared.hand), result), "hand.ranked")
    wins = [due.wager for due in run.table.due if due.seat == row.seat and due.outcome == "win"]
    for name in dict.fromkeys(wins):
        run.call(WAGERS[name].winning_call, row.seat, wager=name)


def _tuck(run: Run, row: e.Settled) -> None:
    """A folded hand lies under a bonus that is still live, once the bets that it lost are taken."""
    table, wager = run.table, WAGERS[row.wager]
    again = table.approval_pending or table.approved
    if table.seat(row.seat).multiple or row.backer or again or not wager.tucks(row.outcome):
        return
    if run.rules.cite(wager.tuck_call):
        run.call("hand.bets_taken", row.seat)
        run.call(wager.tuck_call, row.seat, wager=wager.name)


def stays_on_fold(rules: Rulebook, seat: Seat) -> list[str]:
    """The wagers that keep a folded hand on the table, because the cards still decide them."""
    return [name for name in seat.wagers if WAGERS[name].survives_fold(rules)]


def spread_at_once(rules: Rulebook, seat: Seat) -> bool:
    """Whether a folded hand is spread as it is folded: nothing of it is left to be decided."""
    return rules.settlement.folds == "in-place" and not stays_on_fold(rules, seat)


def _put_away(run: Run, number: int) -> None:
    """Count a settled hand into the discard holder; a plain fold lies there already."""
    seat = run.table.seat(number)
    if seat.multiple:
        discard_hand(run, "hand.counted", number)
    elif not spread_at_once(run.rules, seat):
        discard_hand(run, "hand.spread", number)


def discard_hand(run: Run, call: str, number: int) -> None:
    """Count the cards of a seat into the discard rack, where the document asks for it."""
    run.call(call, number, discarded=len(run.table.hands[number]))


def close_round(run: Run) -> None:
    """Drop the fees, settle with the bank, clear the layout."""
    drop_fees(run)
    bank = run.table.bank
    if bank.seat:
        player = run.table.seat(bank.seat).player
        left = run.table.balances.get(BANK, 0)
        run.emit(e.BankSettled(player, left, bank.paid, bank.collected), "bank.settled")
    if run.table.void_request is not None:
        run.emit(e.VoidRequestEnded(), "round.void")
    run.emit(e.RoundClosed(run.table.round))
    see_off(run)
    begin_offers(run)


def give_up_bank(run: Run, unpaid: e.FeeUnpaid) -> None:
    """A banker who can't pay the fee: all stakes are returned, the next is offered the bank."""
    run.emit(unpaid, "fee.unpaid")
    reverse(run, "fee.unpaid")
    run.emit(e.RoundClosed(run.table.round, True), "fee.unpaid")
    see_off(run)
    offer_after(run, unpaid.seat)


def reverse(run: Run, occasion: str) -> None:
    """A counter-entry for every movement; the house pays what a player no longer has."""
    for source, target, amount in reversed(run.table.moves):
        payer = target
        if target.startswith("player/") and run.table.balances.get(target, 0) < amount:
            payer = HOUSE
        run.emit(e.Reversed(payer, source, amount), occasion)


def see_off(run: Run) -> None:
    """Those who left in mid-round get their chips."""
    leaving = [seat.player for _, seat in run.table.taken() if seat.leaving]
    absent = [
        account.removeprefix("player/")
        for account in run.table.balances
        if account.startswith("player/") and not run.table.present(account.removeprefix("player/"))
    ]
    for player in dict.fromkeys((*leaving, *run.table.rail_leaving, *absent)):
        run.emit(e.PlayerLeft(player, run.table.chips(player)), "seat.leaving")


def award_jackpots(run: Run, command: c.AwardJackpots) -> None:
    claims = run.table.claims
    if not claims:
        run.refuse("jackpot/none")
    seats = [seat for seat, _, _ in command.awards]
    if sorted(seats) != sorted(claims):
        run.refuse("jackpot/seats", "awards", seats=list(claims))
    if any(amount < 0 or rest < 0 for _, amount, rest in command.awards):
        run.refuse("jackpot/amount", "awards")
    run.emit(e.JackpotsAwarded(command.awards), "meter.awarded")
    settle_on(run)


def pay_mystery(run: Run, command: c.PayMystery) -> None:
    """Paid as soon as the bets are closed, before any card is dealt (Q-23)."""
    if run.table.phase != "closed":
        run.refuse("mystery/not_now", occasion="meter.mystery")
    seat = run.table.seats[command.seat - 1] if 1 <= command.seat <= 6 else None
    if command.seat in run.table.mysteries:
        run.refuse("mystery/twice", "seat", "meter.mystery")
    if seat is None or PROGRESSIVE.name not in seat.wagers or seat.forfeited:
        run.refuse(
            "mystery/no_wager",
            "seat",
            "meter.mystery",
            seat=command.seat,
            wager=PROGRESSIVE.name,
        )
    if command.amount <= 0:
        run.refuse("mystery/amount", "amount")
    run.emit(e.MysteryWon(seat.player, command.seat, command.amount), "meter.mystery")


def approve(run: Run, command: c.Approve) -> None:
    run.need_name(command.by)
    if not run.table.approval_pending:
        run.refuse("approval/none", occasion="approval.asked")
    row = run.table.due[0]
    if run.table.present(command.by):
        run.refuse("approval/own", "by", "approval.asked")
    if command.amount != row.paid:
        run.refuse("approval/amount", "amount", "approval.asked", amount=row.paid)
    run.emit(e.Approved(command.by, command.amount), "approval.given")
    settle_on(run)
