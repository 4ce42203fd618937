"""From the dealer's hand to the closed round: jackpots, payouts, approvals, the bank."""

from __future__ import annotations

from uth.table import commands as c
from uth.table import events as e
from uth.table.handlers.bank import begin_offers
from uth.table.handlers.betting import drop_fees
from uth.table.handlers.run import Run
from uth.table.postings import BANK
from uth.table.settlement import Row, antes_go_first
from uth.table.showdown import TurnedDeal, compare, turn_dealer
from uth.table.state import Seat, Table
from uth.table.table_settlement import settle_table, table_hits
from uth.table.wagers import PROGRESSIVE, WAGERS


def begin_settlement(run: Run) -> None:
    """Turn the dealer's cards; hands that win a share of the meter are claimed first."""
    table = run.table
    deal = turn_dealer(run.rules, table.board, table.hands[0])
    run.emit(e.DealerTurned(table.hands[0], str(deal.dealer), deal.qualifies), "turn.dealer")
    if run.rules.progressive.offered:
        seats = tuple(hit.seat for hit in table_hits(run.rules, table))
        if seats:
            run.emit(e.JackpotsClaimed(seats), "meter.awarded")


def settle_on(run: Run) -> None:
    """Settle wager by wager until one waits for the meter or the floor, or the round is done."""
    if run.table.claims:
        return
    if not run.table.begun:
        _work_out(run)
    deal = turn_dealer(run.rules, run.table.board, run.table.hands[0])
    refunds = antes_go_first(run.rules, deal)
    while run.table.due:
        row = run.table.due[0]
        if not (refunds and row.wager == "ante" and row.outcome == "push"):
            _turn_over(run, deal, row)
        if row.approval and not run.table.approved:
            if not run.table.approval_pending:
                request = e.ApprovalRequested(row.player, row.seat, row.wager, row.paid)
                run.emit(request, "approval.asked")
            return
        run.emit(row)
        if not any(later.seat == row.seat for later in run.table.due):
            _put_away(run, row.seat)
    close_round(run)


def _work_out(run: Run) -> None:
    """Everything the round owes, in the house's order and direction."""
    table, settlement = run.table, settle_table(run.rules, run.table)
    payer: e.Payer = "bank" if table.bank.seat else "house"
    due = tuple(_settled(table, row, payer) for row in settlement.rows)
    refunds = antes_go_first(run.rules, settlement.deal)
    occasions = ("settlement.order", "settlement.refund") if refunds else ("settlement.order",)
    run.emit(e.SettlementBegun(due), *occasions)


def _settled(table: Table, row: Row, payer: e.Payer) -> e.Settled:
    """A row as the event that it becomes: the player and the payer besides."""
    player = row.backer or table.seat(row.seat).player
    shared = {**vars(row), "backer": bool(row.backer)}
    return e.Settled(player=player, payer=payer, **shared)


def _turn_over(run: Run, deal: TurnedDeal, row: e.Settled) -> None:
    """Announce a hand when it is first looked at; a folded one only where it is paid a bonus."""
    seat = run.table.seat(row.seat)
    if seat.exposed:
        return
    wager, folded = WAGERS[row.wager], not seat.multiple
    if folded:
        if row.outcome != "win" or not wager.shows_hand:
            return
        run.call(wager.folded_win_call, row.seat, wager=wager.name)
    compared = compare(deal, run.table.hands[row.seat])
    result = "folded" if folded else compared.result
    run.emit(e.HandRanked(seat.player, row.seat, str(compared.hand), result), "hand.ranked")
    wins = [due.wager for due in run.table.due if due.seat == row.seat and due.outcome == "win"]
    for name in dict.fromkeys(wins):
        run.call(WAGERS[name].winning_call, row.seat, wager=name)


def stays_on_fold(seat: Seat) -> list[str]:
    """The wagers that keep a folded hand on the table, because the cards still decide them."""
    return [name for name in seat.wagers if WAGERS[name].survives_fold]


def _put_away(run: Run, number: int) -> None:
    """Count a settled hand into the discard holder; a plain fold lies there already."""
    seat = run.table.seat(number)
    if seat.multiple:
        run.call("hand.counted", number)
    elif stays_on_fold(seat):
        run.call("hand.spread", number)


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


def see_off(run: Run) -> None:
    """Those who left in mid-round get their chips, and the bank is offered for the next."""
    leaving = [seat.player for _, seat in run.table.taken() if seat.leaving]
    absent = [
        account.removeprefix("player/")
        for account in run.table.balances
        if account.startswith("player/") and not run.table.present(account.removeprefix("player/"))
    ]
    for player in dict.fromkeys((*leaving, *run.table.rail_leaving, *absent)):
        run.emit(e.PlayerLeft(player, run.table.chips(player)), "seat.leaving")
    begin_offers(run)


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
