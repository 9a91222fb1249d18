"""What programs ask every site: whether they may look around, and whom to tell of a hole."""

import datetime

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils import timezone

from games.access.permissions import PageRequest, public
from games.snapshot import read_only_page
from tournament.models import House

VALID_DAYS = 180


def may_be_indexed(house: House | None) -> bool:
    """Whether search engines may list the pages: by the server's setting, or because the club wants it."""
    return settings.MAY_BE_INDEXED or (house is not None and house.indexed)


@public
@read_only_page
def robots(request: PageRequest) -> HttpResponse:
    rule = "Allow: /" if may_be_indexed(House.objects.current()) else "Disallow: /"
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
