"""What the site is made of: `python -m tests.supply audit` and `python -m tests.supply sbom FILE` (CHECKS C3).

The audit asks PyPI's advisories about every pinned package and fails upon a known hole alone: a network that is not
there, or a mirror without advisories, is said in one sentence and is no failure (docs/decisions/0176-audits.md).
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
PINNED = ROOT / "requirements.txt"
PINNED_FOR_TESTS = ROOT / "requirements-dev.txt"
SECONDS = 120


@dataclass(frozen=True)
class Package:
    """One pinned package, with the digests of the files that may be installed."""

    name: str
    version: str
    digests: tuple[str, ...]

    @property
    def address(self) -> str:
        """Its package URL."""
        return f"pkg:pypi/{self.name}@{quote(self.version)}"


def packages(file: Path = PINNED) -> Iterator[Package]:
    """The packages of a lock file."""
    for entry in re.split(r"\n(?=[a-z0-9])", file.read_text(encoding="utf-8")):
        named = re.match(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)", entry)
        if named:
            yield Package(named[1], named[2], tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", entry)))


def bill_of_materials() -> dict[str, Any]:
    """What the site runs on, in CycloneDX 1.5."""
    components = [
        {
            "type": "library",
            "bom-ref": package.address,
            "name": package.name,
            "version": package.version,
            "purl": package.address,
            "hashes": [{"alg": "SHA-256", "content": digest} for digest in package.digests],
        }
        for package in packages()
    ]
    about = {"component": {"type": "application", "name": "muggins", "bom-ref": "muggins"}}
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": about, "components": components}


def ask() -> tuple[int, str, str]:
    """Status, output and complaints of pip-audit about all that is pinned."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(PINNED_FOR_TESTS), "--disable-pip"]
    command += ["--format", "json", "--progress-spinner", "off"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return 1, "", "no answer"
    return done.returncode, done.stdout, done.stderr


def verdict(output: str, complaint: str) -> tuple[int, list[str]]:
    """Exit status and sentences for what pip-audit wrote."""
    try:
        asked = json.loads(output)["dependencies"]
    except (ValueError, KeyError):
        why = complaint.strip().splitlines()[-1:] or ["no answer"]
        return 0, [f"WARNING: known holes could not be looked up ({why[0][:160]}); nothing was audited."]
    holes = [(entry, hole) for entry in asked for hole in entry.get("vulns", [])]
    unknown = [entry["name"] for entry in asked if "skip_reason" in entry]
    told = [
        f"{entry['name']} {entry['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'none'}"
        for entry, hole in holes
    ]
    if len(unknown) == len(asked):
        told.append("WARNING: the advisory service knows none of the packages (a mirror?); nothing was audited.")
    elif unknown:
        told.append(f"WARNING: not audited, unknown to the advisory service: {', '.join(unknown)}.")
    told.append(f"{len(asked) - len(unknown)} of {len(asked)} packages audited, {len(holes)} known holes.")
    return (1 if holes else 0), told


def main(words: list[str]) -> int:
    """`audit`, or `sbom FILE`."""
    match words:
        case ["audit"]:
            _status, output, complaint = ask()
            status, told = verdict(output, complaint)
            print("\n".join(told))
            return status
        case ["sbom", name]:
            bill = bill_of_materials()
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
            print(f"{len(bill['components'])} packages are in {name}.")
            return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
