"""The heads file: where each chain ended after every commit, kept outside the database.

A database that lost its tail, or whose tail was written anew, no longer has these heads. One line
is one head: stream, version, hash and a check of the line itself.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event, Thread

from uth.core.refusal import Refusal
from uth.ledger.batch import Head


def _check(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def print_head(head: Head) -> str:
    text = f"{head.stream} {head.version} {head.hash.hex()}"
    return f"{text} {_check(text)}"


def parse_head(line: str) -> Head:
    """A line again, or a refusal where it is damaged."""
    text, _, check = line.rpartition(" ")
    parts = text.split(" ")
    if len(parts) != 3 or _check(text) != check:
        raise Refusal("heads/damaged", "a line of the heads file is damaged")
    return Head(parts[0], int(parts[1]), bytes.fromhex(parts[2]))


def read_heads(path: Path) -> Iterator[Head]:
    """Every head that was written down whole; what was cut short at the end is not one."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                yield parse_head(line[:-1].decode())
            except (Refusal, UnicodeDecodeError):
                where = f"{path.name} line {number}"
                sentence = "a line of the heads file is damaged"
                raise Refusal("heads/damaged", sentence, where) from None


class Heads:
    """The file that a writer appends to: written before a commit is answered, on disk soon after.

    What is acknowledged is durable in the database; a power cut may cost this file its last
    moment, never the house a cent. So nobody waits here for the disk a second time.
    """

    def __init__(self, path: Path, *, every: float = 0.1) -> None:
        self.path = path
        self._every = every
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        self._drop_torn_end()
        self._new = Event()
        self._closing = Event()
        self._failed: OSError | None = None
        self._syncer = Thread(target=self._sync, name="uth-heads", daemon=True)
        self._syncer.start()

    def _drop_torn_end(self) -> None:
        """A line without its end was never acknowledged."""
        size = os.fstat(self._file).st_size
        tail = os.pread(self._file, min(size, 65_536), max(size - 65_536, 0))
        torn = len(tail) - (tail.rfind(b"\n") + 1)
        if torn:
            os.ftruncate(self._file, size - torn)

    def append(self, heads: Iterable[Head]) -> None:
        if self._failed is not None:
            raise self._failed
        text = "".join(f"{print_head(head)}\n" for head in heads).encode()
        if text:
            written = os.write(self._file, text)
            if written != len(text):
                raise OSError("the heads file took only a part")
            self._new.set()

    def _sync(self) -> None:
        while not self._closing.is_set():
            self._new.wait()
            self._new.clear()
            try:
                os.fsync(self._file)
            except OSError as error:
                self._failed = error
            self._closing.wait(self._every)

    def close(self) -> None:
        self._closing.set()
        self._new.set()
        self._syncer.join()
        os.fsync(self._file)
        os.close(self._file)
