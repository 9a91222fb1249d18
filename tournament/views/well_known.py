"""What programs ask every site: whether they may look around, and whom to tell of a hole."""

import datetime

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils import timezone

from games.access.permissions import PageRequest, public
from games.snapshot import read_only_page

VALID_DAYS = 180


@public
@read_only_page
def robots(request: PageRequest) -> HttpResponse:
    rule = "Allow: /" if settings.MAY_BE_INDEXED else "Disallow: /"
    return HttpResponse(f"User-agent: *\n{rule}\n", content_type="text/plain; charset=utf-8")


@public
@read_only_page
def security(request: PageRequest) -> HttpResponse:
    """As RFC 9116 has it; not there where nobody said whom to tell."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = timezone.now() + datetime.timedelta(days=VALID_DAYS)
    told = (f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {until:%Y-%m-%dT00:00:00Z}", "")
    return HttpResponse("\n".join(told), content_type="text/plain; charset=utf-8")
