"""Pages that need no data: start, rules, style, the theme switch, and what is shown when something broke."""

from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from games.access import public
from games.faults import Fault
from games.looking import looking
from games.wording import sentence
from tournament.views import style_samples, themes


@public
@looking
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/home.html")


@public
@looking
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/rules.html")


@public
@looking
def style(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/style.html", style_samples.context())


@public
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Without script: remember the theme and go back to the page it was chosen on."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "home"
    response = redirect(back)
    if request.POST.get("theme") in themes.LABELS:
        response.set_cookie(
            themes.COOKIE,
            request.POST["theme"],
            max_age=themes.COOKIE_AGE_S,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response


@dataclass(frozen=True, slots=True)
class Trouble:
    """What happened, why, what to do, and (address, words) of the page to do it on."""

    what: Promise
    why: Promise | str
    advice: Promise
    way: tuple[str, Promise] = ("home", _("To the start page"))


TROUBLES = {
    400: Trouble(
        _("This request could not be read"),
        _("The address or what was sent with it is not in a form that Fiveline understands."),
        _("Go back and try again from the page itself. If it happens again, tell the organiser."),
    ),
    403: Trouble(
        _("This is not open to you"),
        _("You are signed out, your link has expired, or your role does not include this page."),
        _("Sign in, scan your code again, or ask the organiser for the right you need."),
    ),
    404: Trouble(
        _("There is nothing at this address"),
        _("It may be mistyped, or what stood here was removed or moved."),
        _("Check the address, or find your way from the start page."),
    ),
    500: Trouble(
        _("Something broke on our side"),
        _("Fiveline met a fault it did not expect. What was recorded stays recorded."),
        _("Load the page again. If it still fails, tell the organiser when it happened."),
    ),
}

# By the code of a Fault: its own sentence says why, this what helps.
REMEDIES: dict[str, dict[str, object]] = {
    "pin-needed": {
        "advice": _("Ask the arbiter to type the PIN on this tablet, then do it again."),
        "way": ("this-device", _("To the arbiter's PIN")),
    },
    "not-allowed": {
        "advice": _("If you have a slip or a link, open it on this device. Staff sign in first."),
        "way": ("code", _("Enter a code")),
    },
}


def _trouble(request: HttpRequest, status: int, why: Exception | None = None) -> HttpResponse:
    trouble = TROUBLES[status]
    if isinstance(why, Fault):
        trouble = replace(trouble, why=sentence(why), **REMEDIES.get(why.code, {}))
    return render(request, "pages/error.html", {"trouble": trouble, "status": status}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _trouble(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _trouble(request, 403, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _trouble(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without the request: whatever broke (the database, say) must not break this page too."""
    text = render_to_string("pages/error.html", {"trouble": TROUBLES[500], "status": 500})
    return HttpResponse(text, status=500)
