"""The club's start page."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games import wording
from games.access.permissions import PageRequest, public
from games.snapshot import read_only_page
from tournament.services.club.front_page import front_page, waiting_at_the_desk
from tournament.views.public.page_cache import within_allowance


@public
@within_allowance
@read_only_page
def home(request: PageRequest) -> HttpResponse:
    steps = waiting_at_the_desk(request.actor) if request.actor.user_id else []
    page = {
        "front": front_page(timezone.localdate()),
        "desk": [(event, wording.counted(step.template, step.params)) for event, step in steps],
    }
    return render(request, "pages/home.html", page)
