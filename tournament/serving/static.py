"""Our own files, answered before Django is asked: a page needs dozens of them, and no middleware."""

import os
import re
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from servestatic import ServeStaticASGI

# Served straight from the source, kept for a minute, then revalidated: nothing to collect before a start.
MAX_AGE_S = 60
SHEET = "css/fiveline.css"
_IMPORT = re.compile(r'@import url\("([\w-]+\.css)"\) layer\((\w+)\)(?: (\w+))?;')


def with_static_files(application: Any) -> ServeStaticASGI:
    served = ServeStaticASGI(
        application,
        autorefresh=settings.DEBUG,
        max_age=MAX_AGE_S,
        allow_all_origins=False,
        add_headers_function=_as_the_middleware_does,
    )
    storages = [storage for finder in get_finders() for storage in finder.storages.values()]
    for storage in reversed(storages):  # whoever comes last here is found first, as by the finders
        served.add_files(storage.location, prefix=settings.STATIC_URL)
    if not settings.DEBUG:
        _write(settings.STATIC_ROOT / SHEET, one_sheet(settings.BASE_DIR / "static" / SHEET))
        served.add_files(settings.STATIC_ROOT, prefix=settings.STATIC_URL)
    return served


def one_sheet(path: Path) -> str:
    """The sheet with its imports in place: over the Wi-Fi of a hall one file comes sooner than twenty."""

    def imported(found: re.Match[str]) -> str:
        name, layer, media = found.groups()
        text = f"@layer {layer} {{\n{(path.parent / name).read_text('utf-8')}}}"
        return f"@media {media} {{\n{text}\n}}" if media else text

    return _IMPORT.sub(imported, path.read_text("utf-8"))


def _write(path: Path, text: str) -> None:
    """Whole or not at all: several processes may start at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}")
    fresh.write_text(text, "utf-8")
    fresh.replace(path)


def _as_the_middleware_does(headers: Headers, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
