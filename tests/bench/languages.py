"""What twenty languages cost: memory and processor time of a process that has begun to speak them all, beside
one that speaks English and German, and beside Django's dictionaries. German stands in for what is missing."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from games.languages import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
TIMES = 5

PROCESS = """
import os, sys, time
from pathlib import Path
os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
from django.conf import settings
codes, mapped, folder = sys.argv[1].split(","), sys.argv[2] == "mapped", sys.argv[3]
settings.LANGUAGES = [(code, code) for code in codes]
settings.LOCALE_PATHS = [folder]
import django
django.setup()
import tournament.asgi
from django.utils import translation
from django.utils.translation import trans_real
from games import catalogues
if not mapped:
    trans_real._translations.clear()
german = catalogues.CompiledCatalogue(Path(folder) / "de/LC_MESSAGES/django.mo")
texts = [text for text, _forms in german][::12]
for code in codes:
    with translation.override(code):
        translation.gettext(texts[0])
took_ms = time.process_time() * 1000
for code in codes:
    with translation.override(code):
        for text in texts:
            translation.gettext(text)
with open("/proc/self/status") as status:
    kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
print(kilobytes, took_ms)
"""


def measured(codes: list[str], kind: str, folder: Path) -> tuple[float, float]:
    """Megabytes and milliseconds, the least of several runs."""
    command = [sys.executable, "-c", PROCESS, ",".join(codes), kind, str(folder)]
    environment = {**os.environ, "FIVELINE_DATA": str(folder / "data")}
    runs = [
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
        for _time in range(TIMES)
    ]
    figures = [tuple(map(float, run.stdout.split())) for run in runs]
    return min(memory for memory, _ms in figures) / 1024, min(ms for _memory, ms in figures)


def run(say: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        ours = ROOT / "tournament" / "locale"
        for code in LANGUAGES:
            there = (ours / code / "LC_MESSAGES" / "django.mo").exists()
            if code != "en":
                shutil.copytree(ours / (code if there else "de"), folder / code)
        two, all_of_them = ["en", "de"], list(LANGUAGES)
        base_mb, base_ms = measured(two, "dictionaries", folder)
        say(f"2 languages, Django's dictionaries: {base_mb:.1f} MB, {base_ms:.0f} ms to the first words")
        for kind, codes in (("mapped", two), ("mapped", all_of_them), ("dictionaries", all_of_them)):
            mb, ms = measured(codes, kind, folder)
            more = f"{100 * (mb / base_mb - 1):+.0f} % memory, {100 * (ms / base_ms - 1):+.0f} % time"
            say(f"{len(codes)} languages, {kind}: {mb:.1f} MB, {ms:.0f} ms ({more})")
