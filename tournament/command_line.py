"""The one command: `fiveline` where it is installed, `manage.py` in the source tree.

A problem of disk, database or settings is reported in one sentence; a traceback means a bug.
"""

import os
import sys

from tournament.installation import COMMAND, VERSION
from tournament.server.problems import Problem, recognise_here

# The commands that people need; `help --commands` lists all.
OFFERED = {
    "serve": "serve Fiveline; --host 0.0.0.0 also to the hall",
    "demo": "fill in a club to look around in (--play: with games going on)",
    "doctor": "what is wrong around Fiveline, and what to do",
    "restore": "go back to a backup",
    "update": "copy the data and bring it up to this version (serve does it by itself)",
    "verify": "judge the logs of all games again",
    "version": "which Fiveline this is",
}


def main() -> None:
    match sys.argv[1:]:
        case ["version"] | ["--version"]:  # Django would print its own version
            print(f"Fiveline {VERSION}")
            return
        case [] | ["help"] | ["--help"] | ["-h"]:
            print(overview())
            return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except Exception as problem:
        if "--traceback" in sys.argv or (sentence := _sentence(problem)) is None:
            raise
        sys.exit(f"Fiveline: {sentence}")


def overview() -> str:
    width = max(map(len, OFFERED))
    commands = "\n".join(f"  {name:{width}}  {meaning}" for name, meaning in OFFERED.items())
    return (
        f"Fiveline {VERSION}\n\n{commands}\n\n"
        f"{COMMAND} COMMAND --help tells more about one, {COMMAND} help --commands lists all."
    )


def _sentence(problem: Exception) -> str | None:
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    if isinstance(problem, Problem | ImproperlyConfigured):
        return str(problem)
    found = recognise_here(problem) if settings.configured else None
    return None if found is None else str(found)
