"""Pages for the big screens in the hall: pairings, standings and the next start, as a slide show.

A projector shows one tournament. A screen is opened once by name and then controlled from the desk.
"""

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import sorting
from games.access.permissions import PageRequest, public
from games.access.seeing import may_see
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from games.views.fragments import render_either
from games.views.wall import wall_page
from tournament.models import HallScreen, Shows, Tournament, TournamentStatus
from tournament.services.stages.stage_record import StageRecord
from tournament.services.tables.screens import note_seen
from tournament.views.public import bracket_layout, bracket_sections, pairings
from tournament.views.public.page import frame, tournament_page
from tournament.views.public.prize_sheets import podium
from tournament.views.public.rounds import SeatOnBoard, seats_by_name
from tournament.views.public.standings import parts
from tournament.views.public.tournaments import invitation

# The slides of each content, in order; those that have nothing to show now are left out.
SLIDES: dict[str, tuple[str, ...]] = {
    Shows.TURNING: ("wait", "podium", "pairings", "standings", "bracket", "follow"),
    Shows.PAIRINGS: ("names",),
    Shows.RESULTS: ("pairings",),
    Shows.STANDINGS: ("standings", "bracket"),
    Shows.BRACKET: ("bracket", "standings"),
    Shows.COUNTDOWN: ("wait",),
    Shows.PODIUM: ("podium",),
    Shows.MESSAGE: ("message",),
    Shows.CLUB: ("club",),
}


@tournament_page
def projector(request: PageRequest, tournament: Tournament) -> HttpResponse:
    page = slides_page(request, tournament)
    return render_either(
        request, page="tournament/projector.html", fragment="tournament/_slides.html", context=page
    )


@public
@never_cache
@read_only_page
def screens(request: PageRequest) -> HttpResponse:
    """Let the user of a screen choose, once, which screen it is."""
    return render(request, "hall/screens.html", {"screens": HallScreen.objects.select_related("tournament")})


@public
@never_cache
@read_only_page
def screen(request: PageRequest, screen_id: int) -> HttpResponse:
    shown = get_object_or_404(HallScreen.objects.select_related("tournament"), pk=screen_id)
    tournament = shown.tournament
    if tournament and not may_see(request.actor, tournament):
        tournament = None  # of a hidden tournament a screen shows only what its device may see
    if tournament and shown.shows == Shows.WALL:
        page = {**wall_page(request, tournament.scope), "screen": shown}
        return render_either(request, page="games/wall.html", fragment="games/wall.html", context=page)
    if tournament:
        page = slides_page(request, tournament, shown)
    else:
        page = {"screen": shown, "slides": ["club"], "now_ms": now_ms()}
    return render_either(
        request, page="tournament/projector.html", fragment="tournament/_slides.html", context=page
    )


@public
@never_cache
@require_safe
def screen_version(request: PageRequest, screen_id: int) -> JsonResponse:
    """Return the version of a screen, which it polls; a new number makes it reload its content."""
    shown = get_object_or_404(HallScreen, pk=screen_id)
    note_seen(shown, now_ms())
    return JsonResponse({"version": shown.version})


def slides_page(
    request: PageRequest, tournament: Tournament, screen: HallScreen | None = None
) -> dict[str, Any]:
    """Return the context of the slides: all of them in turn, or those that the desk chose for the screen."""
    page = frame(request, tournament, "projector")
    record: StageRecord | None = page["record"]
    page |= invitation(request, tournament)
    there = {"message", "club", "follow"}
    if record:
        current = pairings.round_page(record, record.drawn[-1].number)
        waits = current.is_awaited and (current.round.starts_ms or 0) > page["now_ms"]
        page["current"] = current
        page["starts_ms"] = current.round.starts_ms if waits else None
        there |= {"pairings", "names", *(["wait"] if waits else [])}
        if record.format_rules.is_bracket:
            page["bracket_slides"] = bracket_sections.slides(bracket_layout.layout(record))
            there.add("bracket")
        else:
            page["parts"] = parts(record)
            there.add("standings")
        if tournament.public_status == TournamentStatus.FINISHED:
            page["podium"] = podium(tournament)
            there.add("podium")
        if screen:
            page["names"] = names_between(
                seats_by_name(record, current), screen.first_letter, screen.last_letter
            )
    wanted = SLIDES[screen.shows if screen else Shows.TURNING]
    # A screen is never empty; once it has something to show, it refreshes itself.
    page["slides"] = [kind for kind in wanted if kind in there] or ["club"]
    page["screen"] = screen
    return page


def names_between(seats: list[SeatOnBoard], first: str, last: str) -> list[SeatOnBoard]:
    """Return the lines by name from one letter to another, both included; all lines if no letter is given."""
    if not first and not last:
        return seats
    least, most = sorting.plain(first), sorting.plain(last) or "\uffff"
    # By the plain letter that the first one stands behind: a Swedish Å is behind Z, on the last screen.
    return [seat for seat in seats if least <= sorting.initial(seat.name) <= most]
