"""`python -m bench.sbom FILE [ADVISORIES]`: write the bill of materials (CycloneDX, JSON).

With advisories, those that name a pinned version are printed, and the exit code is 1 if any does.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

from bench.sbom.advisories import matches, read_advisories
from bench.sbom.pins import NPM, Pin, all_pins
from uth import __version__

ROOT = Path(__file__).parents[2]


def component(pin: Pin) -> Component:
    space, _, name = pin.name.rpartition("/") if pin.ecosystem == NPM else ("", "", pin.name)
    purl = PackageURL(pin.ecosystem.lower(), space or None, name, pin.version)
    return Component(
        name=pin.name,
        version=pin.version,
        type=ComponentType.LIBRARY,
        purl=purl,
        bom_ref=str(purl),
        scope=ComponentScope.REQUIRED if pin.needed else ComponentScope.EXCLUDED,
        hashes=[HashType(alg=HashAlgorithm(name), content=value) for name, value in pin.hashes],
    )


def materials(pins: list[Pin]) -> str:
    """The bill of materials as JSON."""
    bom = Bom(components=[component(pin) for pin in pins])
    bom.metadata.component = Component(
        name="uth-poker", version=__version__, type=ComponentType.APPLICATION, bom_ref="uth-poker"
    )
    bom.register_dependency(bom.metadata.component, bom.components)
    output = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6)
    return output.output_as_string(indent=2)


def main(file: Path, advisories: Path | None) -> int:
    pins = all_pins(ROOT)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(materials(pins), "utf-8")
    print(f"{file}: {len(pins)} packages")
    if advisories is None:
        return 0
    affected = list(matches(pins, read_advisories(advisories)))
    for pin, advisory in affected:
        print(f"{pin.ecosystem} {pin.name} {pin.version}: {advisory.id} {advisory.summary}")
    print(f"{len(affected)} advisories name a pinned version")
    return 1 if affected else 0


if __name__ == "__main__":
    _, target, *others = sys.argv
    sys.exit(main(Path(target), Path(others[0]) if others else None))
