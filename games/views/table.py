"""The table page: the tablet between the players, for one game or for all that are played at its table.

The page is a shell: the game itself comes over the socket and stays on the tablet (static/js/table/).
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie

from games import extension
from games.access import links, pins
from games.access.permissions import PageRequest, PageRequestOn, Thing, public, right
from games.access.roles import Role
from games.access.seeing import thing_at
from games.audit_log.names import place_words
from games.models import Game
from games.quick_games import services as quick_games
from games.snapshot import read_only_page

WORKER = Path(settings.BASE_DIR) / "static" / "sw.js"


@right("serve", thing=lambda code: get_object_or_404(Game, code=code))
@never_cache
@ensure_csrf_cookie
def table(request: PageRequestOn[Game], code: str) -> HttpResponse:
    """Play one game on this tablet."""
    game = request.thing
    quick = None
    if game.casual and not game.topic:
        move = quick_games.move_code(request, game)
        quick = {"code": code, "share": links.share_card(request, game), "move": move}
    return _page(request, code=code, topic=game.topic, place=game.place, quick=quick)


@right("serve", thing=lambda tournament, number: thing_at(f"table:{tournament}:{number}"))
@never_cache
@ensure_csrf_cookie
def serve_table(request: PageRequestOn[Thing], tournament: int, number: int) -> HttpResponse:
    """Serve a table with this tablet: the next game put there appears at once."""
    place = f"table:{tournament}:{number}"
    return _page(request, topic=f"tournament:{tournament}", place=place, serves=True)


def _page(
    request: PageRequestOn[Thing],
    *,
    topic: str,
    place: str,
    code: str = "",
    serves: bool = False,
    quick: dict[str, Any] | None = None,
) -> HttpResponse:
    tournament_name = place_words(topic) if topic else ""
    number = place.rpartition(":")[2]
    # The link by which this tablet serves the table: it unlocks with the PIN.
    held = (each for each in links.links_of_device(request) if each.role == Role.TABLE)
    link = next((each for each in held if each.scope in request.thing.scopes), None)
    config: dict[str, Any] = {
        "code": code,
        "place": place,
        "serves": serves,
        "unlock": reverse("unlock", args=[link.pk]) if link else "",
        "lock": reverse("lock"),
        "verifier": pins.offline_verifier(request.thing),
        "confirms": extension.installed.confirms(topic),
        "quick": quick and {"move": quick["move"]},
    }
    page = {
        "config": config,
        "tournament_name": tournament_name,
        "number": number,
        "serves": serves,
        "quick": quick,
    }
    return render(request, "games/table.html", page)


@public
@read_only_page
def worker(request: PageRequest) -> HttpResponse:
    """Send the service worker, from the root so that it may serve the tables' pages."""
    response = HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
