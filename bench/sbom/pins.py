"""The packages that the lock files pin, with the hashes of what is downloaded."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

PYPI, NPM = "PyPI", "npm"
PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==(\S+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Pin(NamedTuple):
    """One package at one version."""

    ecosystem: str
    name: str
    version: str
    hashes: tuple[tuple[str, str], ...] = ()
    """Algorithm and hexadecimal digest of each file."""
    needed: bool = True
    """Whether the program needs it; if not, only its development does."""


def read_requirements(path: Path, *, needed: bool = True) -> list[Pin]:
    """The pins of a requirements file that pip-compile wrote."""
    pins: list[Pin] = []
    text = path.read_text("utf-8").replace("\\\n", " ")
    for row in text.splitlines():
        if match := PIN.match(row):
            name = re.sub(r"[-_.]+", "-", match[1]).lower()
            hashes = tuple(("SHA-256", digest) for digest in HASH.findall(row))
            pins.append(Pin(PYPI, name, match[2], hashes, needed))
    return pins


def read_package_lock(path: Path) -> list[Pin]:
    """The pins of npm's lock file; what pages are built from is part of them."""
    packages: dict[str, dict[str, Any]] = json.loads(path.read_text("utf-8"))["packages"]
    own = packages[""].get("devDependencies", {}) | packages[""].get("dependencies", {})
    pins: list[Pin] = []
    for folder, package in packages.items():
        if folder and not package.get("link"):
            name = folder.rpartition("node_modules/")[2]
            digest = tuple(_digests(package.get("integrity", "")))
            pins.append(Pin(NPM, name, package["version"], digest, name in own))
    return pins


def _digests(integrity: str) -> list[tuple[str, str]]:
    parts = (part.partition("-") for part in integrity.split())
    return [(f"SHA-{name[3:]}", base64.b64decode(value).hex()) for name, _, value in parts]


def all_pins(root: Path) -> list[Pin]:
    """Every pinned package of a checkout, each once."""
    python = read_requirements(root / "requirements.lock")
    known = {(pin.name, pin.version) for pin in python}
    for lock in ("requirements-dev.lock", "requirements-node.lock"):
        for pin in read_requirements(root / lock, needed=False):
            if (pin.name, pin.version) not in known:
                known.add((pin.name, pin.version))
                python.append(pin)
    npm = {(pin.name, pin.version): pin for pin in read_package_lock(root / NPM_LOCK)}
    return [*sorted(python), *sorted(npm.values())]


NPM_LOCK = "frontend/package-lock.json"
