"""`python -m tests.history_secrets`: looks for keys and passwords in every line that git ever held (CHECKS C43).

The plugins of detect-secrets that know what a secret looks like; not those that guess by entropy, to which every digest
and every drawing is one.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from detect_secrets.core.scan import scan_line
from detect_secrets.settings import transient_settings

ROOT = Path(__file__).resolve().parent.parent
NAMES = [
    "ArtifactoryDetector",
    "AWSKeyDetector",
    "AzureStorageKeyDetector",
    "BasicAuthDetector",
    "CloudantDetector",
    "DiscordBotTokenDetector",
    "GitHubTokenDetector",
    "GitLabTokenDetector",
    "JwtTokenDetector",
    "MailchimpDetector",
    "NpmDetector",
    "OpenAIDetector",
    "PrivateKeyDetector",
    "PypiTokenDetector",
    "SendGridDetector",
    "SlackDetector",
    "SquareOAuthDetector",
    "StripeDetector",
    "TelegramBotTokenDetector",
    "TwilioKeyDetector",
]
#: What stands for a password in documents and tests.
EXAMPLES = {"password", "p", "p%2Fw", "secret", "{self.secret}", "…"}
#: An address with a password and no user, as Redis has it: BasicAuthDetector looks for both.
PASSWORD_ALONE = re.compile(r"://:([^:/?#@\s'\"]+)@")


def lines() -> Iterator[str]:
    """Each line that any commit added, once."""
    command = ["git", "log", "-p", "--all", "-U0", "--no-color", "--no-ext-diff", "--format="]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    added = {line[1:] for line in done.stdout.decode("utf-8", "replace").splitlines() if line.startswith("+")}
    yield from sorted(line for line in added if 12 <= len(line) <= 4000)


def found_in(written: Iterable[str]) -> list[tuple[str, str]]:
    """Kind of secret and the line, for each line with one."""
    with transient_settings({"plugins_used": [{"name": name} for name in NAMES]}):
        return [(kind, line) for line in written for kind, value in _secrets(line) if value not in EXAMPLES]


def _secrets(line: str) -> Iterator[tuple[str, str | None]]:
    for secret in scan_line(line):
        yield secret.type, secret.secret_value
    for found in PASSWORD_ALONE.finditer(line):
        yield "Password in an address", found[1]


def main() -> int:
    """0 when there is none; else each is named, not shown whole: this may run where others read along."""
    found = found_in(lines())
    for kind, line in found:
        print(f"A secret in git's history ({kind}): {line.strip()[:24]}…", file=sys.stderr)
    print(f"Secrets in git's history: {len(found)}.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
