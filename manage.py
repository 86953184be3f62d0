#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muggins_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as refusal:
        # Settings that would not be safe are refused in one sentence; a traceback would hide it.
        sys.exit(f"Muggins does not start: {refusal}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
