"""Screens in the hall as they show themselves: opened once by name, then steered from the desk."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.permissions import PageRequest, public
from games.access.seeing import may_see
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from games.views.fragments import render_either
from games.views.wall import wall_page
from tournament.models import HallScreen, Shows, Tournament
from tournament.services.tables.screens import note_seen
from tournament.views.public.projector import slides_page


@public
@never_cache
@read_only_page
def screens(request: PageRequest) -> HttpResponse:
    """Which screen is this one? Chosen once on the screen itself."""
    return render(request, "hall/screens.html", {"screens": HallScreen.objects.select_related("tournament")})


@public
@never_cache
@read_only_page
def screen(request: PageRequest, screen_id: int) -> HttpResponse:
    shown = get_object_or_404(HallScreen.objects.select_related("tournament"), pk=screen_id)
    event = shown.tournament if _is_open(request, shown.tournament) else None
    if event and shown.shows == Shows.WALL:
        page = {**wall_page(request, event.scope), "screen": shown}
        return render_either(request, page="games/wall.html", fragment="games/wall.html", context=page)
    if event:
        page = slides_page(request, event, shown)
    else:
        page = {"screen": shown, "slides": ["club"], "now_ms": now_ms()}
    return render_either(request, page="event/projector.html", fragment="event/_slides.html", context=page)


@public
@never_cache
@require_safe
def screen_version(request: PageRequest, screen_id: int) -> JsonResponse:
    """Asked every few seconds: another number means that the screen is to show something else."""
    shown = get_object_or_404(HallScreen, pk=screen_id)
    note_seen(shown, now_ms())
    return JsonResponse({"version": shown.version})


def _is_open(request: PageRequest, event: Tournament | None) -> bool:
    """A screen shows of a hidden event only what the device that it runs on may see itself."""
    if event is None:
        return False
    return may_see(request.actor, event)
