"""`manage.py verify_record FILE...`: plays records again by the rules and names the first fault of each."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from games.rules.errors import RecordError
from games.rules.reading import MAX_FILE_BYTES, Found, read_records
from games.rules.record import check


class Command(BaseCommand):
    """Prints the first fault of each record that does not hold, then how many hold; exit 0 only if all do."""

    help = "Replay records (one JSON object a line) with the rules and report those that do not hold."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file of records, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        verdicts = [verdict for name in options["files"] for verdict in self._verify_file(name)]
        self.stdout.write(f"{sum(verdicts)} of {len(verdicts)} records hold")
        if not verdicts or not all(verdicts):
            sys.exit(1)

    def _verify_file(self, name: str) -> list[bool]:
        """Whether each record of a file holds; one that cannot be read is one that does not."""
        try:
            if name == "-":
                return self._verify_stream(name, sys.stdin.buffer)
            if os.path.getsize(name) > MAX_FILE_BYTES:
                self.stdout.write(f"{name}: a file may not be larger than {MAX_FILE_BYTES >> 20} MB")
                return [False]
            with open(name, "rb") as stream:
                return self._verify_stream(name, stream)
        except OSError as error:
            self.stdout.write(f"{name}: cannot be read: {(error.strerror or 'unknown error').lower()}")
            return [False]

    def _verify_stream(self, name: str, stream: BinaryIO) -> list[bool]:
        verdicts = [self._verify(name, found) for found in read_records(stream)]
        if not verdicts:
            self.stdout.write(f"{name}: there is no record in it")
        return verdicts or [False]

    def _verify(self, name: str, found: Found) -> bool:
        try:
            if found.error is not None:
                raise found.error
            check(found.data)
        except RecordError as error:
            self.stdout.write(f"{name}:{found.line}: {error}")
            return False
        return True
