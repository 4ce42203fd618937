"""Where the heads of a house are written down, by its address and the node's name."""

from __future__ import annotations

from pathlib import Path

import pytest

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Head
from uth.ledger.journal.heads import read_heads
from uth.ledger.locations import begin_heads, heads_here, heads_of, place_of

SERVER = "postgresql://ann:secret@db.example:5433/uth"


@pytest.fixture(autouse=True)
def state(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    return folder / "state"


@pytest.mark.parametrize("address", ["a/house.db", Path("a/house.db"), "sqlite:///a/house.db"])
def test_a_file_has_them_beside_it(address: str | Path) -> None:
    assert place_of(address) == Path("a/house.db")
    assert heads_of(address) == Path("a/house.db.heads")


def test_each_node_has_its_own_and_no_password_is_in_the_name(state: Path) -> None:
    house = state / "uth" / "db.example-5433-uth"
    assert heads_of(SERVER, "north") == house / "north.heads"
    assert heads_of(SERVER, "../north pole") == house / ".._north_pole.heads"
    assert heads_of(SERVER) == house / "house.heads"


def test_two_houses_of_one_server_are_kept_apart() -> None:
    local = "postgresql://postgres:@/uth?host=/run/pg"
    found = {heads_of(address).parent.name for address in (SERVER, local, local + "_2")}
    assert found == {"db.example-5433-uth", "_run_pg-uth", "_run_pg_2-uth"}


def test_without_a_state_folder_they_are_at_home(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(folder))
    assert folder / ".local" / "state" in heads_of(SERVER).parents


@pytest.mark.parametrize("node", ["north", ""])
def test_what_is_here_is_found(node: str, folder: Path) -> None:
    for address in (SERVER, folder / "house.db"):
        assert heads_here(address) == []
        path = heads_of(address, node)
        heads = begin_heads(path)
        heads.append([Head("a", 1, bytes(32))])
        heads.close()
        assert heads_here(address) == [path]
        assert len(list(read_heads(path))) == 1


def test_a_place_that_can_not_be_written_is_told(folder: Path) -> None:
    (folder / "file").touch()
    with pytest.raises(Refusal, match=r"heads/unwritable: .*file/heads\)"):
        begin_heads(folder / "file" / "heads")
