"""The wall: all live boards of a topic on one screen, for a projector (static/js/wall/)."""

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import extension
from games.access import links
from games.access.permissions import PageRequest, public
from games.access.seeing import visible_topic
from games.audit_log.names import place_words
from games.protocol.downward import notice_json
from games.qr import qr_code
from games.services.notices import notices_to_all
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from games.views.fragments import render_either

CLUB = "club"  # the topic of games without a tournament; its wall shows all tournaments


@public
@never_cache
@read_only_page
def wall(request: PageRequest, topic: str = CLUB) -> HttpResponse:
    """Show the wall; `?now` answers a script with what may change while the wall is open."""
    visible_topic(request.actor, topic)
    if "now" in request.GET:
        return JsonResponse(_current_facts(topic))
    template, context = "games/wall.html", wall_page(request, topic)
    return render_either(request, page=template, fragment=template, context=context, framable=True)


def wall_page(request: HttpRequest, topic: str) -> dict[str, Any]:
    here = reverse("wall") if topic == CLUB else reverse("wall-topic", args=[topic])
    address = links.address_for_others(request, here)
    return {
        "name": _("All boards") if topic == CLUB else place_words(topic),
        "is_of_the_house": topic == CLUB,
        "config": {"game": reverse("game", args=["CODE"]), "now": f"{here}?now", **_current_facts(topic)},
        "address": address.partition("://")[2],
        "qr": qr_code(address, border=1, scale=6),
    }


def _current_facts(topic: str) -> dict[str, Any]:
    """Return the topics to listen to, the board of each tournament game, and the next round to come."""
    topics = [*extension.installed.topics_played(), CLUB] if topic == CLUB else [topic]
    starts = [found for each in topics if (found := extension.installed.countdown(each))]
    awaited = min(
        (each for each in starts if each.at_ms > now_ms()), key=lambda each: each.at_ms, default=None
    )
    return {
        "topics": topics,
        "boards": {
            code: board for each in topics for code, board in extension.installed.board_numbers(each).items()
        },
        "awaited": asdict(awaited) if awaited else None,
        "notices": [notice_json(each) for scope in topics for each in notices_to_all(scope, now_ms())],
    }
