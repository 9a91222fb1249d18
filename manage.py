#!/usr/bin/env python
"""The command line of Fiveline: `python manage.py help` lists what it can do."""

import os
import sys

from tournament.version import VERSION


def main() -> None:
    if sys.argv[1:] in (["version"], ["--version"]):  # Django would answer for itself
        print(f"Fiveline {VERSION}")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
