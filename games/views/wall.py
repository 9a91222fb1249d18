"""The wall: all live boards of a topic on one screen, for a projector nobody touches (static/js/wall/)."""

from dataclasses import asdict

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import extension
from games.access import links
from games.access.log_words import place_words
from games.access.permissions import PageRequest, public
from games.access.seeing import seen_topic
from games.qr import qr_code
from games.snapshot import read_only_page
from games.timekeeping import now_ms

CLUB = "club"  # the topic of games without a tournament around them


@public
@never_cache
@read_only_page
def wall(request: PageRequest, topic: str = CLUB) -> HttpResponse:
    """`?awaited` answers a script with what is counted down to, or with nothing."""
    seen_topic(request.actor, topic)
    awaited = _awaited_start(topic)
    if "awaited" in request.GET:
        return JsonResponse({"awaited": awaited})
    here = reverse("wall") if topic == CLUB else reverse("wall-topic", args=[topic])
    address = links.address_for_others(request, here)
    page = {
        "name": _("Quick games") if topic == CLUB else place_words(topic),
        "config": {"topic": topic, "game": reverse("game", args=["CODE"]), "awaited": awaited},
        "address": address.partition("://")[2],
        "qr": qr_code(address, border=1, scale=6),
    }
    return render(request, "games/wall.html", page)


def _awaited_start(topic: str) -> dict[str, str | int] | None:
    awaited = extension.installed.awaited(topic)
    return asdict(awaited) if awaited and awaited.at_ms > now_ms() else None
