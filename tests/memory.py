"""Folders for what tests store, in memory where the system offers that.

Each commit waits for the disk (synchronous=FULL), 4 ms at a time; tests commit thousands.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 512 * 1024 * 1024


def quick_folder(prefix: str) -> Path:
    """A folder of one's own that is thrown away when this process ends."""
    roomy = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    folder = tempfile.mkdtemp(prefix=prefix, dir=MEMORY if roomy else None)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
