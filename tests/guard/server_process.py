"""`uth serve` in its own process, with everything that it sends and logs."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.guard.clients import Client, ServerAddress
from tests.guard.journal_secrets import JournalSecrets, check_backup, check_messages
from tests.guard.log_scan import check_log_entry
from tests.guard.random_players import RandomPlayer, look, watch
from tests.guard.scanned_server import check_faults
from tests.web.served_app import PASSWORD
from uth.cli.commands import run
from uth.floor.clock import system as clock
from uth.floor.fairness.randomness import system as source
from uth.floor.people.passwords import Passwords
from uth.floor.people.people import People
from uth.floor.people.roles import Role
from uth.ledger.opening import open_store

START = "import sys; from uth.cli import main; sys.exit(main())"
STAFF = ("floor", "surveillance", "auditor", "administrator", "player")


class ServerProcess(ServerAddress):
    """A server in another process, with its log in a file."""

    def __init__(self, folder: Path) -> None:
        super().__init__([])
        self.db = folder / "house.db"
        self.log = folder / "log"
        self._make_staff()
        words = ["serve", "--db", str(self.db), "--port", "0", "--pace", "0"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, *words], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        match = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        assert match is not None, "the house does not open"
        self.port = int(match[1])

    def _make_staff(self) -> None:
        store = open_store(str(self.db))
        people = People(store, clock, source, Passwords(passes=1, memory_kib=64))
        for role in STAFF:
            people.make(f"our {role}", PASSWORD, Role(role))
        store.close()

    async def enter_as_guest(self, path: str = "/api/guest", **body: str) -> Client:
        nobody = Client(self, "", "")
        answer = await nobody.do("POST", path, **body)
        await nobody.close()
        return Client(self, answer["token"], answer["name"])

    def end(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


async def _evening(server: ServerProcess, rounds: int, houses: tuple[str, ...], seed: int) -> None:
    staff = [
        await server.enter_as_guest("/api/sign-in", name=f"our {role}", password=PASSWORD)
        for role in STAFF
    ]
    over, players, tokens = asyncio.Event(), [], [one.token for one in staff]
    for number, name in enumerate(houses):
        table = f"p{number}"
        practice = name.startswith("california")
        await staff[0].do("POST", "/api/tables", name=table, house=name, practice=practice)
        await staff[0].do("POST", f"/api/tables/{table}/bots", count=3)
        player = RandomPlayer(await server.enter_as_guest(), table, name, 5, seed + number)
        await player.sit()
        players.append(player)
        tokens.append(player.client.token)
    server.tokens = tokens  # type: ignore[attr-defined]
    rng = random.Random(seed)

    async def looks() -> None:
        """Everybody looks at least once, however fast the rounds are."""
        clients = [*staff, *(player.client for player in players)]
        for looked, who in enumerate(itertools.cycle(clients), start=1):
            player = rng.choice(players)
            number = player.seen["view"]["round"] if player.seen else 1
            await look(who, player.table, player.client.name, number)
            await asyncio.sleep(0.2)
            played = [one.seen["view"]["round"] for one in players if one.seen]
            if sum(played) >= rounds and looked >= len(clients):
                over.set()
                return

    watching = [
        watch(one, players[index % len(players)].table, over.is_set)
        for index, one in enumerate(staff)
    ]
    async with asyncio.timeout(900):
        await asyncio.gather(looks(), *watching, *(player.play(over.is_set) for player in players))
    for client in [*staff, *(player.client for player in players)]:
        await client.close()


def serve_and_scan(folder: Path, rounds: int, houses: tuple[str, ...], seed: int) -> dict[str, int]:
    """Play hands on a server, then scan all that it sent, its log and a backup."""
    server = ServerProcess(folder)
    try:
        asyncio.run(_evening(server, rounds, houses, seed))
        copy = folder / "copy.db"
        assert run(["backup", str(copy), "--db", str(server.db)]) == 0
    finally:
        server.end()
    lines = server.log.read_text().splitlines()
    for row in lines:
        check_log_entry(row, [PASSWORD, *server.tokens])  # type: ignore[attr-defined]
    check_faults("", lines)
    assert server.received
    store = open_store(str(server.db), check=False)
    try:
        scanned = check_messages(store, server.received)
        check_backup(store, copy.read_bytes())
        hands = JournalSecrets(store).rounds
    finally:
        store.close()
    return {"hands": hands, "bytes scanned": scanned, "log lines": len(lines)}
