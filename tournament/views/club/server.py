"""How the server is: the same list that `doctor` tells in the terminal, for organisers."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from games import wording
from games.access.permissions import PageRequest, right
from games.snapshot import read_only_page
from tournament.serving import doctor
from tournament.serving.doctor import Level


@right("manage_club")
@never_cache
@read_only_page
def server(request: PageRequest) -> HttpResponse:
    found = [
        (finding.tone, wording.sentence(finding), finding.level) for finding in doctor.examine(doctor.ON_PAGE)
    ]
    context = {
        "troubles": [(tone, text) for tone, text, level in found if level is not Level.FINE],
        "fine": [text for _tone, text, level in found if level is Level.FINE],
    }
    return render(request, "club/server.html", context)
