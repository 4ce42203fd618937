"""`python -m bench.crowd.visitor PORT`: somebody who tries one Blind table after another."""

from __future__ import annotations

import http.client
import random
import sys
import time

import msgspec


def main(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"content-type": "application/json"}
    connection.request("POST", "/api/guest", b"{}", headers)
    token = msgspec.json.decode(connection.getresponse().read())["token"]
    headers["authorization"] = f"Bearer {token}"
    while True:
        royal = random.randrange(300, 800)
        body = {"house": "light-and-wonder", "blind": f"{royal},50,10,3,3/2,1"}
        connection.request("POST", "/api/solve", msgspec.json.encode(body), headers)
        connection.getresponse().read()
        time.sleep(1)


if __name__ == "__main__":
    main(int(sys.argv[1]))
