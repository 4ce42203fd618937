"""What every store promises: one class of tests, run against memory, SQLite and PostgreSQL."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.ledger.house import House, balances
from uth.core.refusal import Refusal
from uth.ledger.audit import audit
from uth.ledger.batch import Append, Batch, Committed, Entry, Posting
from uth.ledger.chain import START, answer_sum, link
from uth.ledger.notes import Note, Noting
from uth.ledger.rounds import Wanted, read_table
from uth.ledger.store import Lease, Store
from uth.ledger.writer import Writer
from uth.rulebook.canonical import canonical, digest
from uth.rulebook.store import HOUSES, load_house
from uth.table import commands as c

ANN, BOB = "player/Ann", "player/Bob"


def moves(stream: str, expected: int, *moved: tuple[str, str, int], epoch: int = 0) -> Append:
    """One event with some postings."""
    postings = tuple(Posting(expected + 1, *move) for move in moved)
    listed = ",".join(
        f'{{"source":"{source}","target":"{target}","cents":{cents}}}'
        for source, target, cents in moved
    )
    body = f'{{"type":"Moved","moves":[{listed}]}}'.encode()
    return Append(stream, expected, (Entry("Moved", body),), postings, 7, epoch)


def refused(store: Store, batch: Batch) -> str:
    before = everything(store)
    with pytest.raises(Refusal) as caught:
        store.commit(batch)
    assert everything(store) == before, "a refused batch writes nothing"
    return caught.value.code


def happens(deed: Callable[[], object], code: str) -> bool:
    """Whether it happens; it may be refused with this code only."""
    try:
        deed()
    except Refusal as no:
        if no.code != code:
            raise
        return False
    return True


def everything(store: Store) -> object:
    with store.reading() as reader:
        rows = reader.streams()
        return (
            [(row.stream, row.version, row.hash) for row in rows if row.version],
            [list(reader.events(row.stream)) for row in rows],
            [list(reader.postings(row.stream)) for row in rows],
            reader.balances(),
            sorted(given.key for given in reader.answers()),
        )


class StoreContract:
    """Subclasses say which store; the tests are the same."""

    @pytest.fixture
    def store(self) -> Store:
        raise NotImplementedError

    @pytest.fixture
    def funded(self, store: Store) -> Store:
        store.commit(Batch((moves("cage", 0, ("issued", ANN, 5_000)),)))
        return store

    def test_a_batch_is_written_whole(self, store: Store) -> None:
        append = moves("cage", 0, ("issued", ANN, 5_000), (ANN, BOB, 1_500))
        done = store.commit(Batch((append,), "Ann", "k1", b"welcome"))
        entry = append.entries[0]
        told = answer_sum("Ann", "k1", b"welcome")
        expected = link(START, "cage", 1, 7, "Moved", entry.body, b"", told)
        assert done == Committed(b"welcome", done.heads)
        assert [(head.stream, head.version, head.hash) for head in done.heads] == [
            ("cage", 1, expected)
        ]
        with store.reading() as reader:
            (kept,) = reader.events("cage")
            assert (kept.version, kept.at, kept.body, kept.hash) == (1, 7, entry.body, expected)
            assert tuple(reader.postings("cage")) == append.postings
            assert reader.balances() == {"issued": -5_000, ANN: 3_500, BOB: 1_500}
            assert reader.answer("Ann", "k1") == b"welcome"
            assert reader.stream("cage").version == 1
            assert [stream for stream, _ in reader.postings_of(BOB)] == ["cage"]
            assert list(reader.events("cage", after=1)) == []
            assert list(reader.postings("cage", after=1)) == []

    def test_what_is_not_there_is_nothing(self, store: Store) -> None:
        with store.reading() as reader:
            assert reader.stream("table/1").version == 0
            assert list(reader.events("table/1")) == []
            assert reader.balance(ANN) == 0
            assert reader.answer("Ann", "k") is None
            assert reader.public_until("table/1") == 0
            assert reader.redacted() == set()
            with pytest.raises(Refusal, match="rulebook/unknown"):
                reader.rulebook("abc")

    def test_a_repeated_key_gives_the_same_answer_and_happens_once(self, funded: Store) -> None:
        batch = Batch((moves("cage", 1, (ANN, BOB, 1_000)),), "Ann", "k2", b"first")
        assert not funded.commit(batch).repeated
        before = everything(funded)
        again = Batch((moves("cage", 2, (ANN, BOB, 1_000)),), "Ann", "k2", b"second")
        assert funded.commit(again) == Committed(b"first", repeated=True)
        assert funded.commit(batch) == Committed(b"first", repeated=True)
        assert everything(funded) == before
        assert not funded.commit(Batch((), "Bob", "k2", b"other")).repeated

    def test_a_key_delivered_five_times_at_once_happens_once(self, funded: Store) -> None:
        batch = Batch((moves("cage", 1, (ANN, BOB, 1_000)),), "Ann", "k2", b"first")
        with ThreadPoolExecutor(5) as pool:
            results = list(pool.map(lambda _: funded.commit(batch), range(5)))
        assert sorted(result.repeated for result in results) == [False, True, True, True, True]
        assert {result.answer for result in results} == {b"first"}
        assert balances(funded)[BOB] == 1_000

    def test_a_refused_command_leaves_its_key_free(self, funded: Store) -> None:
        key = ("Ann", "k2")
        overdrawn = Batch((moves("cage", 1, (ANN, BOB, 5_001)),), *key)
        assert refused(funded, overdrawn) == "account/overdrawn"
        assert not funded.commit(Batch((moves("cage", 1, (ANN, BOB, 5_000)),), *key)).repeated

    def test_refusals(self, funded: Store) -> None:
        good = moves("cage", 1, (ANN, BOB, 1))
        for code, batch in (
            ("journal/version", Batch((moves("cage", 0, (ANN, BOB, 1)),))),
            ("journal/version", Batch((moves("cage", 2, (ANN, BOB, 1)),))),
            ("lease/stale", Batch((moves("cage", 1, (ANN, BOB, 1), epoch=1),))),
            ("account/overdrawn", Batch((moves("cage", 1, (ANN, BOB, 5_001)),))),
            ("account/overdrawn", Batch((moves("cage", 1, (BOB, ANN, 1)),))),
            ("account/overdrawn", Batch((moves("cage", 1, ("drop/table/1", ANN, 1)),))),
            ("posting/unbalanced", Batch((moves("cage", 1, (ANN, BOB, 0)),))),
            ("posting/unbalanced", Batch((moves("cage", 1, (ANN, BOB, -1)),))),
            ("posting/unbalanced", Batch((moves("cage", 1, (ANN, ANN, 1)),))),
            ("posting/unbalanced", Batch((moves("cage", 1, (ANN, BOB, 2**63)),))),
            ("posting/unbalanced", Batch((_with(good, Posting(1, ANN, BOB, 1)),))),
            ("account/unknown", Batch((moves("cage", 1, (ANN, "elsewhere/x", 1)),))),
            ("account/unknown", Batch((moves("cage", 1, (ANN, "player/", 1)),))),
            ("account/unknown", Batch((moves("cage", 1, (ANN, "player/a\x00", 1)),))),
            ("account/too_large", Batch((moves("cage", 1, ("issued", ANN, 2**62 - 1)),))),
            ("rulebook/unknown", Batch((_with(good, Posting(2, ANN, BOB, 1, rulebook="f00")),))),
            ("batch/empty", Batch()),
            ("batch/empty", Batch((Append("cage", 1, ()),))),
            ("batch/stream_twice", Batch((good, good))),
            ("batch/key", Batch((good,), "Ann", "\x00")),
            ("stream/name", Batch((moves("Käse", 0, (ANN, BOB, 1)),))),
        ):
            assert refused(funded, batch) == code, batch

    def test_two_streams_or_none(self, funded: Store) -> None:
        """One half of a batch that can't be written keeps the other out too."""
        good, stale = moves("a", 0, (ANN, BOB, 1)), moves("cage", 0, (ANN, BOB, 1))
        assert refused(funded, Batch((good, stale))) == "journal/version"
        assert refused(funded, Batch((stale, good))) == "journal/version"
        funded.commit(Batch((moves("cage", 1, (ANN, BOB, 1)), good)))
        assert balances(funded)[BOB] == 2

    def test_one_refused_batch_does_not_undo_others(self, funded: Store) -> None:
        results = funded.commit_all(
            [
                Batch((moves("a", 0, (ANN, BOB, 3_000)),), "Ann", "a", b"a"),
                Batch((moves("b", 0, (ANN, BOB, 3_000)),), "Ann", "b", b"b"),
                Batch((moves("b", 0, (ANN, BOB, 2_000)),), "Ann", "c", b"c"),
                Batch((moves("c", 0, (ANN, BOB, 2_000)),), "Ann", "a", b"again"),
                Batch((moves("c", 0, (BOB, ANN, 5_000)),)),
            ]
        )
        told = [got.code if isinstance(got, Refusal) else got.answer for got in results]
        assert told == [b"a", "account/overdrawn", b"c", b"a", b""]
        assert balances(funded) == {"issued": -5_000, ANN: 5_000}

    def test_answers_without_events(self, store: Store) -> None:
        """A refusal may be kept under its key too."""
        batches = [Batch((), "Ann", f"k{number}", b"no") for number in range(2)]
        assert store.commit_all([*batches, *batches]) == [
            *[Committed(b"no")] * 2, *[Committed(b"no", repeated=True)] * 2
        ]  # fmt: skip

    def test_each_command_delivered_one_to_five_times_in_random_order(self, funded: Store) -> None:
        """Those that come too early are refused and sent again; the end is as if each came once."""
        chance = random.Random(3)
        batches = [
            Batch((moves("cage", number, (ANN, BOB, number)),), "Ann", f"k{number}", b"%d" % number)
            for number in range(1, 25)
        ]
        waiting = [batch for batch in batches for _ in range(chance.randint(1, 5))]
        answers: dict[str, set[bytes]] = {}
        while waiting:
            chance.shuffle(waiting)
            results = funded.commit_all(waiting)
            for batch, result in zip(waiting, results, strict=True):
                if isinstance(result, Committed):
                    answers.setdefault(batch.key, set()).add(result.answer)
            waiting = [
                batch
                for batch, result in zip(waiting, results, strict=True)
                if isinstance(result, Refusal)
            ]
        assert answers == {batch.key: {batch.answer} for batch in batches}
        assert balances(funded)[BOB] == sum(range(1, 25))
        assert audit(funded).findings == ()

    def test_only_house_and_issued_go_below_zero(self, store: Store) -> None:
        store.commit(Batch((moves("cage", 0, ("house/table/1", ANN, 500)),)))
        store.commit(Batch((moves("cage", 1, ("house/table/1", ANN, 500)),)))
        assert balances(store) == {"house/table/1": -1_000, ANN: 1_000}
        code = refused(store, Batch((moves("cage", 2, ("houses", ANN, 1)),)))
        assert code == "account/unknown"

    def test_200_simultaneous_wagers_never_overdraw_a_balance(self, funded: Store) -> None:
        """Each from its own stream, so only the money is contended for."""
        writer = Writer(funded)

        def wager(number: int) -> bool:
            commit = writer.commit if number % 2 else funded.commit
            batch = Batch((moves(f"s{number}", 0, (ANN, BOB, 100)),), "Ann", f"w{number}")
            if not happens(lambda: commit(batch), "account/overdrawn"):
                return False
            with funded.reading() as reader:
                seen = reader.balances()
            assert sum(seen.values()) == 0
            assert seen[ANN] >= 0
            return True

        with ThreadPoolExecutor(32) as pool:
            taken = sum(pool.map(wager, range(200)))
        writer.close()
        assert taken == 50
        assert balances(funded) == {"issued": -5_000, BOB: 5_000}
        assert audit(funded).findings == ()

    def test_crossing_transfers_do_not_lock_each_other_out(self, funded: Store) -> None:
        funded.commit(Batch((moves("cage", 1, (ANN, BOB, 2_500)),)))

        def go(number: int) -> None:
            there = [(ANN, BOB, 1), ("issued", "drop/table/1", 1)]
            back = [("issued", "drop/table/1", 1), (BOB, ANN, 1)]
            pairs = there if number % 2 else back
            batches = [Batch((moves(f"s{number}-{part}", 0, pairs[part]),)) for part in (0, 1)]
            assert [got for got in funded.commit_all(batches) if isinstance(got, Refusal)] == []

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(go, range(40)))
        assert balances(funded) == {
            "issued": -5_040, ANN: 2_500, BOB: 2_500, "drop/table/1": 40
        }  # fmt: skip

    def test_one_version_is_won_by_one(self, funded: Store) -> None:
        def append(number: int) -> bool:
            batch = Batch((moves("cage", 1, (ANN, BOB, number + 1)),))
            return happens(lambda: funded.commit(batch), "journal/version")

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(append, range(24))) == 1

    def test_rulebooks_are_stored_once(self, store: Store) -> None:
        rules = load_house("california")
        assert store.keep_rulebook(canonical(rules)) == digest(rules)
        assert store.keep_rulebook(canonical(rules)) == digest(rules)
        with store.reading() as reader:
            assert reader.rulebook(digest(rules)) == canonical(rules)
            assert list(reader.rulebooks()) == [digest(rules)]

    def test_reading_sees_one_moment(self, funded: Store) -> None:
        with funded.reading() as reader:
            assert reader.balance(ANN) == 5_000
            funded.commit(Batch((moves("cage", 1, (ANN, BOB, 1_000)),)))
            assert reader.balance(ANN) == 5_000
            assert reader.stream("cage").version == 1
        assert balances(funded)[ANN] == 4_000

    def test_notes_are_written_changed_and_forgotten(self, store: Store) -> None:
        def write(*notings: Noting) -> None:
            store.commit(Batch(notes=notings))

        def noted(name: str | None = None) -> list[tuple[str, bytes]]:
            with store.reading() as reader:
                return [(note.key, note.body) for note in reader.notes("line", name)]

        first = Note("line", "a", "t1", 7, b"1")
        write(Noting(first), Noting(Note("line", "b", "t2", 5, b"2"), b""))
        write(Noting(Note("other", "a", "", 0, b"3")))
        assert noted() == [("b", b"2"), ("a", b"1")], "the oldest first"
        assert noted("t1") == [("a", b"1")]
        with store.reading() as reader:
            assert reader.note("line", "a") == first
            assert reader.note("line", "c") is None
        write(Noting(Note("line", "a", "t1", 9, b"4"), b"1"))
        write(Noting(Note("line", "a", "t1", 9, b"5")))
        for wrong in (
            Noting(Note("line", "a", "t1", 9, b"6"), b"4"),
            Noting(Note("line", "a", "t1", 9, b"6"), b""),
            Noting(Note("line", "a"), b"4"),
            Noting(Note("line", "c", "t1", 9, b"6"), b"4"),
        ):
            assert refused(store, Batch(notes=(wrong,))) == "note/changed"
        assert noted() == [("b", b"2"), ("a", b"5")]
        write(Noting(Note("line", "a"), b"5"), Noting(Note("line", "b")))
        write(Noting(Note("line", "b")))
        assert noted() == []
        for bad in (Note("", "a"), Note("line", ""), Note("line", "a\n"), Note("x" * 201, "a")):
            assert refused(store, Batch(notes=(Noting(bad),))) == "note/name"

    def test_a_note_goes_with_its_batch(self, funded: Store) -> None:
        """An overdrawn batch notes nothing, and a note that changed stops the money."""
        note = Note("line", "a", "", 1, b"1")
        overdrawn = moves("x", 0, (ANN, BOB, 10**9))
        assert refused(funded, Batch((overdrawn,), notes=(Noting(note),))) == "account/overdrawn"
        with funded.reading() as reader:
            assert reader.notes("line") == []
        late = Batch((moves("x", 0, (ANN, BOB, 1)),), notes=(Noting(note, b"0"),))
        assert refused(funded, late) == "note/changed"

    def test_one_of_many_changes_a_note(self, store: Store) -> None:
        store.commit(Batch(notes=(Noting(Note("n", "a", "", 0, b"0")),)))

        def change(number: int) -> bool:
            new = Noting(Note("n", "a", "", 0, b"%d" % number), b"0")
            return happens(lambda: store.commit(Batch(notes=(new,))), "note/changed")

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(change, range(1, 17))) == 1

    def test_prefixes(self, store: Store) -> None:
        accounts = ("chips/table/1/Ann", "chips/table/10/Ann", "chips/table/1/Zoë", "bank/table/1")
        moved = [("issued", account, 1) for account in accounts]
        store.commit(Batch((moves("cage", 0, *moved), moves("table-x", 0, ("issued", ANN, 1)))))
        with store.reading() as reader:
            assert list(reader.balances("chips/table/1/")) == [accounts[0], accounts[2]]
            assert [row.stream for row in reader.streams("table")] == ["table-x"]
            assert list(reader.balances()) == sorted((*accounts, "issued", ANN))


