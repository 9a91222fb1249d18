"""The club's pictures as browsers fetch them: checked on the way in, under a name that never changes."""

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import cache_control

from games.access.permissions import PageRequest, public
from games.snapshot import read_only_page
from games.views.response_policy import decorate_response
from tournament.models import Picture

A_YEAR_S = 365 * 24 * 3600


@public
@cache_control(max_age=A_YEAR_S, public=True, immutable=True)
@read_only_page
def picture(request: PageRequest, digest: str, kind: str) -> HttpResponse:
    found = get_object_or_404(Picture, digest=digest, kind=kind)
    response = HttpResponse(bytes(found.data), content_type=f"image/{found.kind}")
    # Bytes that pretend to be a page must not run as one when the address is opened by itself.
    decorate_response(response, csp_replace({"default-src": [NONE], "sandbox": []}))
    return response
