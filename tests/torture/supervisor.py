"""Keeps a site up: whoever kills it finds it started again at once. Knows when it was down, and for how long."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.browser.site import ROOT, environment, free_port
from tests.torture.wire import LOST, Browser

LOOK_SECONDS = 0.02
START_SECONDS = 60.0


class Supervisor:
    """One site on a data folder of its own."""

    def __init__(self, data: Path, **extra: str) -> None:
        self.data, self.port, self.metrics = data, free_port(), free_port()
        self.log = data.with_suffix(".log")
        ours = {"MUGGINS_LIMITS": "0", "MUGGINS_FAIR_WAIT_SECONDS": "0", "MUGGINS_ROUND_END_SECONDS": "2"}
        self.env = environment(data, self.port, {**ours, "MUGGINS_METRICS_PORT": str(self.metrics), **extra})
        self.number = 0
        self.starts: list[float] = []  # seconds until healthy
        self.healthy_at = 0.0
        self.healthy = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """The zygote, the first start, and the watch over it."""
        self._zygote = self._load()
        assert self._zygote.stdout is not None
        ready = await asyncio.to_thread(self._zygote.stdout.readline)
        assert ready == "ready\n", self.log.read_text()
        await self._start_once()
        self._watching = asyncio.create_task(self._watch())

    def _load(self) -> subprocess.Popen[str]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "tests.torture.zygote"],
                cwd=ROOT,
                env={**self.env, "DJANGO_SETTINGS_MODULE": "muggins_site.settings"},
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )

    async def stop(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
        self.send(signal.SIGTERM)
        for _ in range(250):
            if not self.is_alive():
                break
            await asyncio.sleep(0.05)
        self.send(signal.SIGKILL)
        self._zygote.kill()
        self._zygote.wait()

    def send(self, number: signal.Signals) -> None:
        if self.number:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.number, number)

    def is_alive(self) -> bool:
        try:
            os.kill(self.number, 0)
        except ProcessLookupError:
            return False
        return True

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def memory(self) -> int:
        """Bytes of memory that the process has in use."""
        text = Path(f"/proc/{self.number}/statm").read_text(encoding="ascii")
        return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")

    async def _watch(self) -> None:
        while True:
            if not self.is_alive():
                self.healthy.clear()
                await self._start_once()
            await asyncio.sleep(LOOK_SECONDS)

    async def _start_once(self) -> None:
        assert self._zygote.stdin is not None
        assert self._zygote.stdout is not None
        began = time.monotonic()
        self._zygote.stdin.write("start\n")
        self._zygote.stdin.flush()
        self.number = int(await asyncio.to_thread(self._zygote.stdout.readline))
        while not await self.is_well():
            assert time.monotonic() - began < START_SECONDS, self.said()[-3000:]
            if not self.is_alive():
                return  # killed while it started: the watch sees it
            await asyncio.sleep(LOOK_SECONDS)
        self.healthy_at = time.monotonic()
        self.starts.append(self.healthy_at - began)
        self.healthy.set()

    async def is_well(self) -> bool:
        try:
            return (await Browser(self.port, patience=2.0).get("/healthz")).status == 200
        except LOST:
            return False
