"""The wall: all live boards of a topic on one screen, for a projector nobody touches (static/js/wall/)."""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import wording
from games.access import links
from games.access.permissions import public
from games.qr import qr_code
from games.snapshot import read_only_page
from games.timekeeping import now_ms

CLUB = "club"  # the topic of games without a tournament around them


@dataclass(frozen=True, slots=True)
class Awaited:
    """What everybody waits for, and when it begins."""

    words: str
    at_ms: int


# Finds what a topic waits for, if anything; `tournament` knows of its next round.
AWAITED: list[Callable[[str], Awaited | None]] = []


@public
@never_cache
@read_only_page
def wall(request: HttpRequest, topic: str = CLUB) -> HttpResponse:
    """`?awaited` answers a script with what is counted down to, or with nothing."""
    awaited = _awaited(topic)
    if "awaited" in request.GET:
        return JsonResponse({"awaited": awaited})
    here = reverse("wall") if topic == CLUB else reverse("wall-topic", args=[topic])
    address = links.address_for_others(request, here)
    page = {
        "name": _("Quick games") if topic == CLUB else wording.place(topic),
        "config": {"topic": topic, "game": reverse("game", args=["CODE"]), "awaited": awaited},
        "address": address.partition("://")[2],
        "qr": qr_code(address, border=1, scale=6),
    }
    return render(request, "games/wall.html", page)


def _awaited(topic: str) -> dict[str, str | int] | None:
    found = (find(topic) for find in AWAITED)
    return next((asdict(each) for each in found if each and each.at_ms > now_ms()), None)
