"""The wall: all live boards of a topic on one screen, for a projector nobody touches (static/js/wall/)."""

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import links, wording
from games.access import public

CLUB = "club"  # the topic of games without a tournament around them


@public
@never_cache
@require_safe
def wall(request: HttpRequest, topic: str = CLUB) -> HttpResponse:
    name = _("Quick games") if topic == CLUB else wording.place(topic)
    here = reverse("wall") if topic == CLUB else reverse("wall-topic", args=[topic])
    address = links.address_for_others(request, here)
    page = {
        "name": name,
        "config": {"topic": topic, "game": reverse("game", args=["CODE"])},
        "address": address.partition("://")[2],
        "qr": segno.make(address, error="m").svg_data_uri(border=1, scale=6),
    }
    return render(request, "games/wall.html", page)
