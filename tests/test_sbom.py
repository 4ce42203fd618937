"""The bill of materials names every pin, and advisories find the versions that they affect."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bench.sbom.__main__ import ROOT, main
from bench.sbom.advisories import Affected, is_affected
from bench.sbom.pins import all_pins


@pytest.mark.slow
def test_every_pin_of_the_locks_is_in_the_bill(tmp_path: Path) -> None:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator  # takes seconds, in every worker

    file = tmp_path / "dist" / "sbom.json"
    assert main(file, None) == 0
    text = file.read_text()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None, "a valid CycloneDX"
    listed = {part["purl"]: part for part in json.loads(text)["components"]}
    for lock in ("requirements.lock", "requirements-dev.lock", "requirements-node.lock"):
        pinned = re.findall(r"^([\w.-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE)
        assert pinned
        assert {f"pkg:pypi/{name.lower()}@{version}" for name, version in pinned} <= set(listed)
    packages = json.loads((ROOT / "frontend/package-lock.json").read_text())["packages"]
    svelte = packages["node_modules/svelte"]["version"]
    assert listed[f"pkg:npm/svelte@{svelte}"]["hashes"][0]["alg"] == "SHA-512"
    assert sum(purl.startswith("pkg:npm/") for purl in listed) > 100
    scopes = {part["name"]: part["scope"] for part in listed.values()}
    assert (scopes["uvicorn"], scopes["pytest"]) == ("required", "excluded")


def advisory(name: str, ecosystem: str = "PyPI", **affected: Any) -> dict[str, Any]:
    package = {"ecosystem": ecosystem, "name": name}
    return {
        "id": "MADE-UP-1",
        "summary": "an example",
        "affected": [{"package": package, **affected}],
    }


def span(*events: dict[str, str], kind: str = "ECOSYSTEM") -> dict[str, Any]:
    return {"ranges": [{"type": kind, "events": list(events)}]}


@pytest.mark.slow
def test_an_advisory_against_a_pinned_version_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    version = next(pin.version for pin in all_pins(ROOT) if pin.name == "uvicorn")
    svelte = next(pin.version for pin in all_pins(ROOT) if pin.name == "svelte")
    folder = tmp_path / "advisories"
    folder.mkdir()
    (folder / "a.json").write_text(json.dumps(advisory("Uvicorn", **span({"introduced": "0"}))))
    fixed = advisory("uvicorn", **span({"introduced": "0"}, {"fixed": version}))
    other = advisory("svelte", "npm", versions=[svelte])
    gone = {**advisory("uvicorn", versions=[version]), "withdrawn": "2026-01-01T00:00:00Z"}
    (folder / "b.json").write_text(json.dumps([fixed, other, gone]))
    assert main(tmp_path / "sbom.json", folder) == 1
    printed = capsys.readouterr().out.splitlines()[1:]
    assert printed == [
        f"PyPI uvicorn {version}: MADE-UP-1 an example",
        f"npm svelte {svelte}: MADE-UP-1 an example",
        "2 advisories name a pinned version",
    ]
    (folder / "a.json").unlink()
    (folder / "b.json").write_text(json.dumps([fixed]))
    assert main(tmp_path / "sbom.json", folder) == 0


@pytest.mark.parametrize(
    ("version", "events", "affected"),
    [
        ("1.2", [{"introduced": "0"}, {"fixed": "1.2"}], False),
        ("1.1.9", [{"introduced": "0"}, {"fixed": "1.2"}], True),
        ("1.10", [{"introduced": "1.2"}, {"fixed": "1.9"}], False),
        ("2.0", [{"fixed": "2.1"}, {"introduced": "2.0"}], True),
        ("2.1rc1", [{"introduced": "2.0"}, {"fixed": "2.1"}], True),
        ("1.5", [{"introduced": "1.0"}, {"last_affected": "1.5"}], True),
        ("1.6", [{"introduced": "1.0"}, {"last_affected": "1.5"}], False),
        ("3.1", [{"introduced": "1"}, {"fixed": "2"}, {"introduced": "3"}, {"fixed": "4"}], True),
        ("2.5", [{"introduced": "1"}, {"fixed": "2"}, {"introduced": "3"}, {"fixed": "4"}], False),
    ],
)
def test_ranges_are_read_as_osv_defines_them(
    version: str, events: list[dict[str, str]], affected: bool
) -> None:
    entry = {"package": {"ecosystem": "PyPI", "name": "x"}, **span(*events)}
    assert is_affected(version, msgspec.convert(entry, Affected)) is affected
