"""The page that shows how to use the interface, and its description for programs."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.access.permissions import PageRequest, public
from games.snapshot import read_only_page
from tournament.api import schema
from tournament.api.answering import FRESH_S, REQUESTS_AT_ONCE, REQUESTS_PER_MINUTE, endpoint
from tournament.models import Tournament


@public
@read_only_page
def page(request: PageRequest) -> HttpResponse:
    example = Tournament.objects.public().order_by("-pk").first()
    addresses = [
        (f"/api/v1{address}", summary, asked) for address, (_, summary, asked, _) in schema.PATHS.items()
    ]
    shown = {
        "addresses": addresses,
        "example": example,
        "host": request.build_absolute_uri("/").rstrip("/"),
        "burst": REQUESTS_AT_ONCE,
        "per_minute": REQUESTS_PER_MINUTE,
        "fresh": FRESH_S,
    }
    return render(request, "api/page.html", shown)


@endpoint
def openapi(request: HttpRequest) -> Any:
    return schema.document()
