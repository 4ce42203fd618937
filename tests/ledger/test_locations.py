"""The location of the heads files of a house, by its address and the node's name."""

from __future__ import annotations

from pathlib import Path

import pytest

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Head
from uth.ledger.journal.heads import read_heads
from uth.ledger.locations import heads_path, local_heads_files, open_heads, parse_address

SERVER = "postgresql://ann:secret@db.example:5433/uth"


@pytest.fixture(autouse=True)
def state(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    return folder / "state"


@pytest.mark.parametrize("address", ["a/house.db", Path("a/house.db"), "sqlite:///a/house.db"])
def test_the_heads_of_a_file_are_next_to_it(address: str | Path) -> None:
    assert parse_address(address) == Path("a/house.db")
    assert heads_path(address) == Path("a/house.db.heads")


def test_each_node_has_its_own_file_without_the_password_in_its_name(state: Path) -> None:
    house = state / "uth" / "db.example-5433-uth"
    assert heads_path(SERVER, "north") == house / "north.heads"
    assert heads_path(SERVER, "../north pole") == house / ".._north_pole.heads"
    assert heads_path(SERVER) == house / "house.heads"


def test_two_houses_of_one_server_have_different_folders() -> None:
    local = "postgresql://postgres:@/uth?host=/run/pg"
    names = {heads_path(address).parent.name for address in (SERVER, local, local + "_2")}
    assert names == {"db.example-5433-uth", "_run_pg-uth", "_run_pg_2-uth"}


def test_without_a_state_folder_they_are_in_the_home_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(folder))
    assert folder / ".local" / "state" in heads_path(SERVER).parents


@pytest.mark.parametrize("node", ["north", ""])
def test_existing_heads_files_are_listed(node: str, folder: Path) -> None:
    for address in (SERVER, folder / "house.db"):
        assert local_heads_files(address) == []
        path = heads_path(address, node)
        heads = open_heads(path)
        heads.append([Head("a", 1, bytes(32))])
        heads.close()
        assert local_heads_files(address) == [path]
        assert len(list(read_heads(path))) == 1


def test_a_path_that_can_not_be_written_is_refused(folder: Path) -> None:
    (folder / "file").touch()
    with pytest.raises(Refusal, match=r"heads/unwritable: .*file/heads\)"):
        open_heads(folder / "file" / "heads")
