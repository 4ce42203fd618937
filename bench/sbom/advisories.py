"""Advisories in the OSV format (a file, or a folder of files) against pinned packages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from packaging.version import InvalidVersion, Version

from bench.sbom.pins import PYPI, Pin


class Event(msgspec.Struct, frozen=True):
    """Where a range of versions begins or ends; only one of them is set."""

    introduced: str = ""
    fixed: str = ""
    last_affected: str = ""
    limit: str = ""


class Range(msgspec.Struct, frozen=True):
    type: str
    events: tuple[Event, ...] = ()


class AffectedPackage(msgspec.Struct, frozen=True):
    ecosystem: str
    name: str


class Affected(msgspec.Struct, frozen=True):
    package: AffectedPackage
    ranges: tuple[Range, ...] = ()
    versions: tuple[str, ...] = ()


class Advisory(msgspec.Struct, frozen=True):
    """The fields of an OSV entry that decide whether a version is affected."""

    id: str
    summary: str = ""
    affected: tuple[Affected, ...] = ()
    withdrawn: str = ""


class Match(NamedTuple):
    """A pinned package that an advisory names."""

    pin: Pin
    advisory: Advisory


_DECODER = msgspec.json.Decoder(Advisory | list[Advisory])


def read_advisories(path: Path) -> Iterator[Advisory]:
    """Those of a file, which holds one or a list, or of all JSON files of a folder."""
    for file in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
        entry = _DECODER.decode(file.read_bytes())
        yield from entry if isinstance(entry, list) else [entry]


def matches(pins: list[Pin], advisories: Iterator[Advisory]) -> Iterator[Match]:
    """Every pin that an advisory affects."""
    by_name: dict[tuple[str, str], list[Pin]] = {}
    for pin in pins:
        by_name.setdefault((pin.ecosystem, pin.name), []).append(pin)
    for advisory in advisories:
        if advisory.withdrawn:
            continue
        for affected in advisory.affected:
            package = affected.package
            ecosystem = package.ecosystem.partition(":")[0]
            name = _plain(package.name) if ecosystem == PYPI else package.name
            for pin in by_name.get((ecosystem, name), ()):
                if is_affected(pin.version, affected):
                    yield Match(pin, advisory)


def is_affected(version: str, affected: Affected) -> bool:
    """Whether a version is listed or within a range."""
    if version in affected.versions:
        return True
    return any(_within(_ordered(version), each) for each in affected.ranges if each.type != "GIT")


def _within(version: Any, span: Range) -> bool:
    """OSV's own evaluation: the events are taken in the order of their versions."""
    inside = False
    for event in sorted(span.events, key=lambda event: (_bound(event), not event.introduced)):
        if event.introduced:
            inside = inside or _bound(event) <= version
        elif event.last_affected:
            inside = inside and version <= _bound(event)
        elif _bound(event) <= version:
            inside = False
    return inside


def _bound(event: Event) -> Any:
    return _ordered(event.introduced or event.fixed or event.last_affected or event.limit)


def _ordered(version: str) -> Any:
    """A version as something to compare; npm's are close enough to Python's for that."""
    try:
        return Version("0.dev0" if version == "0" else version)
    except InvalidVersion:
        numbers = re.match(r"[0-9.]*", version)
        return Version((numbers[0].strip(".") if numbers else "") or "0")


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
