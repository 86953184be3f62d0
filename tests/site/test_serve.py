"""The one command that runs the site: a real process, asked over real sockets."""

import http.client
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

LOBBY = "/ws/lobby/"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def _hear_ctrl_c() -> None:
    """A shell starts what runs in its background deaf to SIGINT, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Served:
    """A running `manage.py serve` of its own data folder."""

    def __init__(self, data: Path, port: int) -> None:
        kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
        self.port, self.started = port, time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=settings.BASE_DIR,
            env={**kept, "MUGGINS_DATA": str(data), "PORT": str(port)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=_hear_ctrl_c,
        )

    def wait(self, seconds: float = 90) -> "Served":
        """Until it answers."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.process.poll() is None:
            try:
                if self.ask("/healthz")[0] == 200:
                    self.needed = time.monotonic() - self.started
                    return self
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"the site did not start:\n{self.stop()[1]}")

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def knock(self, path: str, origin: str | None = None) -> tuple[socket.socket, int]:
        """Open a socket; answers with it and the status of the handshake."""
        wire = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"]
        lines += [f"Origin: {origin or f'http://127.0.0.1:{self.port}'}", "", ""]
        wire.sendall("\r\n".join(lines).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += wire.recv(1)
        return wire, int(head.split()[1])

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; answers with the exit status and everything that was printed."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            text, _none = self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            text, _none = self.process.communicate()
            raise AssertionError(f"the site did not stop:\n{text}") from None
        return self.process.returncode, text


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def site(data: Path) -> Iterator[Served]:
    served = Served(data, free_port()).wait()
    yield served
    status, text = served.stop()
    assert status == 0, text
    assert "Traceback" not in text
    assert text.splitlines().count(f"Muggins is at http://127.0.0.1:{served.port} (Ctrl-C ends it).") == 1


def frame(text: bytes) -> bytes:
    """A masked text frame, as browsers send it."""
    size = struct.pack("!BB", 0x81, 0x80 | len(text)) if len(text) < 126 else struct.pack("!BBH", 0x81, 0xFE, len(text))
    return size + b"\0\0\0\0" + text


def closing_code(wire: socket.socket) -> int:
    """The code of the close frame that comes, other frames before it passed over."""
    stream = wire.makefile("rb")
    while True:
        kind, size = struct.unpack("!BB", stream.read(2))
        length = struct.unpack("!H", stream.read(2))[0] if size == 126 else size
        body = stream.read(length)
        if kind == 0x88:
            return int(struct.unpack("!H", body[:2])[0])


def test_a_first_start_makes_its_own_key_and_tables(site: Served, data: Path) -> None:
    assert {"secret_key", "db.sqlite3", "static"} <= {path.name for path in data.iterdir()}
    assert site.ask("/accounts/login/")[0] == 200


def test_pages_name_static_files_by_content_and_get_them(site: Served) -> None:
    page = site.ask("/accounts/login/")[2].decode()
    found = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js|svg))"', page)
    assert len(found) >= 3
    for address in found:
        status, headers, _body = site.ask(address)
        assert (status, "immutable" in headers["cache-control"]) == (200, True), address


def test_both_faces_are_served_and_light(site: Served) -> None:
    sheet = next(re.finditer(r'href="(/static/css/tokens\.[^"]+)"', site.ask("/accounts/login/")[2].decode()))[1]
    faces = re.findall(r"url\([\"']?\.\./(fonts/[^\"')]+\.woff2)", site.ask(sheet)[2].decode())
    assert len(faces) == 2
    answers = [site.ask(f"/static/{face}") for face in faces]
    assert [status for status, _headers, _body in answers] == [200, 200]
    assert sum(len(body) for _status, _headers, body in answers) < 90_000


def test_the_real_server_adds_every_header(site: Served) -> None:  # C6
    for address in ("/accounts/login/", "/nothing/", "/static/nothing", "/%ff"):
        _status, headers, _body = site.ask(address)
        assert {"content-security-policy", "permissions-policy", "x-content-type-options"} <= set(headers), address


@pytest.mark.parametrize(
    "address", ["/static/../settings.py", "/.git/config", "/.env", "/db.sqlite3", "/media/../", "/%00"]
)
def test_no_file_of_the_house_is_served(site: Served, address: str) -> None:  # B41
    assert site.ask(address)[0] == 404


def test_another_host_name_is_refused(site: Served) -> None:  # B28
    assert site.ask("/", Host="evil.example")[0] == 400


@pytest.mark.parametrize("path", ["/ws/", "/ws/t/abc/", "/ws/t/7/../8/", "/ws/" + "x" * 5000])
def test_an_unknown_socket_is_refused(site: Served, path: str) -> None:  # B43
    wire, status = site.knock(path)
    wire.close()
    assert status == 403


def test_another_sites_socket_is_refused(site: Served) -> None:  # B42
    wire, status = site.knock(LOBBY, "http://127.0.0.1")
    wire.close()
    assert status == 403


def test_a_message_above_eight_kibibytes_closes_the_socket(site: Served) -> None:  # B45
    wire, status = site.knock(LOBBY)
    with wire:
        assert status == 101
        wire.sendall(frame(b"x" * 8193))
        assert closing_code(wire) == 1009


def test_a_second_site_on_the_same_port_says_so(site: Served, tmp_path: Path, data: Path) -> None:
    other = Served(data, site.port)
    status, text = other.process.wait(60), other.stop()[1]
    assert status == 1
    assert f"Nothing can listen on http://127.0.0.1:{site.port}" in text
    assert "Traceback" not in text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_site_ends_cleanly_with_sockets_open_and_starts_again_in_seconds(
    site: Served, data: Path, number: signal.Signals
) -> None:
    again = Served(data, free_port()).wait()
    wire, status = again.knock(LOBBY)
    with wire:
        assert status == 101
        ended, text = again.stop(number)
    said = [line for line in text.splitlines() if " INFO games.sessions: socket " not in line]
    assert (ended, said) == (0, [f"Muggins is at http://127.0.0.1:{again.port} (Ctrl-C ends it)."])
    assert again.needed < 20
