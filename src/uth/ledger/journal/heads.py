"""The heads file: where each chain ended after every commit, kept outside the database.

A database that lost its tail, or whose tail was written anew, no longer has these heads. One line
is one head: stream, version, hash and a check of the line itself.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from glob import escape
from pathlib import Path
from threading import Event, Lock, Thread
from typing import BinaryIO

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Head

MOST = 4 * 1024 * 1024
"""Bytes after which the file is thinned."""
RECENT = 10_000
"""The heads that always stay."""


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


def thinned(lines: Iterable[bytes], recent: int) -> list[bytes]:
    """The last heads as they are, and of those before them a few of each stream.

    A chain that lost its tail or was written anew lacks the last head of its stream, which always
    stays; the older ones, one for each doubling of its length, say where that began. Only what
    stays is held in memory: a file is thinned while a house is served.
    """
    older: dict[tuple[str, int], bytes] = {}
    last: deque[tuple[tuple[str, int], bytes]] = deque()
    for line in lines:
        head = parse_head(line[:-1].decode())
        last.append(((head.stream, head.version.bit_length()), line))
        if len(last) > recent:
            key, line = last.popleft()
            older[key] = line
    return [*older.values(), *(line for _, line in last)]


def _write(file: int, text: bytes) -> None:
    """All of it, and on disk."""
    if os.write(file, text) != len(text):
        raise OSError("the disk took only a part")
    os.fsync(file)


def sync_folder(folder: Path) -> None:
    """A file that was put in place stays there only when its folder is on disk too."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


class Heads:
    """The file that a writer appends to: written before a commit is answered, on disk soon after.

    What is acknowledged is durable in the database; a power cut may cost this file its last
    moment, never the house a cent. So nobody waits here for the disk a second time. Beyond `most`
    bytes the file is thinned: written anew beside it, and put in its place when it is durable.
    """

    def __init__(
        self, path: Path, *, every: float = 0.1, most: int = MOST, recent: int = RECENT
    ) -> None:
        self.path = path
        self._every = every
        self._most = most
        self._recent = recent
        self._part = path.with_name(f"{path.name}.{os.getpid()}-{id(self):x}.part")
        self._file = self._open()
        self._gate = Lock()
        with self._locked():
            self._drop_torn_end()
        for left in path.parent.glob(f"{escape(path.name)}.*.part"):
            left.unlink(missing_ok=True)  # by one who was killed; one who writes it begins anew
        self._new = Event()
        if os.fstat(self._file).st_size > most:
            self._new.set()
        self._closing = Event()
        self._failed: OSError | None = None
        self._syncer = Thread(target=self._sync, name="uth-heads", daemon=True)
        self._syncer.start()

    def _open(self) -> int:
        return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)

    def _drop_torn_end(self) -> None:
        """A line without its end was never acknowledged, and would spoil the next one."""
        size = os.fstat(self._file).st_size
        if not size or os.pread(self._file, 1, size - 1) == b"\n":
            return
        tail = os.pread(self._file, min(size, 65_536), max(size - 65_536, 0))
        torn = len(tail) - (tail.rfind(b"\n") + 1)
        os.ftruncate(self._file, size - torn)

    def append(self, heads: Iterable[Head]) -> None:
        if self._failed is not None:
            raise self._failed
        text = "".join(f"{print_head(head)}\n" for head in heads).encode()
        if text:
            with self._locked():
                self._drop_torn_end()
                written = os.write(self._file, text)
            if written != len(text):
                raise OSError("the heads file took only a part")
            self._new.set()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One at a time, also of several processes; another may have put a new file in place."""
        with self._gate:
            fcntl.flock(self._file, fcntl.LOCK_EX)
            while not self._in_place(self._file):
                self._go_over()
                fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _go_over(self) -> None:
        """To the file that is there now; closing the old one ends its lock."""
        old, self._file = self._file, self._open()
        os.close(old)

    def _in_place(self, file: int) -> bool:
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            return False
        return os.path.samestat(os.fstat(file), there)

    def _sync(self) -> None:
        while not self._closing.is_set():
            self._new.wait()
            self._new.clear()
            self._settle()
            self._closing.wait(self._every)

    def _settle(self) -> None:
        """Bring what is new to disk, and thin a file that has grown too long."""
        try:
            if self._to_disk() > self._most:
                self._thin()
        except OSError as error:
            self._failed = error

    def _to_disk(self) -> int:
        """How long the file is by then; another thread may go over to a new one meanwhile."""
        with self._gate:
            file = os.dup(self._file)
        try:
            os.fsync(file)
            return os.fstat(file).st_size
        finally:
            os.close(file)

    def _thin(self) -> None:
        """Write the file anew; where that fails, or a line is damaged, the old one stays."""
        try:
            with self.path.open("rb") as file:
                this = os.fstat(file.fileno())
                whole = iter(partial(self._next, file), b"")
                text = b"".join(thinned(whole, self._recent))
                size = file.tell()
            self._replace(this, size, text)
            self._most = max(self._most, 2 * len(text))
        except (Refusal, UnicodeDecodeError, OSError):
            self._most *= 2

    @staticmethod
    def _next(file: BinaryIO) -> bytes:
        """The next whole line; the last may still be on its way, and is left for later."""
        before, line = file.tell(), file.readline()
        if line.endswith(b"\n"):
            return line
        file.seek(before)
        return b""

    def _replace(self, this: os.stat_result, size: int, text: bytes) -> None:
        """What was appended meanwhile is taken over at the end, while nobody can append."""
        file = os.open(self._part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            _write(file, text)
            with self._locked():
                if not os.path.samestat(this, os.fstat(self._file)):
                    return
                _write(file, os.pread(self._file, os.fstat(self._file).st_size - size, size))
                os.replace(self._part, self.path)
                sync_folder(self.path.parent)
                self._go_over()
        finally:
            os.close(file)
            self._part.unlink(missing_ok=True)

    def close(self) -> None:
        self._closing.set()
        self._new.set()
        self._syncer.join()
        self._to_disk()
        os.close(self._file)
