"""Settings of the club: the answers of the set-up, the text of the start page, the state of the server."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import PageRequest, right
from games.accounts.views.accounts import show_or_send
from games.snapshot import read_only_page
from tournament.forms.club_settings import ClubSettingsForm, FactorRuleForm, lead_to_the_error
from tournament.models import ClubSettings
from tournament.server.health_checks import ON_PAGE, run_checks
from tournament.server.problems import Level
from tournament.services.club.club_settings import change_club_settings, demand_second_factor

TONES = {Level.ADVICE: "warning", Level.URGENT: "error"}


@right("manage_club")
@never_cache
@show_or_send
def settings(request: PageRequest) -> HttpResponse:
    club_settings = _current_club_settings()
    form = ClubSettingsForm(request.POST or None, request.FILES or None, club_settings=club_settings)
    if form.is_valid():
        change_club_settings(actor=request.actor, club_settings=club_settings, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("club-settings")
    lead_to_the_error(form)
    rule = FactorRuleForm(initial={"second_factor": club_settings.second_factor_from_ms is not None})
    return render(request, "club/settings.html", {"form": form, "rule": rule, "club_settings": club_settings})


@right("demand_second_factor")
@require_POST
def second_factor_rule(request: PageRequest) -> HttpResponse:
    form = FactorRuleForm(request.POST)
    if form.is_valid():
        wanted = form.cleaned_data["second_factor"]
        demand_second_factor(actor=request.actor, club_settings=_current_club_settings(), wanted=wanted)
        messages.success(request, _("Saved."))
    return redirect("club-settings")


@right("manage_club")
@never_cache
@read_only_page
def server(request: PageRequest) -> HttpResponse:
    """Show organisers the health checks that `doctor` prints in the terminal."""
    found = [(each.level, wording.sentence(each)) for each in run_checks(ON_PAGE)]
    context = {
        "troubles": [(TONES[level], text) for level, text in found if level in TONES],
        "fine": [text for level, text in found if level is Level.FINE],
    }
    return render(request, "club/server.html", context)


def _current_club_settings() -> ClubSettings:
    club_settings = ClubSettings.objects.current()
    if club_settings is None:
        raise Http404
    return club_settings
