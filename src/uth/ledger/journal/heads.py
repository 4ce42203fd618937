"""The heads file: the head of each chain after every commit, outside the database.

A database whose latest events were removed or rewritten no longer contains these heads. Each row of
the file is one head: stream, version, hash, and a checksum of the row.
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
"""The size in bytes above which the file is thinned."""
RECENT = 10_000
"""How many of the latest heads thinning keeps."""


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def print_head(head: Head) -> str:
    text = f"{head.stream} {head.version} {head.hash.hex()}"
    return f"{text} {_checksum(text)}"


def parse_head(row: str) -> Head:
    """The head in a row of the file; a damaged row is refused."""
    text, _, checksum = row.rpartition(" ")
    parts = text.split(" ")
    if len(parts) != 3 or _checksum(text) != checksum:
        raise Refusal("heads/damaged")
    return Head(parts[0], int(parts[1]), bytes.fromhex(parts[2]))


def read_heads(path: Path) -> Iterator[Head]:
    """Every complete row of the file; an incomplete last row is ignored."""
    with path.open("rb") as file:
        for number, row in enumerate(file, 1):
            if not row.endswith(b"\n"):
                return
            try:
                yield parse_head(row[:-1].decode())
            except (Refusal, UnicodeDecodeError):
                raise Refusal("heads/damaged", where=f"{path.name} line {number}") from None


def thin_rows(rows: Iterable[bytes], recent: int) -> list[bytes]:
    """The latest rows, and a few older ones of each stream.

    If a chain lost its latest events or was rewritten, the last head of its stream, which is always
    kept, is missing from the database. Older heads, one for each doubling of the version, show
    where the change began. Only the rows that are kept are held in memory.
    """
    older: dict[tuple[str, int], bytes] = {}
    latest: deque[tuple[tuple[str, int], bytes]] = deque()
    for row in rows:
        head = parse_head(row[:-1].decode())
        latest.append(((head.stream, head.version.bit_length()), row))
        if len(latest) > recent:
            key, oldest = latest.popleft()
            older[key] = oldest
    return [*older.values(), *(row for _, row in latest)]


def _write(file: int, text: bytes) -> None:
    """Write all of a text and sync it to disk."""
    if os.write(file, text) != len(text):
        raise OSError("only a part was written")
    os.fsync(file)


def sync_folder(folder: Path) -> None:
    """Sync a folder, which makes the renaming of a file in it durable."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


class HeadsFile:
    """The file that a writer appends to before a commit is answered; synced shortly after.

    An acknowledged commit is durable in the database, so callers do not wait for this file's sync:
    a power failure may lose its latest rows, but never money. Above `max_bytes` the file is
    thinned: a new file is written and synced, and then replaces it.
    """

    def __init__(
        self, path: Path, *, interval: float = 0.1, max_bytes: int = MOST, recent: int = RECENT
    ) -> None:
        self.path = path
        self._interval = interval
        self._max_bytes = max_bytes
        self._recent = recent
        self._part = path.with_name(f"{path.name}.{os.getpid()}-{id(self):x}.part")
        self._file = self._open()
        self._written = -1
        """The file's size after this process's last row; another size may end within a row."""
        self._mutex = Lock()
        with self._locked():
            self._drop_incomplete_row()
        for leftover in path.parent.glob(f"{escape(path.name)}.*.part"):
            leftover.unlink(missing_ok=True)  # of a killed process; a live one starts over
        self._new = Event()
        if os.fstat(self._file).st_size > max_bytes:
            self._new.set()
        self._closing = Event()
        self._failed: OSError | None = None
        self._syncer = Thread(target=self._sync, name="uth-heads", daemon=True)
        self._syncer.start()

    def _open(self) -> int:
        return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)

    def _drop_incomplete_row(self) -> None:
        """Remove an incomplete last row: it was never acknowledged and would damage the next."""
        size = os.fstat(self._file).st_size
        if not size or os.pread(self._file, 1, size - 1) == b"\n":
            return
        tail = os.pread(self._file, min(size, 65_536), max(size - 65_536, 0))
        incomplete = len(tail) - (tail.rfind(b"\n") + 1)
        os.ftruncate(self._file, size - incomplete)

    def append(self, heads: Iterable[Head]) -> None:
        """Write some heads; raises the error of an earlier sync that failed, once."""
        failed, self._failed = self._failed, None
        if failed is not None:
            raise failed
        text = "".join([f"{print_head(head)}\n" for head in heads]).encode()
        if text:
            with self._locked() as size:
                if size != self._written:
                    self._drop_incomplete_row()
                written = os.write(self._file, text)
                self._written = size + written
            if written != len(text):
                self._written = -1
                raise OSError("only a part of the heads was written")
            self._new.set()

    @contextmanager
    def _locked(self) -> Iterator[int]:
        """Exclusive use of the file across processes; another may have replaced it meanwhile.

        Yields its size.
        """
        with self._mutex:
            fcntl.flock(self._file, fcntl.LOCK_EX)
            while (size := self._current_size()) is None:
                self._reopen()
                fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                yield size
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _reopen(self) -> None:
        """Switch to the current file; closing the old one releases its lock."""
        old, self._file = self._file, self._open()
        os.close(old)
        self._written = -1

    def _current_size(self) -> int | None:
        """The size of the file at the path; None if that is another file by now, or none."""
        try:
            current = os.stat(self.path)
        except FileNotFoundError:
            return None
        return current.st_size if os.path.samestat(os.fstat(self._file), current) else None

    def _sync(self) -> None:
        while not self._closing.is_set():
            self._new.wait()
            self._new.clear()
            self._sync_once()
            self._closing.wait(self._interval)

    def _sync_once(self) -> None:
        """Sync the file, and thin it if it is too large."""
        try:
            if self._sync_to_disk() > self._max_bytes:
                self._thin()
        except OSError as error:
            self._failed = error

    def _sync_to_disk(self) -> int:
        """Sync and return the size; another thread may switch to a new file meanwhile."""
        with self._mutex:
            file = os.dup(self._file)
        try:
            os.fsync(file)
            return os.fstat(file).st_size
        finally:
            os.close(file)

    def _thin(self) -> None:
        """Replace the file by a thinned one; if that fails or a row is damaged, leave it."""
        try:
            with self.path.open("rb") as file:
                source = os.fstat(file.fileno())
                rows = iter(partial(self._next_row, file), b"")
                text = b"".join(thin_rows(rows, self._recent))
                size = file.tell()
            self._replace(source, size, text)
            self._max_bytes = max(self._max_bytes, 2 * len(text))
        except (Refusal, UnicodeDecodeError, OSError):
            self._max_bytes *= 2

    @staticmethod
    def _next_row(file: BinaryIO) -> bytes:
        """The next complete row; one that is still being written is left for later."""
        before, row = file.tell(), file.readline()
        if row.endswith(b"\n"):
            return row
        file.seek(before)
        return b""

    def _replace(self, source: os.stat_result, size: int, text: bytes) -> None:
        """Put a new file in place, adding under the lock what was appended meanwhile."""
        file = os.open(self._part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            _write(file, text)
            with self._locked():
                if not os.path.samestat(source, os.fstat(self._file)):
                    return
                _write(file, os.pread(self._file, os.fstat(self._file).st_size - size, size))
                os.replace(self._part, self.path)
                sync_folder(self.path.parent)
                self._reopen()
        finally:
            os.close(file)
            self._part.unlink(missing_ok=True)

    def close(self) -> None:
        self._closing.set()
        self._new.set()
        self._syncer.join()
        self._sync_to_disk()
        os.close(self._file)
