"""Pages that follow the server: an open page asks only for its changing part (js/refresh/refresh.js).

The header gives the reason: `news` for what may have happened, `answer` for what came of a press.
"""

from collections.abc import Callable
from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.clickjacking import xframe_options_exempt

HEADER = "X-Fragment"
# Kinds of a page without the site around it, named in the query: in another site, or over a video stream.
FRAMED_KINDS = ("embed", "overlay")


def wants_fragment(request: HttpRequest) -> bool:
    """Tell whether the page is open already and only its changing part is asked for."""
    return HEADER in request.headers


def base_template(request: HttpRequest) -> str:
    """Return the template to extend: the site, or nothing around a fragment."""
    return "fragment.html" if wants_fragment(request) else "base.html"


def framed_kind(request: HttpRequest) -> str:
    """Return embed or overlay; "" for a page outside frames."""
    return next((kind for kind in FRAMED_KINDS if kind in request.GET), "")


def decorate_response(response: HttpResponse, *decorators: Callable[..., Any]) -> None:
    """Apply decorators of views to a single response, where the view decides their values while it runs."""
    for decorator in decorators:
        decorator(lambda _request: response)(HttpRequest())


def open_to_frames(response: HttpResponse) -> None:
    """Let other sites show this response in a frame."""
    decorate_response(response, xframe_options_exempt, csp_replace({"frame-ancestors": ["*"]}))


def render_either(
    request: HttpRequest,
    *,
    page: str,
    fragment: str,
    context: dict[str, Any],
    status: int = 200,
    framable: bool = False,
) -> HttpResponse:
    """Render the whole page, or only its changing part.

    A page that is `framable` has nothing to press; in `framed` its template finds for whose frame.
    """
    context["framed"] = framed_kind(request) if framable else ""
    response = render(request, fragment if wants_fragment(request) else page, context, status=status)
    if context["framed"]:
        open_to_frames(response)
    patch_vary_headers(response, [HEADER])
    return response
