"""What every answer says about itself: who may keep it, what it may use."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

from games.access.permissions import SESSION_LINKS

# Nothing of ours looks through a camera or asks where somebody is.
FEATURES = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"


class HeadersMiddleware:
    """Stands inside of sessions: whether somebody is known decides who may keep the page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", FEATURES)
        if "Cache-Control" not in response.headers and _is_somebody(request):
            response.headers["Cache-Control"] = "private, no-store"
        return response


def _is_somebody(request: HttpRequest) -> bool:
    """Signed in, or a device that opened a link: what they see is not for whoever sits there next."""
    return SESSION_KEY in request.session or bool(request.session.get(SESSION_LINKS))
