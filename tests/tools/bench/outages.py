"""Measure what players pay when a server is killed, stopped, stalled, locked out or has no disk; ten minutes.

FIVELINE_BENCH_WAYS="kill stop" measures only these; "away" kills PostgreSQL instead.
"""

import os
import subprocess
import sys
from collections.abc import Callable


def run(say: Callable[[str], None]) -> None:
    """Run it in its own process: it needs a data folder before Django is set up."""
    ways = os.environ.get("FIVELINE_BENCH_WAYS", "").split()
    command = [sys.executable, "-m", "tests.tools.load.outages", *ways]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            say(line.rstrip())
    assert process.returncode == 0, "It ended with a fault."
