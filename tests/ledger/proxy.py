"""A proxy to the database whose connections can be interrupted."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread

import sqlalchemy as sa


class Proxy:
    """Forwards to the server's socket; when cut, it drops everything but stays connected."""

    def __init__(self, address: str) -> None:
        url = sa.make_url(address)
        self._server = f"{url.query['host']}/.s.PGSQL.5432"
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = str(url.set(host="127.0.0.1", port=self._port(), query={}))
        self.cut = False
        self._sockets: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def _port(self) -> int:
        return int(self._listener.getsockname()[1])

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._server)
                self._sockets += [near, far]
                for ends in ((near, far), (far, near)):
                    Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if not self.cut:
                    target.sendall(data)
            if not self.cut:
                target.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Shut down all connections: one that is still being read would stay open."""
        self._listener.close()
        for end in self._sockets:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
