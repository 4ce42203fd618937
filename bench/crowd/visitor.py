"""`python -m bench.crowd.visitor PORT`: a visitor who solves one Blind pay table after another."""

from __future__ import annotations

import http.client
import random
import sys
import time

import msgspec

BLIND = {
    "straight_flush": "50 to 1",
    "four_of_a_kind": "10 to 1",
    "full_house": "3 to 1",
    "flush": "3 to 2",
    "straight": "1 to 1",
}


def main(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"content-type": "application/json"}
    connection.request("POST", "/api/guest", b"{}", headers)
    token = msgspec.json.decode(connection.getresponse().read())["token"]
    headers["authorization"] = f"Bearer {token}"
    while True:
        blind = {**BLIND, "royal_flush": f"{random.randrange(300, 800)} to 1"}
        body = {"house": "light-and-wonder", "entries": {"paytable.blind": blind}}
        connection.request("POST", "/api/solve", msgspec.json.encode(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(text.decode())
        time.sleep(1)


if __name__ == "__main__":
    main(int(sys.argv[1]))
