"""A process that thinks for the site: a function of games.robots and its arguments in, the answer out.

`python -m games.thinker FD MB`, where FD is this end of a pipe of `multiprocessing`. What robots keep of what they have
seen grows: with more than MB of memory it ends after its answer, and another one is started when needed. It knows
neither Django nor the database, runs at the lowest claim on the processor, and ends when the other end of the pipe is
gone, however that came: while it waits, and in the middle of a thought.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import games.robots.oracle  # noqa: F401  # before the first question, so that it is answered at once

NICE = 15
READY = "ready"

#: What is asked: function, arguments; or the error of a question that could not be read.
Question = tuple[Any, tuple[Any, ...]]
#: What is answered: whether the function returned, and what; else its error.
Answer = tuple[bool, Any]


def main() -> None:
    os.nice(NICE)
    # The site ends its thinkers by closing the pipe or by SIGKILL. Whoever ends the site by a signal to all of its
    # processes must not take a thought away before it has wound down.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    site: Connection = Connection(int(sys.argv[1]))
    questions: SimpleQueue[Question | Exception] = SimpleQueue()
    threading.Thread(target=_hear, args=(site, questions), daemon=True).start()
    with contextlib.suppress(OSError):  # the site is gone
        site.send(READY)
        while _megabytes() < int(sys.argv[2]):
            _tell(site, _answer(questions.get()))


def _megabytes() -> int:
    """The memory in use; 0 where the system does not tell. (`ru_maxrss` would begin with that of the parent.)"""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


def _hear(site: Connection, questions: SimpleQueue[Question | Exception]) -> None:
    """Beside the thinking, so that the end of the site is noticed at once."""
    while True:
        try:
            questions.put(site.recv())
        except (EOFError, OSError):
            os._exit(0)
        except Exception as error:  # a question that this process cannot read: it is for who asked to hear
            questions.put(error)


def _answer(question: Question | Exception) -> Answer:
    if isinstance(question, Exception):
        return False, question
    function, arguments = question
    try:
        return True, function(*arguments)
    except Exception as error:  # whatever goes wrong belongs to who asked
        return False, error


def _tell(site: Connection, answer: Answer) -> None:
    try:
        site.send(answer)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        site.send((False, RuntimeError(f"the answer cannot be sent: {error}")))


if __name__ == "__main__":
    main()
