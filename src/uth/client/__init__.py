"""A client for a server that runs elsewhere; needs `uth-poker[client]`.

>>> from uth.client import Client
>>> client = Client("http://127.0.0.1:8410")  # nothing is sent yet
>>> client
Client('http://127.0.0.1:8410')
"""

from uth.library.extras import from_extra

with from_extra("client"):
    from uth.client.async_client import AsyncClient
    from uth.client.async_table import AsyncTable
    from uth.client.calls import Call
    from uth.client.messages import OwnAccount, ServerRefusal, SignedIn, TableUpdate
    from uth.client.sync_client import Client
    from uth.client.table import RemoteTable

__all__ = [
    "AsyncClient",
    "AsyncTable",
    "Call",
    "Client",
    "OwnAccount",
    "RemoteTable",
    "ServerRefusal",
    "SignedIn",
    "TableUpdate",
]
