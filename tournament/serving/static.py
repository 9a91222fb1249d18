"""Our own files, answered before Django is asked: a page needs several of them, and no middleware."""

import gzip
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles.finders import AppDirectoriesFinder, FileSystemFinder, get_finders
from servestatic import ServeStaticASGI

from tournament.serving.joined import joined_scripts, joined_sheets, write

# Kept for a minute, then revalidated.
MAX_AGE_S = 60


def with_static_files(application: Any) -> ServeStaticASGI:
    served = ServeStaticASGI(
        application,
        autorefresh=settings.DEBUG,
        max_age=MAX_AGE_S,
        allow_all_origins=False,
        add_headers_function=_as_the_middleware_does,
    )
    finders = [each for each in get_finders() if isinstance(each, FileSystemFinder | AppDirectoriesFinder)]
    storages = [storage for finder in finders for storage in finder.storages.values()]
    for storage in reversed(storages):  # whoever comes last here is found first, as by the finders
        served.add_files(storage.location, prefix=settings.STATIC_URL)
    if not settings.DEBUG:
        _join()
        served.add_files(settings.STATIC_ROOT, prefix=settings.STATIC_URL)
    return served


def _join() -> None:
    source = settings.BASE_DIR / "static"
    for name, text in (*joined_scripts(source), *joined_sheets(source)):
        write(settings.STATIC_ROOT / name, text.encode())
        write(settings.STATIC_ROOT / f"{name}.gz", gzip.compress(text.encode(), compresslevel=6, mtime=0))


def _as_the_middleware_does(headers: Headers, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
