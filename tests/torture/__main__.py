"""`make torture` (docs/faults.md). MUGGINS_TORTURE_SECONDS: how long; MUGGINS_TORTURE_SEED: the same dice again."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

SECONDS = float(os.environ.pop("MUGGINS_TORTURE_SECONDS", "") or 180)
SEED = int(os.environ.pop("MUGGINS_TORTURE_SEED", "") or time.time())
PREPARED = Path("build/torture/prepared")
PHASES = ("storm", "ending", "steady", "finish")


def main(chosen: list[str]) -> int:
    """All phases, each in a process of its own: Django is set up once, on the data folder of that phase's site."""
    from tests.browser.site import ROOT
    from tests.prepared import prepare

    os.chdir(ROOT)
    if len(chosen) == 1 and chosen[0].startswith("--phase="):
        return _phase(chosen[0].removeprefix("--phase="))
    PREPARED.mkdir(parents=True, exist_ok=True)
    prepare(PREPARED.resolve())
    print(f"seed {SEED}, {SECONDS:.0f} seconds", flush=True)
    status = 0
    for phase in chosen or PHASES:
        env = {**os.environ, "MUGGINS_TORTURE_SECONDS": str(SECONDS), "MUGGINS_TORTURE_SEED": str(SEED)}
        command = [sys.executable, "-m", "tests.torture", f"--phase={phase}"]
        status |= os.spawnve(os.P_WAIT, sys.executable, command, env)
    return status


def _phase(name: str) -> int:
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="muggins-torture-", dir=memory if memory.is_dir() else None) as folder:
        data = Path(folder) / "data"
        shutil.copytree(PREPARED, data)
        return _run(name, data)


def _run(name: str, data: Path) -> int:
    from tests.browser.site import environment

    ours = environment(data, 1, {"MUGGINS_FAIR_WAIT_SECONDS": "0", "DJANGO_SETTINGS_MODULE": "muggins_site.settings"})
    for variable in set(os.environ) - set(ours):
        del os.environ[variable]
    os.environ.update(ours)
    import django

    django.setup()
    from tests.torture import ending, finish, steady, storm
    from tests.torture.board import Board
    from tests.torture.supervisor import Supervisor

    board = Board()
    print(f"\n== {name}", flush=True)
    phases: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
        "storm": lambda: storm.Storm(Supervisor(data, **storm.FAILPOINT), SECONDS * 0.45, SEED, board).run(),
        "ending": lambda: ending.Ending(Supervisor(data), SECONDS * 0.12, SEED, board).run(),
        "steady": lambda: steady.Steady(Supervisor(data), min(90.0, SECONDS * 0.14), SEED, board).run(),
    }
    if name == "finish":
        finish.run(board)
    else:
        asyncio.run(phases[name]())
    return 0 if board.say() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
