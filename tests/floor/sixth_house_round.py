"""A round at the sixth house on a real store, run on a copy of the program that has it."""

from __future__ import annotations

import io
import json
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.floor.driver import perform
from tests.floor.stacked import stack
from tests.ledger.tampering import audited, rechain, recompute_balances, unguarded
from uth.floor.cage.statements import statement
from uth.floor.floor import Floor
from uth.floor.people.names import DEALER
from uth.floor.records.hand_export import export, row_of
from uth.floor.records.hand_history import hands
from uth.floor.tables.orders import Order
from uth.ledger.opening import open_store
from uth.ledger.sql.store import SqlStore
from uth.rulebook.store import load_house
from uth.table import commands as c

HOUSE, WAGER = "hole-card-club", "hole_card_bonus"
CARDS = {1: "Ah Ad", 2: "Kh Kd"}
STAKES = {"ante": 500, "blind": 500, WAGER: 100}


def play(store: SqlStore) -> None:
    """Two players stake, one plays 4x, the other folds on the river."""
    floor = Floor(store)
    table_writer = floor.open_table("t1", load_house(HOUSE), "Flo")
    stack(table_writer, CARDS, "Ac As", "2c 7d 9s Js Td")
    deck = table_writer.secrets.shuffle.close().deck()
    orders: list[tuple[str, c.Command]] = []
    for seat in CARDS:
        player = f"P{seat}"
        floor.books.buy_in(player, 100_000, "Flo")
        orders += [(player, c.Sit(player, seat, 100_000)), (player, c.Wager(player, STAKES))]
    orders += [(DEALER, c.CloseBets()), (DEALER, c.Deal(deck)), ("P1", c.Act("P1", "4x"))]
    orders += [("P2", c.Act("P2", action)) for action in ("check", "check", "fold")]
    for actor, command in orders:
        perform(floor, Order("t1", actor, command))


def pay_more(path: Path) -> None:
    """Alter the payout to P1 everywhere, with full knowledge of the store's design."""
    with closing(unguarded(path)) as database:
        rows = database.execute("SELECT version, kind, body FROM events WHERE stream = 'table/t1'")
        for version, kind, body in rows.fetchall():
            event = json.loads(body)
            for row in (event, *event.get("due", ())):
                if (row.get("player"), row.get("wager")) == ("P1", WAGER) and row.get("paid"):
                    row["paid"] += 100
                    text = json.dumps(event).encode()
                    database.execute(
                        "UPDATE events SET body = ? WHERE stream = 'table/t1' AND version = ?",
                        (text, version),
                    )
                    if kind == "Settled":
                        database.execute(
                            "UPDATE postings SET amount = amount + 100 WHERE version = ? "
                            "AND stream = 'table/t1' AND source = 'house/table/t1'",
                            (version,),
                        )
        rechain(database)
        recompute_balances(database)


def main(path: Path) -> dict[str, Any]:
    store = open_store(path)
    play(store)
    good = audited(path, None)
    out = io.BytesIO()
    with store.reading() as reader:
        (hand,) = hands(reader, table="t1")
        export([hand], "jsonl", out)
        row = row_of(hand)
        statements = {player: statement(reader, player) for player in ("P1", "P2")}
        postings = [
            [posting.source, posting.target, posting.amount]
            for posting in reader.postings("table/t1")
            if posting.wager == WAGER
        ]
    store.close()
    pay_more(path)
    (altered,) = audited(path, None).findings
    return {
        "rounds": good.rounds,
        "good": [str(finding) for finding in good.findings],
        "postings": postings,
        "record": json.loads(out.getvalue()),
        "row": [row["staked"], row["paid"], row["taken"]],
        "statements": {name: [own.won, own.lost] for name, own in statements.items()},
        "altered": [altered.code, altered.where.split()[0]],
    }


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
