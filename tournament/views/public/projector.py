"""For the big screen in the hall: pairings, standings and the next start, turning by themselves."""

from django.http import HttpResponse

from games.access.permissions import PageRequest
from games.snapshot import read_only_page
from games.views.fragments import render_either
from tournament.models import RoundStatus, Tournament
from tournament.views.public import bracket_layout, bracket_slides, pairings
from tournament.views.public.events import invitation
from tournament.views.public.page import event_page, frame
from tournament.views.public.standings import parts


@event_page
@read_only_page
def projector(request: PageRequest, event: Tournament) -> HttpResponse:
    page = frame(request, event, "projector")
    record = page["record"]
    page |= invitation(request, event)
    if record:
        current = pairings.round_page(record, record.drawn[-1].number)
        page["current"] = current
        page["starts_ms"] = current.round.starts_ms if current.round.status == RoundStatus.PUBLISHED else None
        if record.kind.is_bracket:
            page["bracket_slides"] = bracket_slides.slides(bracket_layout.layout(record))
        else:
            page["parts"] = parts(record)
    return render_either(request, page="event/projector.html", fragment="event/_slides.html", context=page)
