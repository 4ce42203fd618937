"""Play rounds at a server as a guest, with a strategy of one's own.

python examples/play_remote.py [ADDRESS] [ROUNDS]     (begin with `uth serve --db house.db`)
"""

import secrets
import sys

from uth.client import Client, RemoteTable


def my_action(table: RemoteTable, may: tuple[str, ...]) -> str:
    """Raise with an ace or a pair in the hole, else check, and stay in at the end."""
    cards = table.seat.cards if table.seat else None
    ranks = [card.rank for card in cards or ()]
    if "4x" in may and (14 in ranks or len({*ranks}) == 1):
        return "4x"
    return "check" if "check" in may else "1x"


address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8410"
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
with Client(address) as client:
    client.enter_as_guest()
    name = f"remote-{secrets.token_hex(4)}"
    with client.open_table(name, "light-and-wonder", timed=False, pace=0) as table:
        table.sit(1, chips=80_000)
        played = 0
        for update in table.follow():
            if update.receipt is not None:  # this commit has closed a round
                played += 1
                print(f"round {update.receipt.round}: board {' '.join(update.receipt.deal.board)}")
            if played == rounds:
                break
            seat = table.seat
            if table.may:  # it is our turn
                table.act(my_action(table, table.may))
            elif seat and update.view.phase == "betting" and not seat.wagers:
                table.wager(ante=1_000, blind=1_000)
        table.leave()
    client.close_table(name)
    for hand in client.history():
        print(
            f"round {hand.round} at {hand.house_name}, notation of {len(hand.hand.actions)} actions"
        )
    print(f"won or lost {client.account().at_cage - 100_000:+} cents")
