"""Client addresses, as limits count them."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

PREFIX = 64
"""The bits of an IPv6 address that one customer of a provider shares."""


@lru_cache(maxsize=20_000)
def network_of(address: str) -> str:
    """What counts as one client: an IPv4 address, or all IPv6 addresses of one /64."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> PREFIX << PREFIX)}/{PREFIX}"
