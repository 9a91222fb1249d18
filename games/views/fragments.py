"""Pages that follow the server: one that is open asks only for what may have changed (js/live/refresh.js)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

HEADER = "X-Fragment"


def wants_fragment(request: HttpRequest) -> bool:
    """Whether the page is open already and only its changing part is asked for."""
    return HEADER in request.headers


def render_either(
    request: HttpRequest, *, page: str, fragment: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """The whole page, or only what may have changed."""
    response = render(request, fragment if wants_fragment(request) else page, context, status=status)
    patch_vary_headers(response, [HEADER])
    return response
