"""The messages of the sockets: those that a client sends, and those that it receives."""

from __future__ import annotations

from typing import Any

from uth.floor.records.feed import FeedItem
from uth.floor.tables.orders import SocketAnswer, SocketPing, SocketPong, SocketRefusal
from uth.floor.tables.updates import Update
from uth.web.sockets.table_socket import SocketOrder

FROM_TABLE: list[Any] = [Update, SocketAnswer, SocketRefusal, SocketPong]
TO_TABLE: list[Any] = [SocketOrder, SocketPing]
FROM_FEED: list[Any] = [FeedItem]
SOCKET_MESSAGES: list[Any] = [*FROM_TABLE, *TO_TABLE, *FROM_FEED]
