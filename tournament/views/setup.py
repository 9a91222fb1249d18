"""The first run in the browser: set up the club, choose what to do first, try the demo."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games import wording
from games.access.permissions import PageRequest, address_of, public, right
from games.faults import Fault
from games.timekeeping import now_ms
from tournament.demo import clearing, load, playing
from tournament.forms.club_settings import SetupForm, lead_to_the_error
from tournament.models import DemoKind, DemoThing
from tournament.server import first_run


@public
@never_cache
@sensitive_post_parameters("password", "password_again")
def setup(request: PageRequest, token: str) -> HttpResponse:
    if not first_run.is_valid(token):
        return render(request, "setup/gone.html", status=410)
    form = SetupForm(
        request.POST or None, initial={"language": translation.get_language(), "time_zone": "UTC"}
    )
    if not form.is_valid():
        lead_to_the_error(form)
        return render(request, "setup/setup.html", {"form": form})
    wishes = {name: value for name, value in form.cleaned_data.items() if name != "password_again"}
    try:
        organiser = first_run.set_up_club(**wishes, address=address_of(request))
    except first_run.AlreadySetUp:
        return render(request, "setup/gone.html", status=410)
    login(request, organiser)
    response = redirect("welcome")
    # A user who chose the language of the installation wants to go on reading in it.
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        wishes["language"],
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return response


@right("manage_club")
def welcome(request: PageRequest) -> HttpResponse:
    return render(request, "setup/welcome.html")


@public
def waiting(request: PageRequest) -> HttpResponse:
    """Show the start page of an installation that is not set up yet."""
    return render(request, "setup/waiting.html")


@right("manage_club")
@require_http_methods(["GET", "HEAD", "POST"])
def demo(request: PageRequest) -> HttpResponse:
    """Make the demo, show it or remove it."""
    wish = request.POST.get("wish", "")
    try:
        if wish == "make":
            load.load_demo(now_ms())
            DemoThing.objects.create(kind=DemoKind.PLAYING, number=1)
            messages.success(request, _("The demo is ready, and its bots are playing."))
            return redirect("demo")
        if wish == "remove":
            clearing.clear()
            messages.success(request, _("The demo is gone."))
            return redirect("demo")
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
    return render(request, "tournament/demo.html", {"tournaments": list(playing.demo_tournaments())})
