"""A process that has loaded the site and forks it when told: a start takes a tenth, so that more can be killed.

One line in ("start"), one line out (the number of the new process). It is the same `manage.py serve`; only what a first
start prepares (fonts, static files, tables) has been done before.
"""

from __future__ import annotations

import os
import signal
import sys


def _child() -> None:
    from django.core.management import call_command

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    try:
        call_command("serve")
    finally:
        os._exit(0)


def main() -> None:
    import django

    django.setup()
    import autobahn.twisted.websocket
    from django.urls import get_resolver

    import muggins_site.asgi
    from muggins_site import errands, preparation

    assert muggins_site.asgi.application
    assert get_resolver().url_patterns
    assert autobahn.twisted.websocket.WebSocketServerProtocol  # loaded, while the reactor is each process's own
    preparation.prepare = lambda say: None
    errands.NIGHTLY = ()  # a new database would begin with them: minutes of search for puzzles
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them: they vanish
    print("ready", flush=True)
    for _line in sys.stdin:
        number = os.fork()
        if number == 0:
            _child()
        print(number, flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muggins_site.settings")
    main()
