"""Compare memory and processor time of a process that uses twenty languages with one that uses two."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from games.languages import LANGUAGES

ROOT = Path(__file__).resolve().parents[3]
TIMES = 5

PROCESS = """
import os, sys, time
os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
import django
django.setup()
import tournament.asgi
from django.utils import translation
for code in sys.argv[1].split(","):
    with translation.override(code):
        translation.gettext("Print")
took_ms = time.process_time() * 1000
with open("/proc/self/status") as status:
    kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
print(kilobytes, took_ms)
"""


def measured(codes: list[str], data: str) -> tuple[float, float]:
    """Measure megabytes and milliseconds, the least of several runs."""
    command = [sys.executable, "-c", PROCESS, ",".join(codes)]
    environment = {**os.environ, "FIVELINE_DATA": data}
    runs = [
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
        for _time in range(TIMES)
    ]
    figures = [tuple(map(float, run.stdout.split())) for run in runs]
    return min(memory for memory, _ms in figures) / 1024, min(ms for _memory, ms in figures)


def run(say: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory() as data:
        base_mb, base_ms = measured(["en", "de"], data)
        say(f"2 languages: {base_mb:.1f} MB, {base_ms:.0f} ms to the first words")
        mb, ms = measured(list(LANGUAGES), data)
        more = f"{100 * (mb / base_mb - 1):+.0f} % memory, {100 * (ms / base_ms - 1):+.0f} % time"
        say(f"{len(LANGUAGES)} languages: {mb:.1f} MB, {ms:.0f} ms ({more})")
