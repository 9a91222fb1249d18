"""Show organisers the health checks that `doctor` prints in the terminal."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from games import wording
from games.access.permissions import PageRequest, right
from games.snapshot import read_only_page
from tournament.serving.health_checks import ON_PAGE, run_checks
from tournament.serving.problems import Level

TONES = {Level.ADVICE: "warning", Level.URGENT: "error"}


@right("manage_club")
@never_cache
@read_only_page
def server(request: PageRequest) -> HttpResponse:
    found = [(each.level, wording.sentence(each)) for each in run_checks(ON_PAGE)]
    context = {
        "troubles": [(TONES[level], text) for level, text in found if level in TONES],
        "fine": [text for level, text in found if level is Level.FINE],
    }
    return render(request, "club/server.html", context)
