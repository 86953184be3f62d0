"""What the site is made of, and what no commit may hold (CHECKS C3, C43)."""

import json

import pytest

from tests import history_secrets, supply


def test_every_package_is_pinned_with_digests() -> None:
    for file in (supply.PINNED, supply.PINNED_FOR_TESTS):
        found = list(supply.packages(file))
        assert len(found) > 40
        assert all(package.digests for package in found), file.name


def test_daphne_is_new_enough() -> None:
    version = next(package.version for package in supply.packages() if package.name == "daphne")
    assert tuple(map(int, version.split("."))) >= (4, 2, 2)


def test_the_bill_of_materials_names_each_package_with_its_digests() -> None:
    bill = supply.bill_of_materials()
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    addresses = {part["purl"] for part in bill["components"]}
    assert any(address.startswith("pkg:pypi/django@5.2") for address in addresses)
    assert all(part["hashes"] for part in bill["components"])


HOLE = {"name": "django", "version": "5.2", "vulns": [{"id": "CVE-2025-1", "fix_versions": ["5.2.1"]}]}


@pytest.mark.parametrize(
    "asked, status, words",
    [
        ([{"name": "django", "version": "5.2.19", "vulns": []}], 0, "1 of 1 packages audited, 0 known holes"),
        ([HOLE], 1, "django 5.2: CVE-2025-1, mended in 5.2.1"),
        ([HOLE, {"name": "x", "skip_reason": "not found"}], 1, "not audited, unknown to the advisory service: x"),
        ([{"name": "x", "skip_reason": "not found"}], 0, "knows none of the packages"),
    ],
)
def test_a_known_hole_alone_is_a_failure(asked: list[object], status: int, words: str) -> None:
    found, told = supply.verdict(json.dumps({"dependencies": asked}), "")
    assert found == status
    assert words in " ".join(told)


def test_without_a_network_it_says_so_and_passes() -> None:
    status, told = supply.verdict("", "Traceback\nConnectionError: no route to host\n")
    assert status == 0
    assert told == [
        "WARNING: known holes could not be looked up (ConnectionError: no route to host); nothing was audited."
    ]


@pytest.mark.parametrize(
    "line",
    [
        "token = 'ghp_" + "a1B2" * 9 + "'",
        "-----BEGIN RSA " + "PRIVATE KEY-----",
        "url = 'redis://:" + "hunter22@cache.example/0'",
        "key = 'AKIA" + "ABCDEFGH12345678'",
    ],
)
def test_a_secret_in_a_line_is_found(line: str) -> None:
    assert len(history_secrets.found_in([line])) == 1


def test_a_digest_and_an_example_are_no_secrets() -> None:
    assert history_secrets.found_in(["--hash=sha256:" + "0a" * 32, "smtp://name:password@host:587"]) == []
