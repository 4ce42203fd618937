"""The player-dealer's bank: offered clockwise, taken or declined, passed on after two rounds."""

from __future__ import annotations

from uth.core.money import Cents
from uth.table import commands as c
from uth.table import events as e
from uth.table.handlers.run import Run
from uth.table.state import Table


def _may_bank(table: Table, number: int, rounds: int) -> bool:
    """Seated, at the table, and not one who must wait until another has banked (Q-11)."""
    seat = table.seats[number - 1]
    if seat is None or seat.away or seat.leaving or seat.disconnected:
        return False
    return not (table.bank.last == seat.player and table.bank.rounds >= rounds)


def _next(run: Run, start: int) -> int:
    """The first seat clockwise from `start` that may bank, or 0."""
    rounds = run.rules.bank.consecutive_rounds or 0
    for step in range(6):
        number = (start + step - 1) % 6 + 1
        if _may_bank(run.table, number, rounds):
            return number
    return 0


def _offer(run: Run, number: int) -> None:
    seat = run.table.seat(number)
    run.emit(e.BankOffered(seat.player, number), "bank.offered")


def offer_if_needed(run: Run) -> None:
    """Keep an offer open whenever somebody may bank and nobody does."""
    table = run.table
    if not run.rules.player_dealer or table.phase != "betting":
        return
    if table.bank.seat or table.bank.offered:
        return
    number = _next(run, _first_asked(table, run.rules.bank.consecutive_rounds or 0))
    if number:
        _offer(run, number)


def _first_asked(table: Table, rounds: int) -> int:
    """Where the offer starts: at a banker who may bank again, or at their left (Q-11)."""
    last = table.bank.last_seat
    keeps = last and table.find(table.bank.last) == last and table.bank.rounds < rounds
    return last if keeps else last % 6 + 1


def begin_offers(run: Run) -> None:
    """After a round: the button moves on from a banker who has had all their rounds."""
    if not run.rules.player_dealer:
        return
    bank = run.table.bank
    number = run.table.find(bank.last) if bank.last else 0
    if number and bank.rounds >= (run.rules.bank.consecutive_rounds or 0):
        run.emit(e.BankPassed(bank.last, number), "bank.passed")
    offer_if_needed(run)


def _need_player_dealer(run: Run) -> None:
    if not run.rules.player_dealer:
        run.refuse("bank/none_here")


def check_take(run: Run, command: c.TakeBank) -> int:
    """The seat that takes the bank, or the refusal of it."""
    _need_player_dealer(run)
    run.need_betting("take_bank")
    number, seat = run.table.seated(command.player)
    bank = run.table.bank
    if bank.last == seat.player and bank.rounds >= (run.rules.bank.consecutive_rounds or 0):
        who = seat.player
        run.refuse("bank/rotation", "player", "bank.rotation", player=who, rounds=bank.rounds)
    if bank.offered != number:
        if not bank.offered:
            run.refuse("bank/no_offer", "player", "bank.offered")
        run.refuse("bank/not_offered", "player", "bank.offered", seat=bank.offered)
    if seat.wagers or seat.backing:
        run.refuse("bank/wagers", "player", "bank.no_wager")
    if command.amount < run.table.minimum:
        run.refuse("bank/below_minimum", "amount", "bank.minimum", minimum=run.table.minimum)
    needed, chips = command.amount, run.table.chips(command.player)
    if needed > chips:
        run.refuse("bank/not_enough_chips", "amount", needed=needed, chips=chips)
    return number


def take_bank(run: Run, command: c.TakeBank) -> None:
    number = check_take(run, command)
    run.emit(e.BankTaken(command.player, number, command.amount), "bank.taken")


def check_decline(run: Run, command: c.DeclineBank) -> int:
    """The seat that declines the bank or gives it back, or the refusal of it."""
    _need_player_dealer(run)
    run.need_betting("give_bank_back")
    number, _ = run.table.seated(command.player)
    if number not in (run.table.bank.offered, run.table.bank.seat):
        run.refuse("bank/not_yours", "player", "bank.offered", player=command.player)
    return number


def decline_bank(run: Run, command: c.DeclineBank) -> None:
    give_back(run, check_decline(run, command))


def give_back(run: Run, number: int) -> None:
    """Decline or hand back; the offer goes on clockwise until it is back where it began."""
    bank, seat = run.table.bank, run.table.seat(number)
    amount = bank.amount if bank.seat == number else 0
    run.emit(e.BankDeclined(seat.player, number, amount), "bank.declined")
    began = run.table.bank.first_offered or number
    rounds = run.rules.bank.consecutive_rounds or 0
    step = number % 6 + 1
    while step != began:
        if _may_bank(run.table, step, rounds):
            _offer(run, step)
            return
        step = step % 6 + 1
    run.emit(e.BankUntaken(), "bank.untaken")


def offer_after(run: Run, number: int) -> None:
    """Offer the bank clockwise from the seat of a banker who had to give it up (Q-22)."""
    after = _next(run, number % 6 + 1)
    if after:
        _offer(run, after)


def put_up_anew(run: Run, minimum: Cents) -> None:
    """A bank below a raised minimum is returned, and offered to its owner again (Q-11)."""
    bank = run.table.bank
    if bank.seat and bank.amount < minimum:
        player = run.table.seat(bank.seat).player
        run.emit(e.BankDeclined(player, bank.seat, bank.amount), "bank.minimum")
        _offer(run, bank.seat)


def offer_bank(run: Run, command: c.OfferBank) -> None:
    """Offer the bank to the whole table again."""
    _need_player_dealer(run)
    run.need_betting("offer_bank")
    if run.table.bank.seat or run.table.bank.offered:
        run.refuse("bank/open", occasion="bank.offered")
    offer_if_needed(run)
    if not run.transitions:
        run.refuse("bank/nobody", occasion="bank.untaken")