class LeaseContract(StoreContract):
    """Who may append: one owner at a time, by the database's clock."""

    def test_a_lease_is_held_by_one(self, store: Store) -> None:
        lease = store.acquire("table/1", "north", 60_000)
        assert (lease.owner, lease.epoch) == ("north", 1)
        with pytest.raises(Refusal, match="lease/held"):
            store.acquire("table/1", "south", 60_000)
        assert store.acquire("table/2", "south", 60_000).epoch == 1
        with store.reading() as reader:
            row = reader.stream("table/1")
            assert (row.owner, row.epoch) == ("north", 1)
            assert row.expires > reader.now() > row.expires - 61_000

    def test_a_stale_owner_can_not_commit(self, store: Store) -> None:
        old = store.acquire("table/1", "north", 60_000)
        store.commit(Batch((moves("table/1", 0, ("issued", ANN, 1), epoch=old.epoch),)))
        store.renew(old, 1)
        time.sleep(0.05)
        new = store.acquire("table/1", "south", 60_000)
        assert new.epoch == 2
        late = Batch((moves("table/1", 1, ("issued", ANN, 1), epoch=old.epoch),))
        assert refused(store, late) == "lease/stale"
        unleased = Batch((moves("table/1", 1, ("issued", ANN, 1)),))
        assert refused(store, unleased) == "lease/stale"
        with pytest.raises(Refusal, match="lease/lost"):
            store.renew(old, 60_000)
        with pytest.raises(Refusal, match="lease/lost"):
            store.release(old)
        store.commit(Batch((moves("table/1", 1, ("issued", ANN, 1), epoch=new.epoch),)))

    def test_an_expired_lease_is_renewed_before_it_is_used(self, store: Store) -> None:
        lease = store.acquire("table/1", "north", 30)
        time.sleep(0.05)
        batch = Batch((moves("table/1", 0, ("issued", ANN, 1), epoch=lease.epoch),))
        assert refused(store, batch) == "lease/expired"
        assert store.renew(lease, 60_000).epoch == lease.epoch
        store.commit(batch)

    def test_a_released_lease_is_free_at_once(self, store: Store) -> None:
        store.release(store.acquire("table/1", "north", 60_000))
        assert store.acquire("table/1", "south", 60_000).epoch == 2

    def test_the_same_owner_begins_anew_after_a_restart(self, store: Store) -> None:
        old = store.acquire("table/1", "north", 60_000)
        assert store.acquire("table/1", "north", 60_000).epoch == old.epoch + 1

    def test_many_nodes_ask_and_one_gets_it(self, store: Store) -> None:
        def ask(node: int) -> bool:
            return happens(lambda: store.acquire("table/1", f"node{node}", 60_000), "lease/held")

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(ask, range(16))) == 1

    def test_what_nobody_holds_can_not_be_renewed(self, store: Store) -> None:
        with pytest.raises(Refusal, match="lease/lost"):
            store.renew(Lease("table/9", "north", 1, 0), 60_000)


