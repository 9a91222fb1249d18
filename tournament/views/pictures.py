"""The club's pictures as browsers fetch them: checked on the way in, under a name that never changes."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import cache_control

from games.access.permissions import PageRequest, public
from games.snapshot import read_only_page
from tournament.models import Picture

A_YEAR_S = 365 * 24 * 3600


@public
@cache_control(max_age=A_YEAR_S, public=True, immutable=True)
@read_only_page
def picture(request: PageRequest, digest: str, kind: str) -> HttpResponse:
    found = get_object_or_404(Picture, digest=digest, kind=kind)
    response = HttpResponse(bytes(found.data), content_type=f"image/{found.kind}")
    # Opened by itself it is a picture and nothing else, whatever its bytes pretend.
    response._csp_replace = {"default-src": ["'none'"], "sandbox": []}  # type: ignore[attr-defined]  # for django-csp
    return response
