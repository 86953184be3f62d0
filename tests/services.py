"""A PostgreSQL and a Redis that are thrown away: `python -m tests.services COMMAND …` runs a command with both.

The command finds their addresses in DATABASE_URL and REDIS_URL; its exit status is handed on. Both listen on free ports
of the loopback address, keep everything in one temporary folder, and are gone when the command is, however it ends.
Without a command their addresses are printed, and both run until Ctrl-C.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from tests import packages

START_SECONDS = 60.0
STOP_SECONDS = 15.0
ROOM = 1024 * 1024 * 1024
# Nothing here has to outlive a power cut; a commit that waits for the disk would make tests slow.
HASTY = ("fsync=off", "full_page_writes=off", "max_connections=200")
PR_SET_PDEATHSIG = 1


class NotStarted(Exception):
    """A server that could not be found, installed or started; the text is for a person."""


class Services:
    """Both servers, as a context: ``with Services() as addresses`` gives DATABASE_URL and REDIS_URL."""

    def __init__(self) -> None:
        self.folder = Path()
        self.running: list[tuple[subprocess.Popen[bytes], signal.Signals]] = []
        self.secret = secrets.token_hex(16)
        self.user = _unprivileged()

    def __enter__(self) -> dict[str, str]:
        found = packages.servers()
        self.folder = Path(tempfile.mkdtemp(prefix="muggins-services-", dir=_roomy_folder()))
        try:
            if self.user is not None:
                os.chown(self.folder, self.user, pwd.getpwuid(self.user).pw_gid)
            return {"DATABASE_URL": self._postgres(found.postgres), "REDIS_URL": self._redis(found.redis)}
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *raised: object) -> None:
        for process, how in reversed(self.running):
            _end(process, how)
        self.running.clear()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _postgres(self, programs: Path) -> str:
        data, port = self.folder / "postgres", free_port()
        secret = self.folder / "secret"
        secret.write_text(self.secret)
        secret.chmod(0o644)  # the folder is closed to others
        made = [programs / "initdb", "--pgdata", data, "--username", "muggins", "--pwfile", secret, "--no-sync"]
        made += ["--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C"]
        answer = subprocess.run(list(map(str, made)), capture_output=True, text=True, **self._as_whom())
        if answer.returncode:
            raise NotStarted(f"PostgreSQL cannot make a database: {answer.stderr.strip()}")
        options = [word for option in HASTY for word in ("-c", option)]
        where = ["-D", str(data), "-p", str(port), "-k", str(self.folder), "-h", "127.0.0.1"]
        self._start("PostgreSQL", [str(programs / "postgres"), *where, *options], signal.SIGINT)
        address = f"postgresql://muggins:{self.secret}@127.0.0.1:{port}"
        self._until_it_answers("PostgreSQL", lambda: _make_database(f"{address}/postgres"))
        return f"{address}/muggins"

    def _redis(self, program: Path) -> str:
        port = free_port()
        where = ["--bind", "127.0.0.1", "--port", str(port), "--dir", str(self.folder), "--requirepass", self.secret]
        self._start("Redis", [str(program), *where, "--save", "", "--appendonly", "no"], signal.SIGTERM)
        self._until_it_answers("Redis", lambda: socket.create_connection(("127.0.0.1", port), 1).close())
        return f"redis://:{self.secret}@127.0.0.1:{port}"

    def _start(self, name: str, command: Sequence[str], how_to_end: signal.Signals) -> None:
        with self._log(name).open("wb") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, preexec_fn=_die_with_parent, start_new_session=True, **self._as_whom()
            )
        self.running.append((process, how_to_end))

    def _until_it_answers(self, name: str, ask: Any) -> None:
        process, _how = self.running[-1]
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                ask()
                return
            except Exception as error:
                if process.poll() is not None or time.monotonic() > until:
                    said = self._log(name).read_text(errors="replace")[-2000:]
                    raise NotStarted(f"{name} does not answer: {error}\n{said}") from error
            time.sleep(0.05)

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def _as_whom(self) -> dict[str, Any]:
        """PostgreSQL refuses to run as root."""
        named = {} if self.user is None else {"user": self.user, "group": pwd.getpwuid(self.user).pw_gid}
        return {"cwd": self.folder, "env": {"PATH": os.environ["PATH"], "LC_ALL": "C"}, **named}


def free_port() -> int:
    """A port of the loopback address that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _unprivileged() -> int | None:
    """Whose processes the servers are; None: our own user's, who is not root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_uid
    raise NotStarted("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.")


def _roomy_folder() -> str | None:
    """Memory where there is plenty of it, else where temporary files are."""
    memory = Path("/dev/shm")
    roomy = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOM
    return str(memory) if roomy else None


def _die_with_parent() -> None:
    """Asked of the kernel, for the case that this process is killed and can end nobody any more."""
    with contextlib.suppress(AttributeError, OSError):  # Linux alone has it
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def _make_database(address: str) -> None:
    import psycopg

    with psycopg.connect(address, autocommit=True, connect_timeout=5) as connection:
        connection.execute("CREATE DATABASE muggins")


def _end(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    if process.poll() is None:
        process.send_signal(how)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP unwind everything, as Ctrl-C does."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    kept = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


def run(command: Sequence[str]) -> int:
    """Run this command with both servers; answers with its exit status."""
    with _ended_by_signals(), Services() as addresses:
        if not command:
            print("".join(f"export {name}={value}\n" for name, value in addresses.items()), end="", flush=True)
            signal.pause()
        process = subprocess.Popen(command, env={**os.environ, **addresses})
        try:
            return process.wait()
        finally:
            _end(process, signal.SIGTERM)


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1:]))
    except NotStarted as why:
        sys.exit(str(why))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