class HouseContract(LeaseContract):
    """Whole tables on the store."""

    @pytest.mark.parametrize("house", HOUSES)
    def test_a_table_is_recovered_at_every_moment_of_a_round(
        self, store: Store, house: str
    ) -> None:
        floor = House(store)
        floor.open("t1", house)
        floor.sit("t1", 3)
        for _ in range(2):
            floor.bet("t1")
            again = House(store)
            assert (again.tables, again.meter) == (floor.tables, floor.meter)
            floor.deal("t1")
            assert House(store).tables == floor.tables
            floor.finish("t1")
        again = House(store)
        assert (again.tables, again.meter) == (floor.tables, floor.meter)
        looked = audit(store)
        assert looked.findings == ()
        assert looked.rounds == 2
        assert sum(balances(store).values()) == 0

    def test_table_and_ledger_agree_on_every_account(self, store: Store) -> None:
        floor = House(store)
        floor.open("t1", "california")
        floor.sit("t1", 4)
        floor.bet("t1")
        floor.deal("t1")
        table, found = floor.tables["t1"], balances(store)
        assert found["bank/table/t1"] == table.balances["bank"]
        for player in ("t1-P1", "t1-P2", "t1-P3", "t1-P4"):
            assert found[f"chips/table/t1/{player}"] == table.chips(player)
            assert found.get(f"wager/table/t1/{player}", 0) == table.staked(player)
            assert found[f"player/{player}"] == 1_000_000
        assert found["issued"] == -8_000_000

    def test_a_royal_a_mystery_and_a_void_round_move_the_meter(self, store: Store) -> None:
        floor = House(store)
        floor.open("t1", "hollywood-pa")
        floor.open("t2", "hollywood-pa")
        for name in ("t1", "t2"):
            floor.sit(name, 3)
            floor.play(name, 2)
        floor.bet("t1")
        floor.deal("t1", floor.royal("t1"))
        floor.finish("t1")
        floor.bet("t2")
        floor.deal("t2")
        floor.do("t2", c.VoidRound("floor", "misdeal"))
        with store.reading() as reader:
            kinds = {kept.kind for kept in reader.events("meter/link")}
        assert kinds == {
            "MeterOpened", "TargetDrawn", "MeterFed", "MysteryHit", "JackpotsGiven",
            "FeedTakenBack",
        }  # fmt: skip
        assert floor.meter is not None
        assert balances(store)["meter/link/main"] == floor.meter.meters.main // 10_000
        assert balances(store)["meter/link/mystery"] == floor.meter.meters.mystery // 10_000
        assert audit(store).findings == ()

    def test_rounds_are_found_by_table_player_and_time(self, store: Store) -> None:
        house = House(store)
        for name, kind, seats in (("t1", "california", 3), ("t2", "cardroom-25", 2)):
            house.open(name, kind)
            house.sit(name, seats)
        for name in ("t1", "t2", "t1", "t2"):
            house.play(name)
        house.bet("t1")
        house.do("t1", c.VoidRound("floor", "spilled drink"))
        with store.reading() as reader:
            rows = reader.rounds(Wanted())
            assert [(row.stream[6:], row.round, row.void) for row in rows] == [
                ("t1", 1, False),
                ("t2", 1, False),
                ("t1", 2, False),
                ("t2", 2, False),
                ("t1", 3, True),
            ]
            assert reader.rounds(Wanted("table/t1")) == rows[::2]
            assert reader.rounds(Wanted(since=rows[1].at, until=rows[3].at)) == rows[1:3]
            assert reader.rounds(Wanted(after=rows[1].place, most=2)) == rows[2:4]
            assert reader.rounds(Wanted("table/none")) == []
            assert reader.round("table/t2", 2) == rows[3]
            assert reader.round("table/t2", 3) is None
            assert reader.last_rounds("table/t1", 2) == [rows[4], rows[2]]
            assert reader.last_rounds("table/t1", 9, rows[2].at) == [rows[0]]
            assert read_table(rows[3]) == house.tables["t2"]
            indexed = list(reader.indexed("table/t2"))
            assert [row for row, _ in indexed] == rows[1::2]
            for player in indexed[0][1]:
                found = reader.rounds(Wanted(player=player))
                assert [row.place for row in found] == sorted(row.place for row in found)
                assert {row.stream for row in found} >= {"table/t2"}
                assert reader.rounds(Wanted("table/t2", player)) == rows[1::2]
                assert reader.rounds(Wanted("table/t2", player, after=rows[1].place)) == [rows[3]]
            assert reader.rounds(Wanted(player="Nobody")) == []
            (last,) = reader.events("table/t1", rows[4].version - 1, rows[4].version)
            assert last.kind == "RoundClosed"
        assert audit(store).findings == ()

    def test_secrets_are_public_when_the_round_is_closed(self, store: Store) -> None:
        floor = House(store)
        floor.open("t1")
        floor.sit("t1")
        floor.bet("t1")
        floor.deal("t1")
        with store.reading() as reader:
            (dealt,) = (kept for kept in reader.events("table/t1") if kept.secret)
            assert reader.public_until("table/t1") < dealt.version
            assert b'deck":[]' in dealt.body
        floor.finish("t1")
        with store.reading() as reader:
            assert reader.public_until("table/t1") > dealt.version


class TestMemory(HouseContract):
    @pytest.fixture
    def store(self, memory_store: Store) -> Store:
        return memory_store


class TestSqlite(HouseContract):
    @pytest.fixture
    def store(self, sqlite_store: Store) -> Store:
        return sqlite_store


class TestPostgres(HouseContract):
    @pytest.fixture
    def store(self, postgres_store: Store) -> Store:
        return postgres_store


def _with(append: Append, posting: Posting) -> Append:
    from msgspec.structs import replace

    return replace(append, postings=(posting,))
