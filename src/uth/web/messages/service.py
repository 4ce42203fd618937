"""The state of the service, for those who run it."""

from __future__ import annotations

import msgspec

from uth.core.messages import RequestBody


class Door(RequestBody, frozen=True):
    """Whether newcomers are admitted."""

    open: bool


class ServiceReport(msgspec.Struct, frozen=True):
    """The state of this node, with the gauges of `/metrics` by name."""

    version: str
    open: bool
    ready: bool
    gauges: dict[str, int]
