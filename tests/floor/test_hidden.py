"""No update reveals a face-down card; planted leaks show that the scan detects them."""

from __future__ import annotations

import pytest

from tests.floor.evening import HOUSES
from tests.floor.hidden import Leak, Watched
from uth.core.cards import DECK
from uth.core.texts import text
from uth.floor.tables.updates import Broadcast, TableCommit
from uth.table.wire import to_json


@pytest.mark.parametrize("house", HOUSES)
def test_no_message_tells_a_hidden_card(house: str) -> None:
    evening = Watched(21, house)
    evening.go(rounds=10)
    assert evening.scanned > 1_000


class _Compared(Watched):
    """Compares every message with the JSON of the update that it is put together of.

    So it does with a broadcast that takes over what has not changed since the one before.
    """

    broadcast: Broadcast | None = None

    def hear(self, news: TableCommit) -> None:
        super().hear(news)
        self.broadcast = Broadcast(news, self.broadcast)
        for viewer in ("", *self.people, *self.table_names(news)):
            assert self.broadcast.to(viewer) == to_json(news.update(viewer))

    def message(self, news: TableCommit, viewer: str) -> bytes:
        assert news.to(viewer) == to_json(news.update(viewer))
        return news.to(viewer)


@pytest.mark.parametrize("house", HOUSES)
def test_a_message_is_the_json_of_its_update(house: str) -> None:
    evening = _Compared(23, house)
    evening.go(rounds=3)
    assert evening.scanned > 100


class _Leaks(Watched):
    kind = ""

    def message(self, news: TableCommit, viewer: str) -> bytes:
        table, said = news.progress.table, news.to(viewer)
        if self.kind == "seed":
            return said + self.secrets()[0].encode()
        if not table.deck:
            return said
        dealer = table.hands[0][0]
        leaks = {
            "text": f'"{dealer.text}"',
            "number": str(DECK.index(dealer)),
            "words": text(f"rank.{dealer.text[0]}").upper(),
        }
        return said + leaks[self.kind].encode()


@pytest.mark.parametrize("kind", ["text", "number", "words", "seed"])
def test_a_planted_leak_is_found(kind: str) -> None:
    evening = _Leaks.__new__(_Leaks)
    evening.kind = kind
    with pytest.raises(Leak):
        evening.__init__(22, "cardroom-25")  # type: ignore[misc]
        evening.go(rounds=2)
