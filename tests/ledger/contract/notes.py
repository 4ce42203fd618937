"""Notes: records that are not part of the journal."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.ledger.batches import ANN, BOB, moves, refused, succeeds
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store


class NoteContract:
    """A note can be changed only by a writer that knows its current body."""

    def test_notes_are_written_changed_and_deleted(self, store: Store) -> None:
        def write(*writes: NoteWrite) -> None:
            store.commit(Batch(notes=writes))

        def bodies(name: str | None = None) -> list[tuple[str, bytes]]:
            with store.reading() as reader:
                return [(note.key, note.body) for note in reader.notes("line", name)]

        first = Note("line", "a", "t1", 7, b"1")
        write(NoteWrite(first), NoteWrite(Note("line", "b", "t2", 5, b"2"), b""))
        write(NoteWrite(Note("other", "a", "", 0, b"3")))
        assert bodies() == [("b", b"2"), ("a", b"1")], "the oldest first"
        assert bodies("t1") == [("a", b"1")]
        with store.reading() as reader:
            assert reader.note("line", "a") == first
            assert reader.note("line", "c") is None
        write(NoteWrite(Note("line", "a", "t1", 9, b"4"), b"1"))
        write(NoteWrite(Note("line", "a", "t1", 9, b"5")))
        for wrong in (
            NoteWrite(Note("line", "a", "t1", 9, b"6"), b"4"),
            NoteWrite(Note("line", "a", "t1", 9, b"6"), b""),
            NoteWrite(Note("line", "a"), b"4"),
            NoteWrite(Note("line", "c", "t1", 9, b"6"), b"4"),
        ):
            assert refused(store, Batch(notes=(wrong,))) == "note/changed"
        assert bodies() == [("b", b"2"), ("a", b"5")]
        write(NoteWrite(Note("line", "a"), b"5"), NoteWrite(Note("line", "b")))
        write(NoteWrite(Note("line", "b")))
        assert bodies() == []
        for bad, code in (
            (Note("", "a"), "note/nameless"),
            (Note("line", ""), "note/nameless"),
            (Note("line", "a\n"), "note/name"),
            (Note("x" * 201, "a"), "note/name"),
        ):
            assert refused(store, Batch(notes=(NoteWrite(bad),))) == code

    def test_a_note_is_written_only_with_its_batch(self, funded: Store) -> None:
        """An overdrawn batch writes no note, and a changed note prevents the postings."""
        note = Note("line", "a", "", 1, b"1")
        overdrawn = moves("x", 0, (ANN, BOB, 10**9))
        assert refused(funded, Batch((overdrawn,), notes=(NoteWrite(note),))) == "account/overdrawn"
        with funded.reading() as reader:
            assert reader.notes("line") == []
        late = Batch((moves("x", 0, (ANN, BOB, 1)),), notes=(NoteWrite(note, b"0"),))
        assert refused(funded, late) == "note/changed"

    def test_one_of_many_changes_a_note(self, store: Store) -> None:
        store.commit(Batch(notes=(NoteWrite(Note("n", "a", "", 0, b"0")),)))

        def change(number: int) -> bool:
            new = NoteWrite(Note("n", "a", "", 0, b"%d" % number), b"0")
            return succeeds(lambda: store.commit(Batch(notes=(new,))), "note/changed")

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(change, range(1, 17))) == 1
