"""Pages of the whole site: rules, style, the theme switch, privacy, pictures, files for robots, errors."""

import datetime
import sys
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE
from csp.decorators import csp_replace, csp_update
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST

from games.access.permissions import PageRequest, public
from games.accounts import session_age
from games.accounts.views.accounts import next_page
from games.faults import Fault
from games.live.cleanup import CALLED_OFF_DAYS
from games.snapshot import read_only_page
from games.views.fragments import decorate_response
from games.wording import sentence
from tournament.models import ClubSettings, Picture, PublicName
from tournament.server.problems import recognise_here
from tournament.services.backup import copies
from tournament.views import style_samples, themes

DAY_S = 24 * 3600
CONTACT_DAYS = 180  # how long programs may rely on the contact


@public
@read_only_page
def rules(request: PageRequest) -> HttpResponse:
    return render(request, "pages/rules.html")


@public
@read_only_page
def style(request: PageRequest) -> HttpResponse:
    return render(request, "pages/style.html", style_samples.context())


@public
@require_POST
def theme(request: PageRequest) -> HttpResponse:
    """Store the theme and return to the page it was chosen on, for browsers without scripts."""
    response = redirect(next_page(request))
    if request.POST.get("theme") in themes.LABELS:
        response.set_cookie(
            themes.COOKIE,
            request.POST["theme"],
            max_age=themes.COOKIE_AGE_S,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response


@public
@read_only_page
def privacy(request: PageRequest) -> HttpResponse:
    """Show what is stored about people, who sees it and how long, from the settings in force."""
    club_settings = ClubSettings.objects.current()
    page = {
        "form_of_names": PublicName(club_settings.public_as if club_settings else PublicName.FULL),
        "indexed": may_be_indexed(club_settings),
        "is_secure": request.is_secure(),
        "session_days": settings.SESSION_COOKIE_AGE // DAY_S,
        "idle_hours": session_age.IDLE_MS // session_age.HOUR_MS,
        "quick_game_days": CALLED_OFF_DAYS,
        "backups": copies.KEEP,
        "sends_mail": settings.MAIL is not None,
    }
    return render(request, "pages/privacy.html", page)


def may_be_indexed(club_settings: ClubSettings | None) -> bool:
    """Return whether search engines may list the pages: by the server's setting or by the club's."""
    return settings.MAY_BE_INDEXED or (club_settings is not None and club_settings.indexed)


@public
@read_only_page
def robots(request: PageRequest) -> HttpResponse:
    rule = "Allow: /" if may_be_indexed(ClubSettings.objects.current()) else "Disallow: /"
    return HttpResponse(f"User-agent: *\n{rule}\n", content_type="text/plain; charset=utf-8")


@public
@read_only_page
def security(request: PageRequest) -> HttpResponse:
    """Serve the security contact of RFC 9116; 404 where no contact is configured."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = timezone.now() + datetime.timedelta(days=CONTACT_DAYS)
    told = (f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {until:%Y-%m-%dT00:00:00Z}", "")
    return HttpResponse("\n".join(told), content_type="text/plain; charset=utf-8")


@public
@cache_control(max_age=365 * DAY_S, public=True, immutable=True)
@read_only_page
def picture(request: PageRequest, digest: str, kind: str) -> HttpResponse:
    """Send a picture of the club, under a name that never changes."""
    found = get_object_or_404(Picture, digest=digest, kind=kind)
    response = HttpResponse(bytes(found.data), content_type=f"image/{found.kind}")
    # Bytes that pretend to be a page must not run as one when the address is opened directly.
    decorate_response(response, csp_replace({"default-src": [NONE], "sandbox": []}))
    return response


def secure_address(request: HttpRequest, address: str) -> HttpResponse:
    """Show a page that leads to the encrypted address of this one; data sent unencrypted is ignored."""
    seen = request.method in ("GET", "HEAD")
    page = {"address": address, "there": f"{address}{request.get_full_path() if seen else request.path}"}
    response = render(request, "hall/secure_address.html", page, status=403)
    # The page asks the encrypted address for a picture: it arrives only where the certificate is trusted.
    decorate_response(response, csp_update({"img-src": [address]}))
    response["Cache-Control"] = "no-store"
    return response


Way = tuple[str, Promise]


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What happened, why, what to do, and the pages to do it on (name of the address, words)."""

    what: Promise
    why: Promise | str
    advice: Promise
    ways: tuple[Way, ...] = (("home", _("To the start page")),)


ERROR_PAGES = {
    400: ErrorPage(
        _("This request could not be read"),
        _("The address or what was sent with it is not in a form that Fiveline understands."),
        _("Go back and try again from the page itself. If it happens again, tell the organiser."),
    ),
    403: ErrorPage(
        _("This is not open to you"),
        _("You are signed out, your link has expired, or your role does not include this page."),
        _("Sign in, scan your code again, or ask the organiser for the right you need."),
    ),
    404: ErrorPage(
        _("There is nothing at this address"),
        _("It may be mistyped, or what stood here was removed or moved."),
        _("Check the address, or find your way from the start page."),
    ),
    405: ErrorPage(
        _("There is nothing to see at this address"),
        _("It only takes what the button of a page sends."),
        _("Go back to the page with that button, and press it there."),
    ),
    429: ErrorPage(
        _("Too many pages at once"),
        _("From where you are, more pages were asked for in a moment than can be made for everybody."),
        _("Wait a few seconds, then load the page again."),
    ),
    500: ErrorPage(
        _("Something broke on our side"),
        _("Fiveline met a fault it did not expect. What was recorded stays recorded."),
        _("Load the page again. If it still fails, tell the organiser when it happened."),
    ),
    503: ErrorPage(
        _("Nothing can be saved just now"),
        _("The disk or the database of the server does not do its part. What was recorded stays recorded."),
        _("Tell the organiser: the desk says what is wrong. Then load the page again."),
    ),
}

# By the code of a Fault, whose own sentence says why: what helps.
REMEDIES: dict[str, dict[str, Any]] = {
    "pin-needed": {
        "advice": _("Ask the arbiter to type the PIN on this tablet, then do it again."),
        "ways": (("this-device", _("To the arbiter's PIN")),),
    },
    "not-allowed": {
        "advice": _("If you have a slip or a link, open it on this device. Staff sign in first."),
        "ways": (("sign-in", _("Sign in")), ("code", _("Enter a code"))),
    },
}
ALREADY_IN: dict[str, Any] = {
    "advice": _("Ask the organiser for the right you need."),
    "ways": (("desk", _("My tournaments")),),
}


def _render_error(request: HttpRequest, status: int, why: Exception | None = None) -> HttpResponse:
    trouble = ERROR_PAGES[status]
    if isinstance(why, Fault):
        is_in = why.code == "not-allowed" and hasattr(request, "user") and request.user.is_authenticated
        trouble = replace(trouble, why=sentence(why), **(ALREADY_IN if is_in else REMEDIES.get(why.code, {})))
    page = {"trouble": trouble, "status": status, "back": _page_asked_from(request)}
    return render(request, "pages/error.html", page, status=status)


def _page_asked_from(request: HttpRequest) -> str:
    """Return the page to show after signing in: this page, or the one whose button was pressed."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    before = urlsplit(request.headers.get("Referer", ""))
    return before.path if before.netloc == request.get_host() else ""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        return _without_request(400)  # the page would ask for the host once more
    return _render_error(request, 400, exception)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _render_error(request, 403, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _render_error(request, 404)


def method_not_allowed(request: HttpRequest) -> HttpResponse:
    return _render_error(request, 405)


def too_many_requests(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer 429 to a visitor who asks for too many expensive pages, and say when to try again."""
    response = _render_error(request, 429)
    response["Retry-After"] = str(seconds)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Render the error page without the request, because what failed may be needed to render with it."""
    problem = sys.exc_info()[1]
    return _without_request(500 if problem is None or recognise_here(problem) is None else 503)


def _without_request(status: int) -> HttpResponse:
    text = render_to_string("pages/error.html", {"trouble": ERROR_PAGES[status], "status": status})
    return HttpResponse(text, status=status)
