"""Pairings and results of a round, by board or by name; draws that nobody published are not here."""

from django.http import Http404, HttpResponse

from games.access.permissions import PageRequest
from games.snapshot import read_only_page
from tournament.models import Tournament
from tournament.views.public import pairings, pairings_by_name
from tournament.views.public.page import event_page, frame, show


@event_page
@read_only_page
def round_page(request: PageRequest, event: Tournament, number: int | None = None) -> HttpResponse:
    """A round of the stage, by default the last one that is published."""
    page = frame(request, event, "event-round")
    record = page["record"]
    if record is None:
        if number is not None:
            raise Http404
        return show(request, "event/round.html", page)
    numbers = [each.number for each in record.drawn]
    chosen = numbers[-1] if number is None else number
    if chosen not in numbers:
        raise Http404
    by_name = request.GET.get("by") == "name"
    current = pairings.round_page(record, chosen)
    page |= {
        "current": current,
        "numbers": numbers,
        "by_name": by_name,
        "seats": pairings_by_name.seats_by_name(record, current) if by_name else [],
        "bracket_stage": record.kind.is_bracket,
    }
    return show(request, "event/round.html", page)
