"""Our own files, answered before Django is asked: a page needs dozens of them, and no middleware."""

from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from servestatic import ServeStaticASGI

# Served straight from the source, kept for a minute, then revalidated: nothing to collect before a start.
MAX_AGE_S = 60


def with_static_files(application: Any) -> ServeStaticASGI:
    served = ServeStaticASGI(
        application,
        autorefresh=settings.DEBUG,
        max_age=MAX_AGE_S,
        allow_all_origins=False,
        add_headers_function=_what_the_middleware_would_add,
    )
    storages = [storage for finder in get_finders() for storage in finder.storages.values()]
    for storage in reversed(storages):  # whoever comes last here is found first, as by the finders
        served.add_files(storage.location, prefix=settings.STATIC_URL)
    return served


def _what_the_middleware_would_add(headers: Headers, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
