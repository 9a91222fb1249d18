"""For the big screen in the hall: pairings, standings and the next start, turning by themselves."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from games import sorting
from games.access.permissions import PageRequest
from games.snapshot import read_only_page
from games.views.fragments import render_either
from tournament.models import HallScreen, Shows, Tournament, TournamentStatus
from tournament.services.stages.stage_record import StageRecord
from tournament.views.public import bracket_layout, bracket_slides, pairings
from tournament.views.public.events import invitation
from tournament.views.public.page import event_page, frame
from tournament.views.public.pairings_by_name import SeatOnBoard, seats_by_name
from tournament.views.public.prize_sheets import podium
from tournament.views.public.standings import parts

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


@event_page
@read_only_page
def projector(request: PageRequest, event: Tournament) -> HttpResponse:
    page = slides_page(request, event)
    return render_either(request, page="event/projector.html", fragment="event/_slides.html", context=page)


def slides_page(request: HttpRequest, event: Tournament, screen: HallScreen | None = None) -> dict[str, Any]:
    """What is shown of the event: everything in turn, or what the screen was told to."""
    page = frame(request, event, "projector")
    record: StageRecord | None = page["record"]
    page |= invitation(request, event)
    there = {"message", "club", "follow"}
    if record:
        current = pairings.round_page(record, record.drawn[-1].number)
        waits = current.is_awaited and (current.round.starts_ms or 0) > page["now_ms"]
        page["current"] = current
        page["starts_ms"] = current.round.starts_ms if waits else None
        there |= {"pairings", "names", *(["wait"] if waits else [])}
        if record.kind.is_bracket:
            page["bracket_slides"] = bracket_slides.slides(bracket_layout.layout(record))
            there.add("bracket")
        else:
            page["parts"] = parts(record)
            there.add("standings")
        if event.public_status == TournamentStatus.FINISHED:
            page["podium"] = podium(event)
            there.add("podium")
        if screen:
            page["names"] = names_between(
                seats_by_name(record, current), screen.first_letter, screen.last_letter
            )
    wanted = SLIDES[screen.shows if screen else Shows.TURNING]
    # A screen never stays empty: what it waits for comes by itself.
    page["slides"] = [kind for kind in wanted if kind in there] or ["club"]
    page["screen"] = screen
    return page


def names_between(seats: list[SeatOnBoard], first: str, last: str) -> list[SeatOnBoard]:
    """The lines by name from one letter to another, both included; all of them where none is named."""
    if not first and not last:
        return seats
    least, most = sorting.plain(first), sorting.plain(last) or "\uffff"
    # By the plain letter that the first one stands behind: a Swedish Å is behind Z, on the last screen.
    return [seat for seat in seats if least <= sorting.initial(seat.name) <= most]
