"""`python -m bench.crowd.visitor PORT`: a visitor who solves one Blind pay table after another."""

from __future__ import annotations

import random
import sys
import time

from uth.client import Call, Client

BLIND = {
    "straight_flush": "50 to 1",
    "four_of_a_kind": "10 to 1",
    "full_house": "3 to 1",
    "flush": "3 to 2",
    "straight": "1 to 1",
}


def main(port: int) -> None:
    with Client(f"http://127.0.0.1:{port}", timeout=60) as client:
        client.enter_as_guest()
        while True:
            blind = {**BLIND, "royal_flush": f"{random.randrange(300, 800)} to 1"}
            body = {"house": "light-and-wonder", "entries": {"paytable.blind": blind}}
            client.ask(Call(method="POST", path="/api/solve", body=body))
            time.sleep(1)


if __name__ == "__main__":
    main(int(sys.argv[1]))
