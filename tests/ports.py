"""A port for a program that can't be told to choose one itself."""

from __future__ import annotations

import random
import socket

BELOW = range(20_000, 32_000)
"""Ports that no system hands out by itself, so that nothing else takes one before it is used."""


def free_port() -> int:
    """A port on which nothing listens; others who ask at the same moment get another."""
    for port in random.SystemRandom().sample(BELOW, len(BELOW)):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")
